// What the end-to-end tests need from the system, besides the browser.
import { existsSync } from 'node:fs';
import { aptInstall, aptPrefix, hasProgram } from './apt.mjs';
import { ensureNative } from './native.mjs';
import { root } from './prepare.mjs';
import { say, step } from './words.mjs';

/** name: as in SONARA_TEST_LACKS; present: whether it is there; packages: Debian's. */
const parts = [
  {
    name: 'sound-server',
    packages: ['pulseaudio', 'pulseaudio-utils'],
    present: () => ['pulseaudio', 'parec', 'pactl'].every((name) => hasProgram(name)),
  },
  {
    name: 'recogniser',
    packages: ['pocketsphinx', 'pocketsphinx-en-us'],
    present: () =>
      hasProgram('pocketsphinx_continuous') && existsSync('/usr/share/pocketsphinx/model/en-us'),
  },
  { name: 'sox', packages: ['sox'], present: () => hasProgram('sox') },
  { name: 'espeak-ng', packages: ['espeak-ng'], present: () => hasProgram('espeak-ng') },
];

/**
 * Installs what lacks where apt can, and the native runtime for Kokoro in `.cache/native`.
 * @returns {Promise<string[]>} the names of the parts that still lack
 */
export async function ensureTestParts() {
  const lacks = await ensureSystemParts();
  return (await hasNative()) ? lacks : [...lacks, 'native'];
}

async function ensureSystemParts() {
  const missing = parts.filter((part) => !part.present());
  const prefix = missing.length > 0 ? await aptPrefix() : null;
  if (prefix) {
    const packages = missing.flatMap((part) => part.packages);
    await step(`Installing what the tests need (apt: ${packages.join(', ')})`, async () => {
      // All in one go is quicker; one unknown package must not cost the others.
      if ((await aptInstall(prefix, packages)) === '') return;
      for (const part of missing) if (!part.present()) await aptInstall(prefix, part.packages);
    });
  }
  return missing.filter((part) => !part.present()).map((part) => part.name);
}

/** @returns {Promise<boolean>} whether there is one now */
async function hasNative() {
  try {
    await ensureNative(root);
    return true;
  } catch (error) {
    say(`  not installed: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
