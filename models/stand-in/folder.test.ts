import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeStandIn } from './folder.mjs';

const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the folder has the two files of the real model and their manifest, nothing else', async () => {
  await writeStandIn('small', folder);
  expect(readdirSync(folder).sort()).toEqual([
    'kokoro-v1.0.onnx',
    'manifest.json',
    'voices-v1.0.bin',
  ]);
});

test('the manifest says what was written, and where it will be served', async () => {
  const manifest = await writeStandIn('small-hf', folder, { baseUrl: 'http://127.0.0.1:9' });
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
  const [model] = manifest.files;
  const bytes = readFileSync(join(folder, 'kokoro-v1.0.onnx'));
  expect(model).toEqual({
    name: 'kokoro-v1.0.onnx',
    url: 'http://127.0.0.1:9/kokoro-v1.0.onnx',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

test('without an address the files themselves are the URLs', async () => {
  const { files } = await writeStandIn('small', folder);
  expect(readFileSync(new URL(files[1]!.url)).length).toBe(files[1]!.bytes);
});

test('an address may end in a slash', async () => {
  const { files } = await writeStandIn('small', folder, { baseUrl: 'http://127.0.0.1:9/x/' });
  expect(files[1]!.url).toBe('http://127.0.0.1:9/x/voices-v1.0.bin');
});

test.each(['ftp://x', 'nonsense', '/tmp', 'file:///x'])('%s is no address', async (baseUrl) => {
  await expect(writeStandIn('small', folder, { baseUrl })).rejects.toThrow('no http or https');
});

test.each(['huge', 'toString'])('%s is no stand-in', async (kind) => {
  await expect(writeStandIn(kind, folder)).rejects.toThrow(`no stand-in named ${kind}`);
});
