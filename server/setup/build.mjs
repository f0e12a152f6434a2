// Builds dist/: the page, the programs, the earcons, a lean Playwright. `node server/setup/build.mjs`
// does so when something changed since the last time.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { currentStamp, saveStamp, stampMatches } from './lib/build-stamp.mjs';
import { bundleEarcons } from './lib/bundle-earcons.mjs';
import { bundlePage } from './lib/bundle-page.mjs';
import { bundlePlaywright } from './lib/bundle-playwright.mjs';
import { bundleServer, serverEntries } from './lib/bundle-server.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const core = 'dist/playwright/lib/core.cjs';

/** What must be there for `npm start`. */
function outputs() {
  const programs = serverEntries.filter(({ entry }) => existsSync(join(root, entry)));
  return [
    'dist/page/index.html',
    'dist/earcons',
    core,
    ...programs.map(({ file }) => `dist/${file}`),
  ];
}

/** Whether dist/ is that of the files here; takes a few ms. */
export function isBuilt() {
  return stampMatches(root, currentStamp(root), outputs());
}

/**
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether anything was built
 * @throws Error in words, the tool's own as its cause
 */
export async function buildIfNeeded({ log = () => {} } = {}) {
  // Taken before the build: what changes during it is built the next time.
  const stamp = currentStamp(root);
  if (stampMatches(root, stamp, outputs())) return false;
  await Promise.all([
    inWords('the page', log, bundlePage(root)),
    inWords('the programs', log, bundleServer(root)),
    inWords('the earcons', log, bundleEarcons(root)),
    inWords('Playwright', log, playwright()),
  ]);
  saveStamp(root, stamp);
  return true;
}

/** Two seconds of work that only another version of Playwright or Node makes needed. */
async function playwright() {
  const manifest = join(root, 'node_modules/playwright-core/package.json');
  const own = ['bundle-playwright.mjs', 'make-code-cache.mjs'].map(
    (name) => readFileSync(join(root, 'server/setup/lib', name), 'utf8').length,
  );
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const wanted = [version, process.versions.v8, process.arch, ...own].join(' ');
  const mark = join(root, '.cache/playwright-built');
  if (existsSync(join(root, core)) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) {
    return;
  }
  await bundlePlaywright(root);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}

async function inWords(what, log, work) {
  try {
    await work;
    log(`Built ${what}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The bundler colours its messages, whatever they are written to.
    throw new Error(`Could not build ${what}: ${stripVTControlCharacters(reason)}`, {
      cause: error,
    });
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const built = await buildIfNeeded({ log: console.log });
    if (!built) console.log('Nothing changed since the last build.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
