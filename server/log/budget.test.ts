import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Budget } from './budget.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-budget-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function give(name: string, bytes: number, age: number): string {
  const path = join(folder, name);
  writeFileSync(path, 'x'.repeat(bytes));
  utimesSync(path, 1e9 - age, 1e9 - age);
  return path;
}

it('says how much still fits and deletes nothing then', () => {
  const path = give('a.log', 100, 1);
  expect(new Budget().makeRoom(folder, { limit: 500, more: 400, own: '' })).toBe(400);
  expect(existsSync(path)).toBe(true);
});

it('deletes the oldest until it fits, never its own file', () => {
  const [own, old, young] = [give('own.log', 100, 9), give('b.log', 100, 5), give('c.log', 100, 1)];
  expect(new Budget().makeRoom(folder, { limit: 300, more: 50, own })).toBe(100);
  expect([own, old, young].map((path) => existsSync(path))).toEqual([true, false, true]);
});

it('of files written at the same time takes the highest number first', () => {
  const paths = ['x.9.log', 'x.10.log', 'x.log'].map((name) => give(name, 100, 5));
  new Budget().makeRoom(folder, { limit: 300, more: 50, own: '' });
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true]);
});

it('passes over a file that a viewer holds open', () => {
  const [held, other] = [give('a.log', 100, 9), give('b.log', 100, 1)];
  const remove = (path: string) => {
    if (path === held) throw new Error('EBUSY');
    rmSync(path);
  };
  const budget = new Budget({ remove });
  expect(budget.makeRoom(folder, { limit: 200, more: 50, own: '' })).toBe(100);
  expect([existsSync(held), existsSync(other)]).toEqual([true, false]);
  expect(budget.makeRoom(folder, { limit: 120, more: 50, own: '' })).toBe(20);
});

it('looks at what is no log once in 5 s, and again before it deletes anything', () => {
  let now = 0;
  const budget = new Budget({ now: () => now });
  const room = () => budget.makeRoom(folder, { limit: 500, more: 50, own: '' });
  mkdirSync(join(folder, 'sub'));
  give('a.log', 100, 1);
  expect(room()).toBe(400);
  const other = give('sub/other.log', 200, 9);
  now = 4999;
  expect(room()).toBe(400);
  give('a.log', 150, 1);
  expect(room()).toBe(350);
  now = 5000;
  expect(room()).toBe(150);

  rmSync(other);
  const log = give('a.log', 300, 1);
  expect(room()).toBe(200);
  expect(existsSync(log)).toBe(true);
});
