import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCode, launch, newHome, Runtime } from '../harness/runtime.ts';

let runtime: Runtime;
beforeAll(async () => {
  runtime = await Runtime.start();
});
afterAll(() => runtime.stop());

describe('runtime.json', () => {
  it('names the process itself', () => {
    expect(runtime.file.pid).toBe(runtime.child.pid);
  });

  it('has every documented field', () => {
    expect(runtime.file).toMatchObject({
      port: expect.any(Number),
      http_port: expect.any(Number),
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: expect.any(String),
      protocol: { major: 1, minor: expect.any(Number) },
      capabilities: expect.arrayContaining([
        'core',
        'speak',
        'control',
        'set',
        'get',
        'voices',
        'subscribe',
        'events.state',
        'events.items',
        'events.log',
        'engine_status',
      ]),
      extensions: expect.any(Array),
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it.skipIf(process.platform === 'win32')('is private to the user, like the home', () => {
    expect(statSync(join(runtime.home, 'runtime.json')).mode & 0o777).toBe(0o600);
    expect(statSync(runtime.home).mode & 0o777).toBe(0o700);
  });

  it('leaves no temp file in the home', () => {
    expect(readdirSync(runtime.home).filter((name) => name.includes('tmp'))).toEqual([]);
  });
});

describe('the single instance', () => {
  it('a second one for the same home says so and exits with code 3', async () => {
    const second = launch({ home: runtime.home });
    expect(await exitCode(second.child)).toBe(3);
    expect(second.stderr()).toContain('another instance is already running');
  });

  it('leaves the first one described', async () => {
    const second = launch({ home: runtime.home });
    await exitCode(second.child);
    expect(existsSync(join(runtime.home, 'runtime.json'))).toBe(true);
  });

  it('another home is another instance', async () => {
    const other = await Runtime.start();
    expect(other.file.pid).not.toBe(runtime.file.pid);
    await other.stop();
  });

  it('is free at once after kill -9, and the stale file is overwritten', async () => {
    const home = newHome();
    const killed = await Runtime.start({ home });
    killed.child.kill('SIGKILL');
    await killed.exited;
    expect(existsSync(join(home, 'runtime.json'))).toBe(true);
    const next = await Runtime.start({ home });
    expect(next.file.pid).toBe(next.child.pid);
    await next.stop();
  });
});

describe('the end', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`${signal} ends it cleanly: code 0 and no runtime.json`, async () => {
      const home = newHome();
      const ended = await Runtime.start({ home });
      ended.child.kill(signal);
      expect(await ended.exited).toBe(0);
      expect(existsSync(join(home, 'runtime.json'))).toBe(false);
    });
  }

  it('a temp file of a killed writer is gone after the next start', async () => {
    const home = newHome();
    writeFileSync(join(home, 'config.json.999999.tmp'), '{');
    const next = await Runtime.start({ home });
    expect(existsSync(join(home, 'config.json.999999.tmp'))).toBe(false);
    await next.stop();
  });
});

describe('the command line', () => {
  it('an unknown option is refused in words', async () => {
    const { child, stderr } = launch({ args: ['--no-such-option'] });
    expect(await exitCode(child)).toBe(2);
    expect(stderr()).toContain('--no-such-option');
  });

  it.skipIf(process.platform !== 'linux')(
    'a home below /proc is refused, not waited for',
    async () => {
      const { child } = launch({ home: '/proc/sonara' });
      expect(await exitCode(child)).toBe(1);
    },
  );

  it('an --idle-exit that is no number is refused', async () => {
    const { child, stderr } = launch({ args: ['--idle-exit', ''] });
    expect(await exitCode(child)).toBe(2);
    expect(stderr()).toContain('--idle-exit');
  });

  it.skipIf(process.platform === 'win32')(
    'named pipes in place of its files do not hold it up',
    async () => {
      const home = newHome();
      mkdirSync(join(home, 'logs'));
      for (const name of ['config.json', 'logs/sonarad.log'])
        execFileSync('mkfifo', [join(home, name)]);
      const runtime = await Runtime.start({ home });
      expect(runtime.file.pid).toBe(runtime.child.pid);
      await runtime.stop();
    },
  );

  it('a home that cannot be made is an error in words, code 1', async () => {
    const file = join(newHome(), 'file');
    writeFileSync(file, '');
    const { child, stderr } = launch({ home: join(file, 'home') });
    expect(await exitCode(child)).toBe(1);
    expect(stderr()).toMatch(/^sonarad: /);
  });
});
