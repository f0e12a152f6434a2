/** Requirements and cases fit together: every fact is proved by name, and by a name that exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Section, sections } from './requirements.ts';

const all: readonly Section[] = sections;
const ids = all.flatMap(({ facts }) => facts.map(([id]) => id));

/** The arguments of every `proves(...)` of the test files. */
const calls = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('manifest.test.ts'))
  .flatMap((name) => {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    return [...source.matchAll(/\bproves\(([^()]*)\)/g)].map(([, given]) => given!);
  });
const cited = calls.flatMap((given) => [...given.matchAll(/'([^']*)'/g)].map(([, id]) => id!));

const repeated = (list: string[]) => list.filter((each, at) => list.indexOf(each) !== at);

describe('the manifest', () => {
  test('finds the cases', () => {
    expect(cited.length).toBeGreaterThan(200);
  });

  test('ids are written out where they are cited', () => {
    const literals = /^\s*'[^']*'(\s*,\s*'[^']*')*\s*,?\s*$/;
    expect(calls.filter((given) => !literals.test(given))).toEqual([]);
  });

  test('every id is cited by a case', () => {
    expect(ids.filter((id) => !cited.includes(id))).toEqual([]);
  });

  test('every cited id exists', () => {
    expect(cited.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('no id and no fact is there twice', () => {
    expect(repeated(ids)).toEqual([]);
    for (const { section, facts } of all)
      expect(repeated(facts.map(([, fact]) => fact)), section).toEqual([]);
    expect(repeated(all.map(({ section }) => section))).toEqual([]);
  });

  test('every id reads area.fact', () => {
    expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});
