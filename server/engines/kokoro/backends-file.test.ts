import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackendsFile, openBackendsFile } from './backends-file.ts';

let folder: string;
let path: string;
let file: BackendsFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-backends-'));
  path = join(folder, 'home/backends.json');
  file = openBackendsFile(path);
});
afterEach(() => rmSync(folder, { recursive: true }));

const measured = { wasm: { factor: 1.42 }, webgpu: { failed: 'its sound is garbled' } };

/** As another program would leave it. */
function leave(content: string): void {
  mkdirSync(join(folder, 'home'), { recursive: true });
  writeFileSync(path, content);
}

test('what was written is read, by another runtime too', () => {
  file.write('a model', measured);
  expect(openBackendsFile(path).read('a model')).toEqual(measured);
});

test('of another model or machine nothing is known', () => {
  file.write('a model', measured);
  expect(file.read('another')).toEqual({});
});

test('nothing is known before it was written', () => {
  expect(file.read('a model')).toEqual({});
});

test.each(['', '{', 'null', '[]', '3', '{"key":"a model"}', '{"key":"a model","measured":7}'])(
  'a damaged file (%s) counts as none',
  (content) => {
    leave(content);
    expect(file.read('a model')).toEqual({});
  },
);

test('entries that cannot be are left out', () => {
  const entries = {
    wasm: { factor: 0 },
    native: { factor: '1' },
    webgpu: { failed: 'x'.repeat(5000) },
    other: { factor: 1 },
  };
  leave(JSON.stringify({ key: 'a model', measured: { ...entries, wasm: { factor: 2 } } }));
  expect(file.read('a model')).toEqual({
    wasm: { factor: 2 },
    webgpu: { failed: 'x'.repeat(300) },
  });
  leave(JSON.stringify({ key: 'a model', measured: entries }));
  expect(file.read('a model')).toEqual({});
});

test('what was lost is not kept: it may work at the next start', () => {
  file.write('a model', { ...measured, native: { failed: 'it crashed', isLost: true } });
  expect(file.read('a model')).toEqual(measured);
});

test.each(['1e999', '1e299', '-1', '0', 'null', '"1"', '[1]'])(
  'a factor of %s is left out',
  (factor) => {
    leave(`{"key":"a model","measured":{"native":{"factor":${factor}},"wasm":{"factor":1}}}`);
    expect(file.read('a model')).toEqual({ wasm: { factor: 1 } });
  },
);

test('where nothing worked nothing is known', () => {
  file.write('a model', { wasm: { failed: 'no browser' }, native: { failed: 'too new' } });
  expect(file.read('a model')).toEqual({});
});

test('nothing else is left in the home', () => {
  file.write('a model', measured);
  file.write('a model', {});
  expect(readdirSync(join(folder, 'home'))).toEqual(['backends.json']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ key: 'a model', measured: {} });
});

test('nothing is left behind when it cannot be written', () => {
  mkdirSync(join(path, 'in the way'), { recursive: true });
  expect(() => file.write('a model', measured)).toThrow();
  expect(readdirSync(join(folder, 'home'))).toEqual(['backends.json']);
});
