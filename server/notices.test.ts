/** NOTICE.md names everything that ships: what an installation brings, and what is bundled into dist/. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { shippedPackages } from './setup/lib/shipped.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const shipped = () => shippedPackages(root);

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
