import { describe, expect, test } from 'vitest';
import { kokoro, standIn } from './manifest.ts';

test('every file is pinned: a release URL that ends in its name, a size, a SHA-256', () => {
  expect(kokoro.files.map((file) => file.name)).toEqual(['kokoro-v1.0.onnx', 'voices-v1.0.bin']);
  for (const file of kokoro.files) {
    expect(new URL(file.url).protocol).toBe('https:');
    expect(file.url).toMatch(new RegExp(`/releases/download/[^/]+/${file.name}$`));
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(file.bytes).toBeGreaterThan(1_000_000);
  }
});

test('the whole download is about 354 MB, as the protocol says', () => {
  const bytes = kokoro.files.reduce((sum, file) => sum + file.bytes, 0);
  expect(Math.round(bytes / 1e6)).toBe(354);
});

describe('a stand-in', () => {
  const entries = kokoro.files.map(({ name }, n) => ({
    name,
    bytes: n + 1,
    sha256: String(n).repeat(64),
  }));
  const from = (value: unknown) => standIn(kokoro, JSON.stringify(value));

  test('has its own sizes and hashes', () => {
    const { files } = from({ files: entries });
    expect(files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))).toEqual(entries);
  });

  test('keeps the URLs, whatever it says', () => {
    const { files } = from({ files: entries.map((entry) => ({ ...entry, url: 'file:///etc' })) });
    expect(files.map((file) => file.url)).toEqual(kokoro.files.map((file) => file.url));
  });

  test('adds no file', () => {
    const { files } = from({ files: [...entries, { ...entries[0], name: '../other' }] });
    expect(files.map((file) => file.name)).toEqual(kokoro.files.map((file) => file.name));
  });

  test('can be a whole model', () => {
    expect(from(kokoro)).toEqual(kokoro);
  });

  test('that is not JSON is refused', () => {
    expect(() => standIn(kokoro, '{')).toThrow('it is not JSON');
  });

  test.each([null, 5, [], {}, { files: {} }])('%j is refused', (value) => {
    expect(() => from(value)).toThrow('it has no list "files"');
  });

  test('without a file is refused', () => {
    expect(() => from({ files: [null, 'x', entries[0]] })).toThrow('it has no voices-v1.0.bin');
  });

  test.each([0, -1, 1.5, '7', null, undefined, 2 ** 60])('of %j bytes is refused', (bytes) => {
    expect(() => from({ files: entries.map((entry) => ({ ...entry, bytes })) })).toThrow(
      'the bytes of kokoro-v1.0.onnx are not a whole number above 0',
    );
  });

  test.each(['', 'AB'.repeat(32), '0'.repeat(63), 5, undefined])(
    'of hash %j is refused',
    (sha256) => {
      expect(() => from({ files: entries.map((entry) => ({ ...entry, sha256 })) })).toThrow(
        'the sha256 of kokoro-v1.0.onnx is not 64 lower-case hexadecimal digits',
      );
    },
  );
});
