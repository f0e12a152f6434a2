/** What takes long by its nature, all at once. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { EventStream } from '../harness/http-client.ts';
import { Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const seconds = (since: number) => (Date.now() - since) / 1000;

describe.concurrent('times', () => {
  it(proves('tcp.hello-time'), async () => {
    const runtime = await Runtime.start();
    const began = Date.now();
    const client = await TcpClient.open(runtime.file);
    expect((await client.reply())['error'].code).toBe('E_AUTH');
    await client.closed();
    expect(seconds(began)).toBeGreaterThan(4.8);
    expect(seconds(began)).toBeLessThan(8);
    await runtime.stop();
  });

  it(proves('tcp.hello-time-failed'), async () => {
    const runtime = await Runtime.start();
    const began = Date.now();
    const client = await TcpClient.open(runtime.file);
    const { token } = runtime.file;
    await sleep(2500);
    await client.request('hello', { token, require: ['nope'] });
    expect((await client.reply())['error'].code).toBe('E_AUTH');
    await client.closed();
    expect(seconds(began)).toBeLessThan(7);
    await runtime.stop();
  });

  it(proves('http.headers-time'), async () => {
    const runtime = await Runtime.start();
    const socket = connect({ host: '127.0.0.1', port: runtime.file.http_port });
    socket.on('error', () => {});
    socket.resume();
    socket.write('POST /v1/get HTTP/1.1\r\nHost: ');
    const began = Date.now();
    // A byte now and then does not help.
    const drip = setInterval(() => socket.writable && socket.write('1'), 500);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
    expect(seconds(began)).toBeGreaterThan(4);
    expect(seconds(began)).toBeLessThan(9);
    await runtime.stop();
  });

  it(proves('http.headers-silent'), async () => {
    const runtime = await Runtime.start();
    const socket = connect({ host: '127.0.0.1', port: runtime.file.http_port });
    socket.on('error', () => {});
    socket.resume();
    const began = Date.now();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(seconds(began)).toBeGreaterThan(4);
    expect(seconds(began)).toBeLessThan(9);
    await runtime.stop();
  });

  it(proves('http.headers-later'), async () => {
    const runtime = await Runtime.start();
    const { http_port: port, token } = runtime.file;
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    const head = `POST /v1/voices HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(`${head}Content-Length: 0\r\n\r\n`);
    expect(String(...(await once(socket, 'data')))).toContain('HTTP/1.1 200 ');
    socket.resume();
    socket.write(head);
    const began = Date.now();
    const drip = setInterval(() => socket.writable && socket.write('X-A: 1\r\n'), 500);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
    expect(seconds(began)).toBeGreaterThan(4);
    expect(seconds(began)).toBeLessThan(9);
    await runtime.stop();
  });

  it(
    proves('sse.ping'),
    async () => {
      const runtime = await Runtime.start();
      const began = Date.now();
      const stream = (await EventStream.open(runtime.file, '?events=items')) as EventStream;
      while (!stream.comments.includes(': ping') && seconds(began) < 20) await sleep(100);
      expect(stream.comments.filter((comment) => comment === ': ping')).toHaveLength(1);
      expect(seconds(began)).toBeGreaterThan(12);
      expect(seconds(began)).toBeLessThan(18);
      stream.close();
      await runtime.stop();
    },
    40_000,
  );

  it(
    proves('idle.default'),
    async () => {
      const runtime = await Runtime.start();
      const began = Date.now();
      expect(await runtime.exited).toBe(0);
      expect(seconds(began)).toBeGreaterThan(29);
      expect(seconds(began)).toBeLessThan(35);
    },
    50_000,
  );
});
