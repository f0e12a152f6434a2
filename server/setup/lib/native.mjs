// The native runtime for Kokoro (onnxruntime-node), pinned by server/setup/native/package-lock.json.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lastLines, run } from './children.mjs';
import { npmCommand } from './packages.mjs';
import { SetupError, step } from './words.mjs';

const pinned = fileURLToPath(new URL('../native', import.meta.url));
/** The package's own installation script wants others; the package itself does not. */
const kept = ['onnxruntime-node', 'onnxruntime-common'];

/** Whether it is there, in the version that is pinned. */
export function nativeInstalled(target) {
  try {
    const version = (folder, name) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')).packages[
        'node_modules/onnxruntime-node'
      ];
    const lock = 'package-lock.json';
    const there = existsSync(join(target, 'node_modules/onnxruntime-node/package.json'));
    return there && version(target, lock).integrity === version(pinned, lock).integrity;
  } catch {
    return false;
  }
}

/**
 * For tests and benches: the user's own (`npm run accelerate`), else one in .cache/.
 * @param {string} root of the checkout
 * @returns {Promise<string>} where it is
 */
export async function ensureNative(root) {
  const folders = [join(root, 'native'), join(root, '.cache/native')];
  const found = folders.find(nativeInstalled);
  if (!found) await installNative(folders[1]);
  return found ?? folders[1];
}

/**
 * Installs it in `target` with the binaries of this platform only.
 * @returns {Promise<number>} its size, MB
 */
export async function installNative(target) {
  // Beside its place until it works: an interrupted installation is never found.
  const fresh = `${target}.writing`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(dirname(fresh), { recursive: true });
  cpSync(pinned, fresh, { recursive: true });
  const megabytes = await step('Installing the native runtime from the npm registry', async () => {
    await install(fresh);
    return trim(join(fresh, 'node_modules'));
  });
  await check(join(fresh, 'node_modules/onnxruntime-node'));
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
  return megabytes;
}

async function install(folder) {
  const [command, ...args] = npmCommand();
  const { code, output } = await run(
    command,
    // The package's own script downloads what graphics cards of one maker need; it is not run.
    [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, timeoutMs: 10 * 60_000 },
  );
  if (code === 0) return;
  throw new SetupError(
    `the native runtime could not be installed:\n${lastLines(output)}`,
    'Check the network and the free disk space (about 350 MB meanwhile), then try again.',
  );
}

/** Keeps the binaries of this platform. @returns the size of what is left, MB */
function trim(modules) {
  const binaries = join(modules, 'onnxruntime-node/bin/napi-v6');
  if (!existsSync(join(binaries, process.platform, process.arch))) {
    throw new SetupError(`there is no native runtime for ${process.platform} ${process.arch}.`);
  }
  for (const platform of readdirSync(binaries)) {
    if (platform !== process.platform) rmSync(join(binaries, platform), { recursive: true });
  }
  for (const arch of readdirSync(join(binaries, process.platform))) {
    if (arch !== process.arch) rmSync(join(binaries, process.platform, arch), { recursive: true });
  }
  for (const name of readdirSync(modules)) {
    if (!kept.includes(name)) rmSync(join(modules, name), { recursive: true });
  }
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size,
      0,
    );
  return Math.round(bytes / 1e6);
}

/** Loads it once: a system too old for it is found now, not at the first sentence. */
async function check(folder) {
  const { code, output } = await run(process.execPath, ['-e', 'require(process.argv[1])', folder], {
    timeoutMs: 60_000,
    // It would report to its makers that it was loaded.
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  });
  if (code !== 0) {
    throw new SetupError(`the native runtime does not run here:\n${lastLines(output, 3)}`);
  }
}
