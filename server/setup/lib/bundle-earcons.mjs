// The bundled earcons: nobody's recordings, but tones that are worked out anew by every build.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = 'server/earcons/build/build-earcons.ts';

/**
 * @param {string} root absolute root of the checkout
 * @param {string} [folder] where `<kind>.wav` goes
 * @returns {Promise<string[]>} the files' names
 */
export async function bundleEarcons(root, folder = join(root, 'dist/earcons')) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
  });
  // Another name each time: an import of the same file would be that of the build before.
  const maker = join(root, `.cache/build-earcons-${process.pid}-${Date.now()}.mjs`);
  mkdirSync(dirname(maker), { recursive: true });
  try {
    await bundle.write({ format: 'es', codeSplitting: false, file: maker });
    await bundle.close();
    const { buildEarcons } = await import(pathToFileURL(maker).href);
    mkdirSync(folder, { recursive: true });
    return buildEarcons().map(([name, file]) => {
      writeFileSync(join(folder, name), file);
      return name;
    });
  } finally {
    rmSync(maker, { force: true });
  }
}
