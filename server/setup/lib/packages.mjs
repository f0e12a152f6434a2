// The npm packages: installed when node_modules is not what package-lock.json says.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lastLines, run } from './children.mjs';
import { SetupError, step } from './words.mjs';

/**
 * Whether node_modules holds what the lock file asks for. npm writes node_modules/.package-lock.json
 * last, so an interrupted installation does not pass; other platforms' optional packages may lack.
 */
export function packagesInstalled(root) {
  try {
    const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
    return sameTree(read('package-lock.json'), read('node_modules/.package-lock.json'));
  } catch {
    return false;
  }
}

/** @param wanted `packages` of package-lock.json @param installed of node_modules/.package-lock.json */
export function sameTree(wanted, installed) {
  const same = (a, b) => a.version === b.version && a.integrity === b.integrity;
  const nothingLacks = Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const there = installed[path];
    return there ? same(entry, there) : entry.optional === true || entry.devOptional === true;
  });
  return nothingLacks && Object.keys(installed).every((path) => path in wanted);
}

/** Installs the packages unless they are there. */
export async function ensurePackages(root) {
  if (packagesInstalled(root)) return;
  const [command, ...args] = npmCommand();
  const result = await step('Installing packages from the npm registry (npm ci)', () =>
    // NODE_ENV=production in the shell would leave out the build tools.
    run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
    }).then((done) => {
      if (done.code === 0) return done;
      throw new SetupError(
        done.code === 127
          ? 'npm was not found; it comes with Node.js.'
          : `npm ci failed:\n${lastLines(done.output)}`,
        'Check the network and the free disk space (about 400 MB), then try again.',
      );
    }),
  );
  return result;
}

/** How to run npm: the npm that runs us, else the one beside this node, else the one on the PATH. */
export function npmCommand() {
  const beside = [
    process.env.npm_execpath,
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path));
  return beside ? [process.execPath, beside] : ['npm'];
}
