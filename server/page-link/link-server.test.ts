import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startLinkServer, type LinkServer } from './link-server.ts';

let folder: string;
let server: LinkServer;
let host: string;
let ticket: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-link-'));
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'page/assets/a.js'), 'export {};');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  server = await startLinkServer(join(folder, 'page'));
  const url = new URL(server.address);
  host = url.host;
  ticket = url.hash.slice(1);
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Without the help of `fetch`, which cleans paths and sets Host itself. */
function get(path: string, { method = 'GET', name = host } = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { host: name } }, (response) => {
      let body = '';
      response.on('data', (data) => (body += data));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

function link(query: string, origin = `http://${host}`): Promise<'open' | 'refused'> {
  const socket = new WebSocket(`ws://${host}/${query}`, { origin });
  return new Promise((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('error', () => resolve('refused'));
  });
}

describe('files', () => {
  test('the page comes isolated and under a strict policy', async () => {
    const { status, headers, body } = await get('/');
    expect([status, body]).toEqual([200, '<!doctype html>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get('/assets/a.js')).headers['content-type']).toContain('text/javascript');
  });

  test.each([
    '/../secret.js',
    '/..%2fsecret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/none.js',
    '/%',
    '/assets',
  ])('nothing else: %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toBe('');
  });

  test('another name or method is refused', async () => {
    expect((await get('/', { name: 'evil.example' })).status).toBe(421);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
  });
});

describe('the link', () => {
  test('opens once with the ticket', async () => {
    expect(await link(`link?ticket=${ticket}`)).toBe('open');
    expect(await link(`link?ticket=${ticket}`)).toBe('refused');
  });

  test('not without the ticket, from another origin or at another path', async () => {
    expect(await link('link')).toBe('refused');
    expect(await link(`link?ticket=${'0'.repeat(ticket.length)}`)).toBe('refused');
    expect(await link(`link?ticket=${ticket}`, 'http://evil.example')).toBe('refused');
    expect(await link(`other?ticket=${ticket}`)).toBe('refused');
    expect(await link(`link?ticket=${ticket}`)).toBe('open');
  });

  test('every ticket is another', async () => {
    const other = await startLinkServer(join(folder, 'page'));
    expect(new URL(other.address).hash).not.toBe(`#${ticket}`);
    expect(ticket.length).toBe(48);
    other.close();
  });
});
