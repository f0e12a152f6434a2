// Debian's and Ubuntu's packages, when this user may install them.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, run } from './children.mjs';

/** Whether a program of this name is on the PATH. */
export function hasProgram(name, env = process.env) {
  return (env.PATH ?? '').split(':').some((folder) => isExecutable(join(folder, name)));
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * How to run apt-get here: as root, or through a sudo that asks no password; null: not at all.
 * @returns {Promise<string[] | null>} the words before `apt-get`
 */
export async function aptPrefix() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  if (!hasProgram('sudo')) return null;
  const { code } = await run('sudo', ['-n', 'true'], { timeoutMs: 5000 });
  return code === 0 ? ['sudo', '-n'] : null;
}

/**
 * Installs packages; refreshes the package lists first when a package is unknown or the try fails.
 * @param {string[]} prefix from aptPrefix()
 * @returns {Promise<string>} '' when installed, else why not
 */
export async function aptInstall(prefix, packages) {
  const apt = (...args) => {
    const words = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(words[0], words.slice(1), { timeoutMs: 15 * 60_000 });
  };
  const install = () =>
    apt(
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      '-o',
      'DPkg::Lock::Timeout=120',
      ...packages,
    );
  if ((await known(packages)) && (await install()).code === 0) return '';
  await apt('update', '-q');
  if (!(await known(packages))) return `apt knows no package ${packages.join(', ')}`;
  const second = await install();
  return second.code === 0 ? '' : lastLines(second.output, 3);
}

/** Whether apt's lists have an installable version of each package. */
async function known(packages) {
  const { code, output } = await run('apt-cache', ['policy', ...packages], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  const candidates = output.match(/^\s+Candidate: (?!\(none\))/gm) ?? [];
  return code === 0 && candidates.length >= packages.length;
}
