/** Many clients, and bad ones: the others are served, and memory stays bounded. */
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { Runtime, sleep } from '../harness/runtime.ts';
import { useRuntime } from '../harness/set-up.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const runtime = useRuntime();

/** Resident memory of the runtime in MB; where there is no `ps`, 0. */
function memory({ file } = runtime): number {
  if (process.platform === 'win32') return 0;
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(file.pid)]);
  return Number(String(kilobytes).trim()) / 1024;
}

/** The longest that requests over both transports take while `during` goes on, in ms. */
async function slowest(during: Promise<unknown>): Promise<number> {
  const watch = { over: false };
  void during.finally(() => (watch.over = true));
  const client = await TcpClient.greet(runtime.file);
  let worst = 0;
  while (!watch.over) {
    const began = performance.now();
    await client.request('get', { key: 'volume' });
    await post(runtime.file, '/v1/get', { key: 'volume' });
    worst = Math.max(worst, performance.now() - began);
    await sleep(5);
  }
  client.close();
  return worst;
}

const line = Buffer.from('{"type":"get","key":"volume"}\n'.repeat(2000));

/** Writes as fast as it is let. @returns bytes that were taken */
async function flood(client: TcpClient, ms: number, bytes: Uint8Array = line): Promise<number> {
  const until = Date.now() + ms;
  const before = client.socket.bytesWritten;
  while (Date.now() < until) {
    // Node's own buffer must not grow either: this is about the other side.
    if (client.socket.writableLength < 1_000_000) client.raw(bytes);
    else await sleep(1);
    if (client.socket.bytesWritten % 7 === 0) await sleep(0);
    client.received.length = 0;
    client.rewind();
  }
  return client.socket.bytesWritten - before;
}

describe('the address', () => {
  const reached = (host: string, port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port, timeout: 1000 });
      const done = (answer: boolean) => {
        socket.destroy();
        resolve(answer);
      };
      socket.on('connect', () => done(true));
      socket.on('error', () => done(false));
      socket.on('timeout', () => done(false));
    });

  it(proves('transport.loopback'), async () => {
    const local = Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address, scopeid }) => (scopeid ? null : address)),
    );
    const others = new Set([
      ...local,
      '::1',
      ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
    ]);
    others.delete('127.0.0.1');
    for (const port of [runtime.file.port, runtime.file.http_port]) {
      expect(await reached('127.0.0.1', port)).toBe(true);
      for (const host of others) if (host) expect(await reached(host, port), host).toBe(false);
    }
  });
});

describe('a thousand connections', () => {
  it(
    proves('transport.crowd', 'transport.crowd-memory'),
    async () => {
      const before = memory();
      const crowd: { close(): void }[] = [];
      const arrival = (async () => {
        for (let n = 0; n < 800; n += 50) {
          const some = Array.from({ length: 50 }, () => TcpClient.greet(runtime.file));
          for (const client of await Promise.all(some)) {
            crowd.push(client);
            await client.request('subscribe');
          }
        }
        for (let n = 0; n < 200; n += 50) {
          const some = Array.from({ length: 50 }, () => EventStream.open(runtime.file));
          crowd.push(...((await Promise.all(some)) as EventStream[]));
        }
      })();
      expect(await slowest(arrival)).toBeLessThan(2000);
      expect(crowd).toHaveLength(1000);

      // Everyone gets the events, and others their answers.
      const last = crowd[799] as TcpClient;
      const heard = last.event((event) => event['phase'] === 'finished');
      await post(runtime.file, '/v1/speak', { text: 'To all. Of you.' });
      await heard;
      expect(memory() - before).toBeLessThan(100);
      for (const client of crowd) client.close();
      const client = await TcpClient.greet(runtime.file);
      expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
      client.close();
    },
    60_000,
  );
});

describe('a crowd that is no good', () => {
  it(
    proves('transport.crowd-mixed', 'transport.crowd-memory', 'tcp.hello-time'),
    async () => {
      const before = memory();
      const arrivals = async (count: number, arrive: () => Promise<TcpClient>) => {
        const here: TcpClient[] = [];
        for (let n = 0; n < count; n += 50)
          here.push(...(await Promise.all(Array.from({ length: 50 }, arrive))));
        return here;
      };
      const silent = await arrivals(500, () => TcpClient.open(runtime.file));
      const greeted = await arrivals(500, () => TcpClient.greet(runtime.file));
      expect(await slowest(flood(greeted[0]!, 2500))).toBeLessThan(2000);
      expect(memory() - before).toBeLessThan(100);
      const replies = greeted.slice(1).map((client) => client.request('get', { key: 'volume' }));
      expect((await Promise.all(replies)).filter((reply) => reply['ok'] !== true)).toEqual([]);
      // Those who say nothing are gone after their 5 s, and told why.
      for (const client of silent) {
        expect((await client.reply())['error'].code).toBe('E_AUTH');
        await client.closed();
      }
      for (const client of greeted) client.close();
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(proves('transport.crowd-files'), async () => {
    const few = await Runtime.start({ args: ['--standalone'], files: 100 });
    const first = await TcpClient.greet(few.file);
    // The system lets them in until it has no more files; those who are too many are hung up on.
    const crowd = await Promise.all(Array.from({ length: 200 }, () => TcpClient.open(few.file)));
    for (let at = 0; !crowd.some(({ ended }) => ended); at++) {
      expect(at).toBeLessThan(200);
      await sleep(10);
    }
    expect((await first.request('get', { key: 'volume' }))['ok']).toBe(true);
    const spoken = await first.request('speak', { text: 'One.' });
    expect(spoken['ok']).toBe(true);
    for (const client of crowd) client.close();
    // Once they are gone there is room again, for clients and for files.
    for (let at = 0; ; at++) {
      expect(at).toBeLessThan(200);
      const late = await TcpClient.greet(few.file).catch(() => null);
      const reply = await late?.request('set', { key: 'rate', value: 300 });
      late?.close();
      if (reply?.['ok'] === true) break;
      await sleep(10);
    }
    first.close();
    await few.stop();
  });
});

describe('a flood', () => {
  it(
    proves('transport.flood', 'transport.flood-memory'),
    async () => {
      const before = memory();
      const client = await TcpClient.greet(runtime.file);
      client.socket.pause();
      // Replies as long as the requests.
      const id = 'x'.repeat(10_000);
      const long = Buffer.from(`{"type":"get","key":"volume","id":"${id}"}\n`.repeat(50));
      expect(await slowest(flood(client, 2500, long))).toBeLessThan(1500);
      expect(memory() - before).toBeLessThan(100);
      client.close();
    },
    30_000,
  );

  it(`${proves('transport.flood')}: by one that reads its replies`, async () => {
    const client = await TcpClient.greet(runtime.file);
    expect(await slowest(flood(client, 2500))).toBeLessThan(1500);
    client.close();
  }, 30_000);

  it(`${proves('transport.flood-memory')}: a line without an end`, async () => {
    const before = memory();
    const client = await TcpClient.greet(runtime.file);
    const bytes = Buffer.alloc(64 * 1024, 'x');
    expect(await slowest(flood(client, 1500, bytes))).toBeLessThan(1500);
    expect(memory() - before).toBeLessThan(100);
    client.close();
  }, 30_000);

  // Deep, wide and long, in turn: what a parser makes of a megabyte is many times as much.
  it.skipIf(process.platform === 'win32')(
    proves('transport.memory-back'),
    async () => {
      const fresh = await Runtime.start({ args: ['--standalone'] });
      const before = memory(fresh);
      const client = await TcpClient.greet(fresh.file);
      const fields = [
        `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
        `[${'{},'.repeat(330_000)}{}]`,
        `"${'x'.repeat(1_000_000)}"`,
      ];
      for (let n = 0; n < 54; n++) {
        client.raw(`{"type":"get","key":"volume","more":${fields[n % 3]}}\n`);
        expect((await client.reply())['ok']).toBe(true);
      }
      for (let at = 0; memory(fresh) - before > 90; at++) {
        expect(at, `still ${memory(fresh) - before} MB more`).toBeLessThan(50);
        await sleep(1000);
      }
      client.close();
      await fresh.stop();
    },
    90_000,
  );

  it(`${proves('transport.flood-memory')}: a stream nobody reads`, async () => {
    const before = memory();
    const streams = (await Promise.all(
      Array.from({ length: 20 }, () => EventStream.open(runtime.file, '?events=state')),
    )) as EventStream[];
    for (const stream of streams) stream.pause();
    const label = 'word '.repeat(4000);
    const client = await TcpClient.greet(runtime.file);
    for (let n = 0; n < 400; n++)
      await client.request('speak', { text: 'Word.', label: `${label}${n}`, interrupt: true });
    await client.request('control', { action: 'stop' });
    // 400 states of 20 kB for 20 streams would be 160 MB.
    expect(memory() - before).toBeLessThan(120);
    for (const stream of streams) stream.close();
    client.close();
  });
});
