/** 500 channels of 200 messages: a request over TCP, and what they take in memory. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { Runtime, type RuntimeFile } from './harness/runtime.ts';

export async function bench() {
  const runtime = await Runtime.start({ args: ['--standalone'] });
  try {
    const client = await Client.open(runtime.file);
    await client.request('set', { key: 'read_mode', value: 'immediate' });
    for (let channel = 0; channel < 500; channel++) {
      for (let count = 0; count < 200; count++) {
        const delta = `A sentence of the usual length, as agents write them all day long, says ${name(count)}.`;
        client.send('stream', { channel: `c${channel}`, delta, final: true });
      }
      await client.request('get', { key: 'volume' });
    }
    const took: number[] = [];
    const timed = async (type: string, fields: object) => {
      const start = performance.now();
      await client.request(type, fields);
      took.push(performance.now() - start);
    };
    for (let round = 0; round < 150; round++) {
      await timed('stream', { channel: `c${round}`, delta: 'One more.', final: true });
      await timed('focus', { channel: `c${round + 100}` });
      await timed('control', { action: 'next_channel' });
      await timed('control', { action: 'flush' });
      await timed('control', { action: 'back' });
      await timed('speak', { channel: `c${round + 200}`, text: 'A text.', mode: 'append' });
      await timed('ask', { channel: `c${round + 300}`, kind: 'permission', text: 'May I?' });
    }
    const bytes = memory(runtime.file.pid);
    client.close();
    return [
      {
        name: '500 channels of 200 messages: any operation over TCP, p50',
        value: at(took, 0.5),
        unit: 'ms',
        target: 2,
      },
      { name: 'memory of node then', value: bytes / 2 ** 20, unit: 'MB', target: 250 },
    ];
  } finally {
    await runtime.stop();
  }
}

/** Letters only: no rule reads them as anything else. */
function name(number: number): string {
  return [...number.toString(16)]
    .map((digit) => String.fromCharCode(97 + parseInt(digit, 16)))
    .join('');
}

function at(list: number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}

class Client {
  readonly #socket: Socket;
  readonly #waiting: ((line: string) => void)[] = [];
  #rest = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (data: string) => this.#take(data));
  }

  static async open(file: RuntimeFile): Promise<Client> {
    const socket = connect({ host: '127.0.0.1', port: file.port, noDelay: true });
    await once(socket, 'connect');
    const client = new Client(socket);
    await client.request('hello', { token: file.token, extensions: ['agent'] });
    return client;
  }

  /** Without waiting for the reply. */
  send(type: string, fields: object): void {
    this.#waiting.push(() => {});
    this.#socket.write(`${JSON.stringify({ type, ...fields })}\n`);
  }

  request(type: string, fields: object): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#socket.write(`${JSON.stringify({ type, ...fields })}\n`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(data: string): void {
    this.#rest += data;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n')) {
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 1);
      if (!line.startsWith('{"event"')) this.#waiting.shift()?.(line);
    }
  }
}
