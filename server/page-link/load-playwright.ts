/**
 * Loads Playwright from our lean bundle: with V8's code cache it costs half the memory and time of
 * the package. Without the bundle (development) the package itself is loaded.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script, constants } from 'node:vm';
import type { BrowserType } from 'playwright-core';

interface PlaywrightModule {
  chromium: BrowserType;
}

/** @param directory absolute directory of the lean bundle */
export async function loadPlaywright(directory: string): Promise<BrowserType> {
  const bundle = join(directory, 'lib', 'core.cjs');
  if (!existsSync(bundle)) return (await import('playwright-core')).chromium;
  return runCached(bundle).chromium;
}

/**
 * Runs a CommonJS file. A code cache belongs to one V8 and its flags, which the tag in its name
 * stands for; none, or one that is rejected, only costs time.
 */
function runCached(file: string): PlaywrightModule {
  const cachedData = readIfThere(`${file}.${cachedDataVersionTag()}.cache`);
  const script = new Script(wrap(readFileSync(file, 'latin1')), {
    filename: file,
    ...(cachedData && { cachedData }),
    // Without it V8 refuses the `import()` inside, and its cache.
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...values: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports as PlaywrightModule;
}

/** Must stay the same as in server/setup/lib/make-code-cache.mjs: the cache depends on it. */
function wrap(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
