import { expect, test } from 'vitest';
import { kokoro } from './manifest.ts';

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
