/** 200 clients watch 1,000 state changes a second: how far behind is the last of them, and the reader? */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { Runtime, sleep, type RuntimeFile } from './harness/runtime.ts';

const CLIENTS = 200;
const SECONDS = 5;
const PER_SECOND = 1000;

export async function bench() {
  const runtime = await Runtime.start({ args: ['--standalone'] });
  try {
    const alone = await run(runtime.file, 0);
    const watched = await run(runtime.file, CLIENTS);
    return [
      { name: 'a change is answered, nobody watching, p99', value: alone.answered, unit: 'ms' },
      { name: 'a change is answered, 200 watching, p99', value: watched.answered, unit: 'ms' },
      { name: 'the last of 200 has the event, p99', value: watched.behind, unit: 'ms', target: 50 },
      { name: 'events lost on the way', value: watched.lost, unit: '', target: 0 },
    ];
  } finally {
    await runtime.stop();
  }
}

async function run(file: RuntimeFile, clients: number) {
  const total = SECONDS * PER_SECOND;
  /** When change n was sent, and when the last client had seen its event. */
  const sent: number[] = [];
  const seen: number[] = [];
  const counts = Array.from({ length: clients }, () => 0);
  const watchers = await Promise.all(
    counts.map(async (_, index) => {
      const socket = await greet(file, '{"type":"subscribe","events":["state"]}\n');
      socket.on('data', (data: Buffer) => {
        const now = performance.now();
        for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) {
          seen[counts[index]!++] = now;
        }
      });
      return socket;
    }),
  );
  // The reply to subscribe, or the first state, may have been counted: begin from here.
  await sleep(300);
  counts.fill(0);
  const driver = await greet(file, '');
  const answered: number[] = [];
  driver.on('data', (data: Buffer) => {
    const now = performance.now();
    for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) {
      answered.push(now - sent[answered.length]!);
    }
  });
  const began = performance.now();
  while (sent.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * PER_SECOND));
    while (sent.length < due) {
      sent.push(performance.now());
      driver.write(
        sent.length % 2 === 1
          ? '{"type":"control","action":"mute"}\n'
          : '{"type":"control","action":"unmute"}\n',
      );
    }
    await sleep(1);
  }
  await sleep(1000);
  for (const socket of [driver, ...watchers]) socket.destroy();
  return {
    answered: p99(answered),
    behind: p99(seen.slice(0, total).map((at, n) => at - sent[n]!)),
    lost: counts.reduce((sum, count) => sum + (total - count), 0),
  };
}

async function greet(file: RuntimeFile, more: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: file.port, noDelay: true });
  socket.write(`${JSON.stringify({ type: 'hello', token: file.token })}\n${more}`);
  await once(socket, 'data');
  return socket;
}

function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}
