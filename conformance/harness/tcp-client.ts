/** A TCP client that knows the wire and nothing else. */
import { connect, type Socket } from 'node:net';
import type { RuntimeFile } from './runtime.ts';

export type Json = Record<string, any>;

export class TcpClient {
  readonly socket: Socket;
  /** Everything received, in order, replies and events. */
  readonly received: Json[] = [];
  readonly #taken = { reply: 0, event: 0 };
  #rest = '';
  #wake: (() => void)[] = [];
  ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) this.received.push(JSON.parse(line) as Json);
      this.#woken();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.ended = true;
      this.#woken();
    });
  }

  static open(file: RuntimeFile): Promise<TcpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: file.port });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new TcpClient(socket)));
    });
  }

  /** Opens and says hello. */
  static async greet(file: RuntimeFile, hello: Json = {}): Promise<TcpClient> {
    const client = await TcpClient.open(file);
    const reply = await client.request('hello', { token: file.token, ...hello });
    if (reply['ok'] !== true) throw new Error(`hello refused: ${JSON.stringify(reply)}`);
    return client;
  }

  raw(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  send(message: Json): void {
    this.raw(`${JSON.stringify(message)}\n`);
  }

  /** Sends one request and waits for the next reply. Do not pipeline with it. */
  async request(type: string, fields: Json = {}): Promise<Json> {
    this.send({ ...fields, type });
    return this.reply();
  }

  /** The next reply not taken yet; events between are kept for `event`. */
  reply(): Promise<Json> {
    return this.#next('reply', (message) => 'ok' in message);
  }

  /** The next event not taken yet that fits; those before it are passed over. */
  event(fits: (message: Json) => boolean = () => true): Promise<Json> {
    return this.#next('event', (message) => 'event' in message && fits(message));
  }

  async #next(kind: 'reply' | 'event', fits: (message: Json) => boolean): Promise<Json> {
    for (;;) {
      while (this.#taken[kind] < this.received.length) {
        const message = this.received[this.#taken[kind]++]!;
        if (fits(message)) return message;
      }
      if (this.ended) throw new Error('the connection ended');
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** After `received` was emptied. */
  rewind(): void {
    this.#taken.reply = 0;
    this.#taken.event = 0;
  }

  async closed(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  close(): void {
    this.socket.destroy();
  }

  #woken(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
