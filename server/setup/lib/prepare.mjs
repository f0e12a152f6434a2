// What every command needs: the right Node, the packages, the build, and a browser where one can be had.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aptInstall, aptPrefix, isExecutable } from './apt.mjs';
import { chooseBrowser, installHint } from './browsers.mjs';
import { ensurePackages } from './packages.mjs';
import { linkPrograms } from './programs.mjs';
import { SetupError, say, step } from './words.mjs';

/** The checkout's folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

/** @param {string} version as process.versions.node */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `Sonara needs Node.js 20.19 or newer; this is ${version}.`,
    'Get a current one from https://nodejs.org or from your package manager.',
  );
}

/** Node, packages and build; then a browser. Quick when nothing is missing. */
export async function prepare() {
  checkNode();
  await ensurePackages(root);
  const { buildIfNeeded, isBuilt } = await import('../build.mjs');
  if (!(await isBuilt())) await step('Building', () => buildIfNeeded({ log: () => {} }));
  linkPrograms(root);
  return { browser: await ensureBrowser() };
}

export function findBrowser() {
  return chooseBrowser({
    platform: process.platform,
    env: process.env,
    exists: isExecutable,
    gpu: process.platform !== 'linux' || existsSync('/dev/dri/renderD128'),
  });
}

/** The browser; installed where apt can do it; else null, after saying what to install. */
async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.env.SONARA_BROWSER) {
    say(
      `SONARA_BROWSER names ${process.env.SONARA_BROWSER}, which is no program; speech stays silent.`,
    );
    return null;
  }
  const prefix = await aptPrefix();
  if (prefix) {
    // The shell first: 64 MB, and it has everything that sound needs.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const failure = await step(`Installing the browser that sounds speech (apt, ${name})`, () =>
        aptInstall(prefix, [name]),
      );
      if (failure) say(`  not installed: ${failure}`);
      const installed = findBrowser();
      if (installed) return installed;
    }
  }
  say(installHint(process.platform));
  return null;
}
