import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'serve-'));
let server: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  writeFileSync(join(folder, 'file.bin'), 'abcdefghij');
  writeFileSync(join(folder, 'empty'), '');
  mkdirSync(join(folder, 'inner'));
  server = await serveFolder(folder);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a whole file', async () => {
  const response = await fetch(`${server.url}/file.bin`);
  expect(response.status).toBe(200);
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(await response.text()).toBe('abcdefghij');
});

test.each([
  ['bytes=0-3', 'abcd', 'bytes 0-3/10'],
  ['bytes=4-', 'efghij', 'bytes 4-9/10'],
  ['bytes=8-99', 'ij', 'bytes 8-9/10'],
  ['bytes=-3', 'hij', 'bytes 7-9/10'],
  ['bytes=-99', 'abcdefghij', 'bytes 0-9/10'],
])('%s', async (range, body, contentRange) => {
  const response = await fetch(`${server.url}/file.bin`, { headers: { range } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(contentRange);
  expect(await response.text()).toBe(body);
});

test.each(['bytes=10-', 'bytes=-0'])('%s lies outside', async (range) => {
  const response = await fetch(`${server.url}/file.bin`, { headers: { range } });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */10');
});

test.each(['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,3-4'])(
  '%s is answered with the whole file',
  async (range) => {
    expect((await fetch(`${server.url}/file.bin`, { headers: { range } })).status).toBe(200);
  },
);

test('HEAD tells the size and sends nothing', async () => {
  const response = await fetch(`${server.url}/file.bin`, { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe('10');
  expect(await response.text()).toBe('');
});

test('an empty file', async () => {
  const response = await fetch(`${server.url}/empty`);
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test.each(['/missing', '/', '/inner', '/../package.json', '/%2e%2e/package.json'])(
  '%s is not found',
  async (path) => {
    // fetch would tidy the path.
    const status = await new Promise((resolve, reject) => {
      request(server.url, { path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  },
);

test('other methods are refused', async () => {
  expect((await fetch(`${server.url}/file.bin`, { method: 'POST' })).status).toBe(405);
});
