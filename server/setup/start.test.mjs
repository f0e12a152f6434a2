// `npm start` from outside, in a checkout whose runtime and build are stand-ins.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive, readRuntimeFile } from './lib/home.mjs';
import { run } from './lib/children.mjs';
import { root } from './lib/prepare.mjs';

/** Answers every request, keeps what it was asked, and behaves as STAND_IN says. */
const standIn = `#!/usr/bin/env -S node --max-old-space-size=64
const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const home = process.env.SONARA_HOME;
const file = home + '/runtime.json';
if (process.env.STAND_IN === 'fails') { console.error('no luck today'); process.exit(1); }
mkdirSync(home, { recursive: true });
const server = require('node:http').createServer(async (request, response) => {
  let body = '';
  for await (const data of request) body += data;
  if (request.url === '/v1/speak') appendFileSync(home + '/said', JSON.parse(body).text + '\\n');
  response.end(JSON.stringify({ ok: request.headers.authorization === 'Bearer abc1' }));
});
server.listen(0, '127.0.0.1', () => writeFileSync(file, JSON.stringify({
  pid: process.pid, port: 1, http_port: server.address().port, token: 'abc1', version: '1.2.3',
  args: process.argv.slice(2), flags: process.execArgv })));
process.on('SIGTERM', () => {
  if (process.env.STAND_IN === 'hangs') return;
  rmSync(file);
  process.exit(0);
});
`;

describe.skipIf(process.platform === 'win32')('npm start', () => {
  let checkout;
  let home;
  let started;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'sonara-checkout-'));
    home = join(checkout, 'home');
    started = [];
    mkdirSync(join(checkout, 'server'));
    mkdirSync(join(checkout, 'dist'));
    cpSync(join(root, 'server/setup'), join(checkout, 'server/setup'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
      cpSync(join(root, name), join(checkout, name));
    writeFileSync(
      join(checkout, 'server/setup/build.mjs'),
      'export const isBuilt = () => true;\nexport async function buildIfNeeded() {}\n',
    );
    writeFileSync(join(checkout, 'dist/sonarad.cjs'), standIn);
    writeFileSync(join(checkout, 'dist/sonara.cjs'), '');
  });

  afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    const left = readRuntimeFile(home);
    if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL');
    rmSync(checkout, { recursive: true, force: true });
  });

  const script = () => join(checkout, 'server/setup/start.mjs');
  const env = (more) => ({
    ...process.env,
    SONARA_HOME: home,
    SONARA_BROWSER: process.execPath,
    ...more,
  });

  /** Starts it and waits until it has said all. */
  async function begin(args = [], more = {}) {
    const child = spawn(process.execPath, [script(), ...args], { env: env(more) });
    started.push(child);
    let text = '';
    await new Promise((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (data) => {
        text += data;
        if (text.includes('Press Ctrl+C')) resolve();
      });
      child.once('exit', resolve);
    });
    return { child, text: () => text };
  }

  async function stop(child, signal) {
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'speaks, says where it listens, ends on %s',
    async (signal) => {
      const { child, text } = await begin(['--engine', 'fake']);
      const runtime = readRuntimeFile(home);
      expect(runtime.args).toEqual(['--standalone', '--engine', 'fake']);
      expect(runtime.flags).toEqual(['--max-old-space-size=64']);
      expect(readFileSync(join(home, 'said'), 'utf8')).toMatch(/^Sonara is ready\./);
      expect(text()).toContain(`http://127.0.0.1:${runtime.http_port}/v1/`);
      expect(await stop(child, signal)).toBe(0);
      expect(isAlive(runtime.pid)).toBe(false);
      expect(existsSync(join(home, 'runtime.json'))).toBe(false);
    },
  );

  test('the line to copy speaks', async () => {
    const { child, text } = await begin();
    const line = text()
      .split('\n')
      .find((found) => found.includes('curl'));
    // curl may not be on this machine; what it is given is what counts.
    const stub = `curl() { printf '%s\\n' "$@"; }; ${line}`;
    const { output } = await run('sh', ['-c', stub], { env: env() });
    expect(output).toContain('Authorization: Bearer abc1');
    expect(output).toContain(`http://127.0.0.1:${readRuntimeFile(home).http_port}/v1/speak`);
    expect(await stop(child, 'SIGINT')).toBe(0);
  });

  test('finds the one that runs, greets through it, and says how long it stays', async () => {
    const first = await begin();
    const said = () => readFileSync(join(home, 'said'), 'utf8').trim().split('\n');
    const again = await run(process.execPath, [script()], { env: env() });
    expect(again).toMatchObject({ code: 0 });
    expect(again.output).toContain(
      `already running (version 1.2.3, pid ${readRuntimeFile(home).pid})`,
    );
    expect(again.output).toContain('ends about 30 s after its last client');
    expect(again.output).toContain('It says: Sonara is ready.');
    await run(process.execPath, [script(), '--say', 'Me too.'], { env: env() });
    expect(said()).toEqual([said()[0], said()[0], 'Me too.']);
    expect(await stop(first.child, 'SIGTERM')).toBe(0);
  });

  test.each(['--help', '--version'])('%s is answered, and nothing is started', async (question) => {
    writeFileSync(
      join(checkout, 'dist/sonarad.cjs'),
      'console.log("told of", process.argv.slice(2).join(" "));',
    );
    const { code, output } = await run(process.execPath, [script(), question], {
      env: env(),
    });
    expect(code).toBe(0);
    expect(output).toContain(`told of ${question}`);
    expect(output.includes('--say <text>')).toBe(question === '--help');
    expect(readRuntimeFile(home)).toBeNull();
  });

  test('a runtime that hangs is ended by force', async () => {
    const { child } = await begin([], { STAND_IN: 'hangs' });
    const { pid } = readRuntimeFile(home);
    expect(await stop(child, 'SIGINT')).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('a runtime that does not start is told in words', async () => {
    const { code, output } = await run(process.execPath, [script()], {
      env: env({ STAND_IN: 'fails' }),
    });
    expect(code).toBe(1);
    expect(output).toContain('Sonara: the runtime did not start (exit code 1).\nno luck today\n');
    expect(output).not.toContain('    at ');
  });
});
