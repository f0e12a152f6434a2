// Playwright as we use it: Chromium's part only, with V8's code cache. The package as shipped costs
// twice the memory and time.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { escapeNonAscii } from './ascii.mjs';
import { makeCodeCache, programFlags } from './code-cache.mjs';

const external = [
  /^electron/,
  /^chromium-bidi/,
  /^ajv\//,
  /^ajv-formats/,
  'bufferutil',
  'utf-8-validate',
];

/** @param {string} root absolute root of the checkout */
export async function bundlePlaywright(root) {
  const source = dirname(
    createRequire(join(root, 'package.json')).resolve('playwright-core/package.json'),
  );
  const target = join(root, 'dist/playwright');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'lib'), { recursive: true });
  // Playwright reads both from the folder above its code; the licence has to go with it.
  for (const file of [
    'package.json',
    'browsers.json',
    'LICENSE',
    'NOTICE',
    'ThirdPartyNotices.txt',
  ]) {
    copyFileSync(join(source, file), join(target, file));
  }
  // Read when the module starts.
  copyFileSync(join(source, 'lib/webp_codec.wasm'), join(target, 'lib/webp_codec.wasm'));

  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: 'only-chromium',
    cwd: root,
    platform: 'node',
    external,
    logLevel: 'silent',
    // It warns of each direct eval, with pages of source.
    checks: { eval: false },
    plugins: [onlyChromium(source)],
  });
  const { output } = await bundle.generate({ format: 'cjs', minify: true, codeSplitting: false });
  await bundle.close();
  const file = join(target, 'lib/core.cjs');
  writeFileSync(file, escapeNonAscii(output[0].code), 'latin1');
  // With the flags of our programs, and for a runtime that is started by `node` alone.
  await Promise.all([makeCodeCache(file, programFlags), makeCodeCache(file, [])]);
}

/** An entry that exports nothing but `chromium`. */
function onlyChromium(source) {
  const id = join(source, 'only-chromium.js');
  return {
    name: 'only-chromium',
    resolveId: (name) => (name === 'only-chromium' ? id : null),
    load: (name) =>
      name === id
        ? `exports.chromium = require('./lib/coreBundle.js').inprocess.playwright.chromium;`
        : null,
  };
}
