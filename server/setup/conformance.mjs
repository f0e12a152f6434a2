// `npm run conformance`: the set-up, then the black-box suite against this checkout's runtime, or with
// `-- --runtime <path>` against any sonarad: a program, or a script for this Node. Other words choose files.
import { accessSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endChildrenOnSignal, run } from './lib/children.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { checkNode, root } from './lib/prepare.mjs';
import { SetupError, runMain, say, step } from './lib/words.mjs';

const wholeRunMs = 10 * 60_000;

await runMain(main);

async function main() {
  endChildrenOnSignal();
  const { runtime, words } = readArguments(process.argv.slice(2));
  checkNode();
  await ensurePackages(root);
  // Another program is tested as it is; ours has to be that of the files here.
  if (!runtime) await build();
  say(`Testing ${runtime ?? 'the runtime of this checkout'}.`);
  const result = await run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'conformance', ...words],
    {
      cwd: root,
      timeoutMs: wholeRunMs,
      inherit: true,
      env: { ...process.env, SONARA_RUNTIME: runtime ?? join(root, 'dist/sonarad.cjs') },
    },
  );
  if (result.timedOut) say(`It took longer than ${wholeRunMs / 60_000} minutes and was ended.`);
  return result.code;
}

function readArguments(argv) {
  let parsed;
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { runtime: { type: 'string' } },
    });
  } catch (error) {
    throw new SetupError(error.message, 'Usage: npm run conformance -- [--runtime <path>] [files]');
  }
  const { runtime = process.env.SONARA_RUNTIME } = parsed.values;
  return { runtime: runtime ? checkRuntime(resolve(runtime)) : null, words: parsed.positionals };
}

/** A wrong path would otherwise fail every case for the same reason. */
function checkRuntime(path) {
  try {
    if (!statSync(path).isFile()) throw new Error('not a file');
    accessSync(path, /\.[cm]?js$/.test(path) ? constants.R_OK : constants.X_OK);
  } catch {
    throw new SetupError(`${path} is no program that can be run.`);
  }
  return path;
}

async function build() {
  const { buildIfNeeded, isBuilt } = await import('./build.mjs');
  if (!isBuilt()) await step('Building', () => buildIfNeeded({ log: () => {} }));
}
