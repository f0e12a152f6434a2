// Run as its own process, with the V8 flags of the program that is to use the cache, which is bound
// to them: node [flags] make-code-cache.mjs <CommonJS file> [arguments of the file]
// Runs the file and writes V8's compiled code of what ran to `<file>.<tag of V8 and flags>.cache`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script, constants } from 'node:vm';

const [file, ...args] = process.argv.slice(2);
process.argv = [process.argv[0], file, ...args];
// The same source as in server/page-link/load-playwright.ts and in the loaders of bundle-server.mjs,
// else the cache is rejected.
const source = readFileSync(file, 'latin1');
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) { ${source}\n})`,
  { filename: file, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
);
process.on('exit', () => {
  writeFileSync(`${file}.${cachedDataVersionTag()}.cache`, script.createCachedData());
  // What the program thinks of its arguments does not matter here.
  process.exitCode = 0;
});
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
// A library has nothing more to do; a program ends by itself.
if (args.length === 0) process.exit(0);
