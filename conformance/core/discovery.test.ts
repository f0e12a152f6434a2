import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { proves } from '../proves.ts';
import { exitCode, launch, newHome, readRuntimeFile, Runtime, sleep } from '../harness/runtime.ts';
import { useRuntime } from '../harness/set-up.ts';
import { TcpClient } from '../harness/tcp-client.ts';

const runtime = useRuntime();

describe('the home', () => {
  it(proves('home.flag'), async () => {
    const [home, other] = [newHome(), newHome()];
    const started = await Runtime.start({ home, env: { SONARA_HOME: other } });
    expect(readdirSync(other)).toEqual([]);
    await started.stop();
  });

  it(proves('home.env'), async () => {
    const home = newHome();
    const env = { SONARA_HOME: home };
    const started = await Runtime.start({ home, env, bare: true, args: ['--engine', 'fake'] });
    expect(started.file.pid).toBe(started.child.pid);
    await started.stop();
  });

  describe.skipIf(process.platform !== 'linux')('of Linux', () => {
    const bare = { bare: true, args: ['--engine', 'fake'] };

    it(proves('home.xdg'), async () => {
      const data = newHome();
      const home = join(data, 'sonara');
      // HOME is set too, so that nothing is taken over from the user's own ~/.sonara.
      const env = { SONARA_HOME: undefined, XDG_DATA_HOME: data, HOME: data };
      const started = await Runtime.start({ ...bare, home, env });
      expect(started.file.pid).toBe(started.child.pid);
      await started.stop();
    });

    it(proves('home.no-xdg'), async () => {
      const user = newHome();
      const home = join(user, '.local/share/sonara');
      const env = { SONARA_HOME: undefined, XDG_DATA_HOME: undefined, HOME: user };
      const started = await Runtime.start({ ...bare, home, env });
      expect(started.file.pid).toBe(started.child.pid);
      await started.stop();
    });
  });
});

describe('runtime.json', () => {
  it(proves('file.pid'), () => {
    expect(runtime.file.pid).toBe(runtime.child.pid);
  });

  it.skipIf(process.platform === 'win32')(proves('file.no-wrapper'), async () => {
    const started = await Runtime.start({ direct: true });
    expect(started.file.pid).toBe(started.child.pid);
    await started.stop();
  });

  it(proves('file.fields'), () => {
    expect(Object.keys(runtime.file).sort()).toEqual([
      'capabilities',
      'extensions',
      'http_port',
      'pid',
      'port',
      'protocol',
      'started_at',
      'token',
      'version',
    ]);
  });

  it(proves('file.port'), async () => {
    const client = await TcpClient.greet(runtime.file);
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
    client.close();
  });

  it(proves('file.http-port'), async () => {
    expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
  });

  it(proves('file.token'), () => {
    expect(runtime.file.token).toMatch(/^[0-9a-f]{64}$/);
  });

  it(proves('file.version'), async () => {
    const { child, stdout } = launch({ bare: true, args: ['--version'] });
    await exitCode(child);
    await sleep(50);
    expect(stdout()).toContain(String(runtime.file['version']));
  });

  it(proves('file.protocol'), () => {
    expect(runtime.file['protocol']).toEqual({ major: 1, minor: expect.any(Number) });
  });

  it(proves('version.spoken'), () => {
    expect(runtime.file['protocol']).toEqual({ major: 1, minor: 15 });
  });

  it(proves('file.capabilities'), () => {
    const first = ['core', 'speak', 'control', 'set', 'get', 'voices', 'subscribe'];
    const streams = ['events.state', 'events.items', 'events.log'];
    expect(runtime.file['capabilities']).toEqual(expect.arrayContaining([...first, ...streams]));
  });

  it(proves('version.engine-status'), () => {
    expect(runtime.file['capabilities']).toContain('engine_status');
  });

  it(proves('version.no-engines'), () => {
    expect(runtime.file['capabilities']).not.toContain('engines');
  });

  it(proves('file.extensions'), async () => {
    const { body } = await post(runtime.file, '/v1/hello', { extensions: ['nope'] });
    expect(runtime.file['extensions']).not.toContain('nope');
    expect(body['unavailable']).toEqual(['nope']);
    expect(runtime.file['extensions']).toEqual(['channels', 'agent']);
  });

  it(proves('file.started-at'), async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const started = await Runtime.start();
    const at = String(started.file['started_at']);
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    await started.stop();
  });

  it(proves('file.atomic', 'file.usable'), async () => {
    const home = newHome();
    for (let round = 0; round < 5; round++) {
      const { child } = launch({ home });
      let file;
      // Parsing throws for half a file. No pause, so that no moment is missed.
      while (!(file = readRuntimeFile(home))) await new Promise((done) => setImmediate(done));
      expect((await post(file, '/v1/get', { key: 'volume' })).status).toBe(200);
      const client = await TcpClient.greet(file);
      client.close();
      child.kill('SIGTERM');
      await exitCode(child);
    }
  });

  it(proves('file.no-temp'), () => {
    expect(readdirSync(runtime.home).filter((name) => /te?mp/.test(name))).toEqual([]);
  });

  const homes: [string, (folder: string) => string][] = [
    ['a new home', (folder) => join(folder, 'a', 'home')],
    ['a home that was open to others', (folder) => (chmodSync(folder, 0o755), folder)],
  ];
  for (const [what, homeIn] of homes) {
    it.skipIf(process.platform === 'win32')(`${proves('file.private')}: ${what}`, async () => {
      const home = homeIn(newHome());
      const started = await Runtime.start({ home });
      await post(started.file, '/v1/set', { key: 'rate', value: 300 });
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
      expect(files).toEqual(expect.arrayContaining(['config.json', 'runtime.json']));
      for (const name of ['.', ...files]) {
        const stats = statSync(join(home, name));
        expect(stats.mode & 0o777, name).toBe(stats.isDirectory() ? 0o700 : 0o600);
      }
      await started.stop();
    });
  }

  for (const text of ['', '{"pid":', '{"pid":1,"port":1}', '[]']) {
    it(`${proves('file.stale-broken')}: ${JSON.stringify(text)}`, async () => {
      const home = newHome();
      writeFileSync(join(home, 'runtime.json'), text);
      const { child } = launch({ home });
      while (readFileSync(join(home, 'runtime.json'), 'utf8') === text) await sleep(10);
      expect(readRuntimeFile(home)?.pid).toBe(child.pid);
      child.kill('SIGTERM');
      expect(await exitCode(child)).toBe(0);
    });
  }
});

describe('the single instance', () => {
  it(proves('instance.second'), async () => {
    const second = launch({ home: runtime.home });
    expect(await exitCode(second.child)).toBe(3);
  });

  it(proves('instance.message'), async () => {
    const second = launch({ home: runtime.home });
    await exitCode(second.child);
    await sleep(50);
    expect(second.stderr()).toContain('another instance is already running');
  });

  it(proves('instance.keeps-file', 'instance.keeps-first'), async () => {
    await exitCode(launch({ home: runtime.home }).child);
    expect(readRuntimeFile(runtime.home)).toEqual(runtime.file);
    expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
  });

  it(proves('instance.other-home', 'transport.ephemeral'), async () => {
    const other = await Runtime.start();
    expect(runtime.child.exitCode).toBe(null);
    const { port, http_port: httpPort } = runtime.file;
    expect(new Set([port, httpPort, other.file.port, other.file.http_port]).size).toBe(4);
    await other.stop();
  });

  it.skipIf(process.platform === 'win32')(proves('instance.canonical'), async () => {
    const link = join(newHome(), 'link');
    symlinkSync(runtime.home, link);
    for (const name of [link, relative('.', runtime.home), join(runtime.home, 'x', '..')])
      expect(await exitCode(launch({ home: name }).child), name).toBe(3);
  });

  it(proves('instance.free-after-kill', 'file.stale'), async () => {
    const home = newHome();
    const killed = await Runtime.start({ home });
    await killed.kill();
    expect(readRuntimeFile(home)).toEqual(killed.file);
    const next = await Runtime.start({ home });
    expect(next.file.token).not.toBe(killed.file.token);
    await next.stop();
  });
});
