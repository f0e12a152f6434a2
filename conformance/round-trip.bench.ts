/** What the protocol costs on top of a bare socket: `get` over TCP and HTTP, one at a time and pipelined. */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import Koa from 'koa';
import { Runtime, type RuntimeFile } from './harness/runtime.ts';

const RUNS = 3000;
const PIPELINED = 20_000;
const HTTP_RUNS = 3000;
const message = '{"type":"get","key":"volume","id":1}\n';

export async function bench() {
  const runtime = await Runtime.start({ args: ['--standalone'] });
  const echo = spawn(process.execPath, ['-e', lineEcho], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [echoPort] = (await once(echo.stdout, 'data')) as [Buffer];
  const koa = bareKoa();
  await once(koa, 'listening');
  try {
    const bare = await open(Number(echoPort));
    const ours = await open(runtime.file.port);
    ours.write(`${JSON.stringify({ type: 'hello', token: runtime.file.token })}\n`);
    await once(ours, 'data');
    // Taken in turns, so that a busy moment hits both.
    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
    for (let run = 0; run < RUNS; run++) {
      times.bare.push(await roundTrip(bare));
      times.ours.push(await roundTrip(ours));
    }
    const rates = { bare: [] as number[], ours: [] as number[] };
    for (let run = 0; run < 5; run++) {
      rates.bare.push(await pipelined(bare));
      rates.ours.push(await pipelined(ours));
    }
    const port = (koa.address() as { port: number }).port;
    const http = { bare: [] as number[], ours: [] as number[] };
    for (let run = 0; run < 5; run++) {
      http.bare.push(await overHttp(port, '/', {}));
      http.ours.push(await overHttp(runtime.file.http_port, '/v1/get', auth(runtime.file)));
    }
    bare.destroy();
    ours.destroy();
    return [
      { name: 'bare line echo, round trip', value: median(times.bare), unit: 'µs' },
      {
        name: 'get over TCP, round trip',
        value: median(times.ours),
        unit: 'µs',
        target: 2,
        ratioTo: 'bare line echo, round trip',
      },
      { name: 'bare line echo, pipelined', value: median(rates.bare), unit: 'µs each' },
      {
        name: 'get over TCP, pipelined',
        value: median(rates.ours),
        unit: 'µs each',
        target: 2,
        ratioTo: 'bare line echo, pipelined',
      },
      { name: 'bare Koa that parses JSON', value: median(http.bare), unit: 'µs each' },
      {
        name: 'get over HTTP',
        value: median(http.ours),
        unit: 'µs each',
        target: 1 / 0.6,
        ratioTo: 'bare Koa that parses JSON',
      },
    ];
  } finally {
    echo.kill();
    koa.close();
    koa.closeAllConnections();
    await runtime.stop();
  }
}

/** As plain as it gets, in a process of its own like ours: splits what comes into lines and writes each back. */
const lineEcho = `
  const server = require('node:net').createServer({ noDelay: true }, (socket) => {
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      const lines = (rest + text).split('\\n');
      rest = lines.pop();
      for (const line of lines) socket.write(line + '\\n');
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

function bareKoa() {
  const app = new Koa();
  app.use(async (context) => {
    const parts: Buffer[] = [];
    for await (const part of context.req) parts.push(part as Buffer);
    context.body = JSON.parse(Buffer.concat(parts).toString('utf8')) as object;
  });
  return app.listen(0, '127.0.0.1');
}

const auth = (file: RuntimeFile) => ({ Authorization: `Bearer ${file.token}` });

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

async function roundTrip(socket: Socket): Promise<number> {
  const began = performance.now();
  socket.write(message);
  await once(socket, 'data');
  return (performance.now() - began) * 1000;
}

/** Microseconds a request when many are sent at once. */
async function pipelined(socket: Socket): Promise<number> {
  const began = performance.now();
  let lines = 0;
  const done = new Promise<void>((resolve) => {
    const count = (data: Buffer) => {
      for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) lines++;
      if (lines < PIPELINED) return;
      socket.off('data', count);
      resolve();
    };
    socket.on('data', count);
  });
  const batch = message.repeat(100);
  for (let sent = 0; sent < PIPELINED; sent += 100) {
    if (!socket.write(batch)) await once(socket, 'drain');
  }
  await done;
  return ((performance.now() - began) / PIPELINED) * 1000;
}

/** Microseconds a request over 16 kept-alive connections. */
async function overHttp(port: number, path: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const began = performance.now();
  let left = HTTP_RUNS;
  const worker = async () => {
    while (left-- > 0) {
      await new Promise<void>((resolve, reject) => {
        const call = request(
          { host: '127.0.0.1', port, path, method: 'POST', agent, headers },
          (response) => {
            response.resume();
            response.on('end', resolve);
          },
        );
        call.on('error', reject);
        call.end('{"key":"volume"}');
      });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  agent.destroy();
  return ((performance.now() - began) / HTTP_RUNS) * 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
