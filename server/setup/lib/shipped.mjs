// Which packages ship: what an installation brings, and what is bundled into dist/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only needed to build and to test: no part of them is in dist/. */
const tools = [/^@types\//, /^(oxlint|prettier|rolldown|typescript|vite|vitest)$/];

/** In the tree of something that ships, but no part of it does. */
const left = [
  // Placeholders that `overrides` puts in their place.
  /^(onnxruntime-node|sharp)$/,
  // Holds espeak-ng (GPL); kokoro-js asks for it, and no bundle takes it in.
  /^phonemizer$/,
  // Types only.
  /^@types\//,
];

/** Dependencies, and bundled devDependencies, with all that they bring. */
export function shippedPackages(root) {
  const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const ours = manifest('.');
  const bundled = Object.keys(ours.devDependencies ?? {}).filter((name) => !matches(name, tools));
  const queue = [...Object.keys(ours.dependencies ?? {}), ...bundled];
  const found = new Map();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name) || matches(name, left)) continue;
    const folder = join('node_modules', name);
    const { license, dependencies = {} } = manifest(folder);
    found.set(name, { name, license, folder: join(root, folder) });
    queue.push(...Object.keys(dependencies));
  }
  return [...found.values()];
}

function matches(name, patterns) {
  return patterns.some((pattern) => pattern.test(name));
}
