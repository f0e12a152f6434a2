// `npm run bench`: the set-up, then every *.bench.ts in a process of its own, against its target.
// A word as argument runs only the benches whose path holds it.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable, judge } from './lib/bench-table.mjs';
import { endChildrenOnSignal, lastLines, run } from './lib/children.mjs';
import { ensureNative } from './lib/native.mjs';
import { prepare, root } from './lib/prepare.mjs';
import { SetupError, runMain, say } from './lib/words.mjs';

const folders = ['server', 'shared', 'page', 'conformance', 'e2e'];
const oneBenchMs = 5 * 60_000;
const runner = fileURLToPath(new URL('lib/bench-runner.mjs', import.meta.url));

await runMain(main);

async function main() {
  endChildrenOnSignal();
  await prepare();
  await ensureNative(root);
  const words = process.argv.slice(2);
  const files = folders
    .flatMap((folder) => benchFiles(join(root, folder)))
    .filter((file) => words.every((word) => relative(root, file).includes(word)));
  if (files.length === 0)
    throw new SetupError(`there is no bench for ${words.join(' ') || 'anything'}.`);

  const results = [];
  for (const file of files) {
    say(`${relative(root, file)} ...`);
    results.push(...(await runBench(file)));
  }
  const rows = judge(results);
  say();
  for (const line of formatTable(rows)) say(line);
  return rows.some((row) => row.missed) ? 1 : 0;
}

/** Bundles one bench and runs it; its rows, or one row that says it broke. */
async function runBench(file) {
  const folder = join(root, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const name = relative(root, file).replace(/[\\/]/g, '-').replace(/\.ts$/, '');
  const bundle = join(folder, `${name}.mjs`);
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  try {
    await bundleBench(file, bundle);
  } catch (error) {
    return broke(file, `it does not build: ${error.message}`);
  }
  const result = await run(process.execPath, ['--expose-gc', runner, bundle, report], {
    cwd: root,
    timeoutMs: oneBenchMs,
  });
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    const late = `it took over ${oneBenchMs / 60_000} minutes`;
    return broke(file, result.timedOut ? late : lastLines(result.output));
  }
}

/** Says why, and gives the row that stands for the whole bench. */
function broke(file, why) {
  say(`  ${why.replaceAll('\n', '\n  ')}`);
  return [{ name: basename(file), broken: 'broke' }];
}

/** Packages stay outside the bundle: .cache/ is inside the checkout, so node finds node_modules. */
async function bundleBench(input, output) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:[\\/]/i.test(id),
    logLevel: 'silent',
  });
  await bundle.write({ file: output, format: 'esm', codeSplitting: false });
  await bundle.close();
}

function benchFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.bench.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
