import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findRunning, homeFolder, readRuntimeFile } from './home.mjs';

describe('homeFolder', () => {
  const env = { HOME: '/home/a', LOCALAPPDATA: '/local' };

  test('has a place on every platform', () => {
    expect(homeFolder([], env, 'linux')).toBe('/home/a/.local/share/sonara');
    expect(homeFolder([], { ...env, XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data/sonara');
    expect(homeFolder([], env, 'darwin')).toBe('/home/a/Library/Application Support/Sonara');
    expect(homeFolder([], env, 'win32')).toBe(join('/local', 'Sonara'));
  });

  test('--home wins over SONARA_HOME, which wins over the rest', () => {
    const own = { ...env, SONARA_HOME: '/own' };
    expect(homeFolder([], own, 'linux')).toBe('/own');
    expect(homeFolder(['--home', '/arg'], own, 'linux')).toBe('/arg');
    expect(homeFolder(['--home=rel'], own, 'linux')).toBe(resolve('rel'));
  });
});

describe('a home', () => {
  let home;
  let server;
  const write = (content) => writeFileSync(join(home, 'runtime.json'), content);

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'sonara-setup-'));
    server = createServer((request, response) => {
      const ok = request.headers.authorization === 'Bearer right';
      response.end(JSON.stringify({ ok }));
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
  });

  afterEach(() => {
    server.close();
    rmSync(home, { recursive: true });
  });

  test('without or with half a runtime.json says nothing', () => {
    expect(readRuntimeFile(home)).toBeNull();
    write('{"pid": 1');
    expect(readRuntimeFile(home)).toBeNull();
    write('{"pid": 1}');
    expect(readRuntimeFile(home)).toBeNull();
  });

  test('is served only by a live process that knows the token', async () => {
    const http_port = server.address().port;
    const served = { pid: process.pid, token: 'right', http_port };
    expect(await findRunning(home)).toBeNull();
    write(JSON.stringify(served));
    expect(await findRunning(home)).toEqual(served);
    write(JSON.stringify({ ...served, token: 'wrong' }));
    expect(await findRunning(home)).toBeNull();
    write(JSON.stringify({ ...served, pid: 2 ** 22 + 1 }));
    expect(await findRunning(home)).toBeNull();
    write(JSON.stringify({ ...served, http_port: 1 }));
    expect(await findRunning(home)).toBeNull();
  });
});
