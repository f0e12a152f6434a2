import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realFileSystem as fs } from './file-system.ts';
import { model } from './fixtures/world.ts';
import { baseUrl, modelToUse, urlOf } from './source.ts';

const file = model.files[0]!;
const { name } = file;

describe('the base URL', () => {
  test.each([
    'https://mirror.example/models',
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://127.8.0.1',
    'http://[::1]:8080/x',
  ])('%s is allowed', (text) => {
    expect(baseUrl(text)?.href).toBe(new URL(text).href);
  });

  test.each([
    'http://mirror.example',
    'http://10.0.0.1',
    'http://localhost.example',
    'http://[::2]',
    'ftp://localhost',
    'file:///etc',
  ])('%s is refused', (text) => {
    expect(() => baseUrl(text)).toThrow(
      'SONARA_MODEL_BASE_URL must be https, or http on this machine',
    );
  });

  test('what is no URL is refused', () => {
    expect(() => baseUrl('mirror')).toThrow('SONARA_MODEL_BASE_URL is not a URL');
  });

  test.each([undefined, ''])('%j is none', (text) => {
    expect(baseUrl(text)).toBeNull();
  });
});

describe('the URL of a file', () => {
  test('is the pinned one', () => {
    expect(urlOf(file, null).href).toBe(file.url);
  });

  test.each([
    ['https://mirror.example', `https://mirror.example/${name}`],
    ['https://mirror.example/a/b', `https://mirror.example/a/b/${name}`],
    ['https://mirror.example/a/b//', `https://mirror.example/a/b/${name}`],
    ['https://mirror.example/a?key=1', `https://mirror.example/a/${name}?key=1`],
  ])('below %s', (base, url) => {
    expect(urlOf(file, new URL(base)).href).toBe(url);
  });
});

describe('SONARA_MODEL_MANIFEST', () => {
  let folder: string;
  const path = (content: string) => {
    const file = join(folder, 'manifest.json');
    writeFileSync(file, content);
    return { SONARA_MODEL_MANIFEST: file };
  };
  const other = {
    ...model,
    files: model.files.map((file) => ({ ...file, bytes: 3, sha256: 'ab'.repeat(32) })),
  };
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sonara-manifest-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['http://127.0.0.1:1', 'https://localhost'])('counts with %s', async (base) => {
    const env = path(JSON.stringify(other));
    expect(await modelToUse(model, base, { env, fs })).toEqual(other);
  });

  test.each([undefined, '', 'https://mirror.example', 'nonsense'])(
    'does not count with %j',
    async (base) => {
      const env = path(JSON.stringify(other));
      expect(await modelToUse(model, base, { env, fs })).toBe(model);
    },
  );

  test('without it the model is the pinned one', async () => {
    expect(await modelToUse(model, 'http://localhost', { env: {}, fs })).toBe(model);
  });

  test.each([
    ['nonsense', 'it is not JSON'],
    ['{"files": []}', `it has no ${name}`],
  ])('%s is refused', async (content, why) => {
    await expect(modelToUse(model, 'http://localhost', { env: path(content), fs })).rejects.toThrow(
      `SONARA_MODEL_MANIFEST cannot be used: ${why}`,
    );
  });

  test('a file that is not there is refused', async () => {
    const env = { SONARA_MODEL_MANIFEST: join(folder, 'none.json') };
    await expect(modelToUse(model, 'http://localhost', { env, fs })).rejects.toThrow(
      'SONARA_MODEL_MANIFEST cannot be used: ENOENT',
    );
  });
});
