// `npm run earcons -- [folder]`: only the bundled earcons, to listen to what was changed. No folder: dist/earcons.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleEarcons } from './lib/bundle-earcons.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'dist/earcons'));
const names = await bundleEarcons(root, folder);
for (const name of names) console.log(join(folder, name));
