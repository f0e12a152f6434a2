/** Many clients, and bad ones: the others are served, and memory stays bounded. */
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

let runtime: Runtime;
beforeAll(async () => {
  runtime = await Runtime.start({ args: ['--standalone'] });
});
afterAll(() => runtime.stop());

/** Resident memory of the runtime in MB; where there is no `ps`, 0. */
function memory(): number {
  if (process.platform === 'win32') return 0;
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(runtime.file.pid)]);
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

describe('a flood', () => {
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
