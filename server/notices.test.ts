/** NOTICE.md names everything that ships: what an installation brings, and what is bundled into dist/. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

interface Manifest {
  name: string;
  license: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest = (path: string) => JSON.parse(read(path)) as Manifest;
const ours = manifest('package.json');

/** Only needed to build and to test: no part of them is in dist/. */
const tools = [/^@types\//, /^(oxlint|prettier|rolldown|typescript|vite|vitest)$/];

/** In the tree of something that ships, but no part of it does. */
const left = [
  // Placeholders that `overrides` puts in their place.
  'onnxruntime-node',
  'sharp',
  // Holds espeak-ng (GPL); the page's build puts Sonara's own phonemes in its place.
  'phonemizer',
  // Types only.
  /^@types\//,
];

test('every package that ships is named with its licence', () => {
  const rows = read('NOTICE.md').split('\n');
  const missing = shipped().filter(
    ({ name, license }) =>
      !rows.some((row) => row.startsWith(`| ${name} |`) && row.includes(`| ${license} |`)),
  );
  expect(missing).toEqual([]);
});

test('nothing is named that does not ship', () => {
  const named = [...read('NOTICE.md').matchAll(/^\| (@?[a-z0-9][^ |]*) \| /gm)].map(
    (row) => row[1],
  );
  const names = shipped().map((found) => found.name);
  expect(named.filter((name) => name !== 'package' && !names.includes(name!))).toEqual([]);
});

test('every licence is one that may ship, with its text', () => {
  const texts = read('NOTICE.md');
  const allowed = ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'BSD-4-Clause'];
  for (const { name, license } of shipped()) {
    const names = license.split(' OR ');
    expect(
      names.filter((one) => allowed.includes(one)),
      name,
    ).not.toEqual([]);
  }
  for (const license of allowed) expect(texts).toContain(`### ${license}`);
});

/** Dependencies, and bundled devDependencies, with all that they bring. */
function shipped(): { name: string; license: string }[] {
  const found = new Map<string, string>();
  const bundled = Object.keys(ours.devDependencies ?? {}).filter((name) => !matches(name, tools));
  const queue = [...Object.keys(ours.dependencies ?? {}), ...bundled];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name) || matches(name, left)) continue;
    const { license, dependencies = {} } = manifest(`node_modules/${name}/package.json`);
    found.set(name, license);
    queue.push(...Object.keys(dependencies));
  }
  return [...found].map(([name, license]) => ({ name, license }));
}

function matches(name: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) =>
    typeof pattern === 'string' ? pattern === name : pattern.test(name),
  );
}
