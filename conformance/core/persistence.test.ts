/** What a determined search for lost messages and crashes once found, and must not find again. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../harness/clean-up.ts';
import { transports } from '../harness/client.ts';
import { EventStream, post } from '../harness/http-client.ts';
import { launch, Runtime, type RuntimeFile, sleep, until } from '../harness/runtime.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';

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

  it('to one that does not read them neither end the runtime nor hold it up', () =>
    started(async ({ file, child }) => {
      const say = '\ud800'.repeat(200);
      const value = Array.from({ length: 200 }, (_, index) => ({ word: `w${index}`, say }));
      const greedy = await TcpClient.greet(file);
      await greedy.request('set', { key: 'pronunciations', value });
      greedy.socket.pause();
      // More than a string can hold, were they put together.
      greedy.raw('{"type":"get","key":"pronunciations"}\n'.repeat(3000));
      const other = await TcpClient.greet(file);
      expect((await other.request('get', { key: 'volume' }))['ok']).toBe(true);
      greedy.socket.destroy();
      expect((await post(file, '/v1/get', { key: 'rate' })).status).toBe(200);
      expect(child.exitCode).toBe(null);
      other.close();
    }));

  it.each(transports)('of events, over %s: no more than 8 MiB wait for who does not read', (over) =>
    started(async ({ file }) => {
      const slow = await subscribe(over, file);
      slow.pause();
      const client = await TcpClient.greet(file);
      await client.request('speak', { text: 'One. Two.', label: 'a'.repeat(65_536) });
      await client.request('control', { action: 'pause' });
      const moves = ['next', 'restart'].map(
        (action) => `{"type":"control","action":"${action}"}\n`,
      );
      client.raw(moves.join('').repeat(300));
      await client.request('set', { key: 'volume', value: 77 });
      slow.resume();
      await until(() => slow.events().at(-1)?.['volume'] === 77);
      // With what the system's own buffers hold, and the current state once it has caught up.
      expect(JSON.stringify(slow.events()).length).toBeLessThan(24 * 1024 * 1024);
      slow.close();
      client.close();
    }),
  );
});

interface Subscriber {
  pause(): void;
  resume(): void;
  events(): Json[];
  close(): void;
}

async function subscribe(over: 'tcp' | 'http', file: RuntimeFile): Promise<Subscriber> {
  if (over === 'http') {
    const stream = (await EventStream.open(file, '?events=state')) as EventStream;
    return {
      pause: () => stream.pause(),
      resume: () => stream.resume(),
      events: () => stream.received.map(({ data }) => data),
      close: () => stream.close(),
    };
  }
  const client = await TcpClient.greet(file);
  await client.request('subscribe', { events: ['state'] });
  return {
    pause: () => void client.socket.pause(),
    resume: () => void client.socket.resume(),
    events: () => client.received.filter((message) => 'event' in message),
    close: () => client.close(),
  };
}

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

  it.skipIf(process.platform === 'win32')('as a named pipe does not hold up the end', () =>
    started(async ({ home, child, exited }) => {
      // The runtime writes its file again as soon as it is gone: the pipe takes its place in one step.
      const pipe = join(newFolder(), 'pipe');
      execFileSync('mkfifo', [pipe]);
      renameSync(pipe, join(home, 'runtime.json'));
      child.kill('SIGTERM');
      expect(await Promise.race([exited, sleep(8000)])).toBe(0);
    }),
  );

  it('is not left by a runtime that is ended while it starts', async () => {
    let ended = 0;
    for (let round = 0; round < 12; round++) {
      const home = newFolder();
      // To know this voice it has to ask the system's, which takes a moment.
      writeFileSync(join(home, 'config.json'), '{"voice":"nobody"}');
      const args = ['--home', home, '--engine', 'onecore', '--output', 'null'];
      const { child } = launch({ home, bare: true, args });
      await until(() => existsSync(join(home, 'instance.lock')));
      await sleep(round * 8);
      child.kill('SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null);
      // Killed before it listened to signals: no end of its own.
      if (child.exitCode === null) continue;
      ended++;
      expect(existsSync(join(home, 'runtime.json'))).toBe(false);
    }
    expect(ended).toBeGreaterThan(0);
  });
});

describe('a takeover while many settings wait to be saved', () => {
  it('leaves its successor what that one has answered', () =>
    started(async ({ home, file, exited }) => {
      const waiting = Array.from({ length: 400 }, (_, n) =>
        post(file, '/v1/set', { key: 'volume', value: n % 101 }),
      );
      const first = await Promise.race(waiting);
      expect(first.body['ok']).toBe(true);
      await post(file, '/v1/hello', { takeover: true });
      await until(() => !existsSync(join(home, 'runtime.json')));
      const next = await Runtime.start({ home, args: ['--standalone'] });
      await post(next.file, '/v1/set', { key: 'rate', value: 300 });
      await Promise.allSettled(waiting);
      await exited;
      const saved = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as object;
      await next.stop({ keepHome: true });
      expect(saved).toHaveProperty('rate', 300);
      expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
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
