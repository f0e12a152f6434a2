/** What a determined search for lost messages and crashes once found, and must not find again. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../harness/clean-up.ts';
import { post } from '../harness/http-client.ts';
import { launch, Runtime, sleep, until } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';

async function started(work: (runtime: Runtime) => Promise<void>): Promise<void> {
  const runtime = await Runtime.start({ args: ['--standalone'] });
  try {
    await work(runtime);
  } finally {
    await runtime.stop();
  }
}

describe('a client that hangs up its side after its requests', () => {
  it('gets an answer to each', () =>
    started(async ({ file }) => {
      const client = await TcpClient.greet(file);
      client.send({ type: 'set', key: 'volume', value: 50 });
      client.send({ type: 'get', key: 'volume' });
      client.send({ type: 'speak', text: 'Still here.' });
      client.socket.end();
      await client.closed();
      const replies = client.received.slice(1);
      expect(replies).toEqual([
        { ok: true, key: 'volume', value: 50 },
        { ok: true, key: 'volume', value: 50 },
        { ok: true, item_id: 1 },
      ]);
    }));
});

describe('large answers', () => {
  it('to pipelined requests hold up nobody else, and all come', () =>
    started(async ({ file }) => {
      const say = '\ud800'.repeat(200);
      const value = Array.from({ length: 200 }, (_, index) => ({ word: `w${index}`, say }));
      const greedy = await TcpClient.greet(file);
      await greedy.request('set', { key: 'pronunciations', value });
      const before = greedy.received.length;
      greedy.raw('{"type":"get","key":"pronunciations"}\n'.repeat(100));
      const other = await TcpClient.greet(file);
      expect((await other.request('get', { key: 'volume' }))['ok']).toBe(true);
      await until(() => greedy.received.length === before + 100);
      expect(greedy.received.slice(before).every((reply) => reply['ok'])).toBe(true);
      greedy.close();
      other.close();
    }));

  it('a label over 65,536 characters is refused', () =>
    started(async ({ file }) => {
      const client = await TcpClient.greet(file);
      const reply = await client.request('speak', { text: 'One.', label: 'a'.repeat(65_537) });
      expect(reply['error']).toMatchObject({ code: 'E_BAD_REQUEST' });
      client.close();
    }));

  it('events of the longest label to one that does not read leave the runtime alive', () =>
    started(async ({ file }) => {
      const slow = await TcpClient.greet(file);
      await slow.request('subscribe', { events: ['state'] });
      slow.socket.pause();
      const client = await TcpClient.greet(file);
      await client.request('speak', { text: 'One. Two. Three.', label: 'a'.repeat(65_536) });
      for (let turn = 0; turn < 600; turn++) client.send({ type: 'control', action: 'restart' });
      await client.request('get', { key: 'volume' });
      expect((await post(file, '/v1/get', { key: 'rate' })).status).toBe(200);
      slow.close();
      client.close();
    }));
});

describe('runtime.json', () => {
  it.each([
    ['was removed', (path: string) => rmSync(path)],
    ['is of somebody else', (path: string) => writeFileSync(path, '{"pid":1}')],
  ])('that %s comes back', (_, harm) =>
    started(async ({ home, file }) => {
      const path = join(home, 'runtime.json');
      harm(path);
      await until(() => {
        try {
          return (JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid === file.pid;
        } catch {
          return false;
        }
      });
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(file);
    }),
  );

  it('is not left by a runtime that is ended while it starts', async () => {
    for (let round = 0; round < 5; round++) {
      const { child, home } = launch({ args: ['--standalone'] });
      await until(() => existsSync(join(home, 'instance.lock')));
      child.kill('SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null);
      if (child.exitCode !== 0) continue;
      expect(existsSync(join(home, 'runtime.json'))).toBe(false);
    }
  });
});

describe('a takeover while many settings wait to be saved', () => {
  it('leaves its successor what that one has answered', () =>
    started(async ({ home, file }) => {
      const old = await TcpClient.greet(file);
      for (let value = 0; value < 400; value++) {
        old.send({ type: 'set', key: 'volume', value: value % 101 });
      }
      await post(file, '/v1/hello', { takeover: true });
      await until(() => !existsSync(join(home, 'runtime.json')));
      const next = await Runtime.start({ home, args: ['--standalone'] });
      await post(next.file, '/v1/set', { key: 'rate', value: 300 });
      await sleep(300);
      const saved = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as object;
      await next.stop();
      expect(saved).toHaveProperty('rate', 300);
    }));
});

describe('the home', () => {
  it('a folder that looks like a temp file does not keep it from starting', async () => {
    const home = newFolder();
    mkdirSync(join(home, 'config.json.12.tmp'));
    const runtime = await Runtime.start({ home });
    await runtime.stop({ keepHome: true });
    expect(existsSync(join(home, 'config.json.12.tmp'))).toBe(true);
  });

  it("other programs' temp files stay", async () => {
    const home = newFolder();
    writeFileSync(join(home, 'mydata.123.tmp'), '');
    const runtime = await Runtime.start({ home });
    await runtime.stop({ keepHome: true });
    expect(existsSync(join(home, 'mydata.123.tmp'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'a folder that is shared is refused, and left as it is',
    async () => {
      const home = newFolder();
      chmodSync(home, 0o1777);
      const { child, stderr } = launch({ home });
      await until(() => child.exitCode !== null);
      expect(stderr()).toMatch(/shared/);
      expect(statSync(home).mode & 0o7777).toBe(0o1777);
    },
  );

  it('two runtimes that start at once on a home that does not exist: one serves, one ends with 3', async () => {
    const home = join(newFolder(), 'new', 'home');
    const both = [launch({ home }), launch({ home })];
    await until(() => both.some(({ child }) => child.exitCode !== null));
    const codes = both.map(({ child }) => child.exitCode);
    for (const { child } of both) child.kill('SIGTERM');
    expect(codes.toSorted()).toEqual([3, null]);
  });
});
