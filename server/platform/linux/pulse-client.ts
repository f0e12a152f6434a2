/**
 * The few questions we have for a sound server, in PulseAudio's native protocol (PipeWire speaks it
 * too). Without libpulse: no FFI is loaded into an idle runtime for them.
 */
import { createConnection, type Socket } from 'node:net';
import { TagReader, TagWriter } from './pulse-tags.ts';

export type PulseAddress = { path: string } | { host: string; port: number };

const Command = {
  ERROR: 0,
  REPLY: 2,
  AUTH: 8,
  SET_CLIENT_NAME: 9,
  GET_SINK_INFO_LIST: 22,
  GET_SINK_INPUT_INFO_LIST: 30,
} as const;

/** Old enough for every server, new enough for property lists. */
const PROTOCOL_VERSION = 13;
const COOKIE_BYTES = 256;
const CONTROL_CHANNEL = 0xffffffff;
const DESCRIPTOR_BYTES = 20;
const ANSWER_MS = 500;
const MAX_FRAME_BYTES = 1 << 24;

interface Waiting {
  resolve(reply: TagReader): void;
  reject(error: Error): void;
}

/** The server answered, and said no. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

export class PulseClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #waiting = new Map<number, Waiting>();
  #tag = 0;
  readonly #timer: NodeJS.Timeout;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#take(data));
    socket.on('error', () => this.#fail('The sound server broke the connection.'));
    socket.on('close', () => this.#fail('The sound server closed the connection.'));
    this.#timer = setTimeout(() => this.#fail('The sound server does not answer.'), ANSWER_MS);
  }

  /** @throws Error when nothing listens there */
  static connect(address: PulseAddress): Promise<PulseClient> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(address);
      socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('No answer.')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        socket.setTimeout(0);
        resolve(new PulseClient(socket));
      });
    });
  }

  /** Must come first. @throws Error when the server does not let us in */
  async hello(cookie: Buffer): Promise<void> {
    const padded = Buffer.alloc(COOKIE_BYTES);
    cookie.copy(padded, 0, 0, COOKIE_BYTES);
    await this.#ask(Command.AUTH, (out) => out.u32(PROTOCOL_VERSION).bytes(padded));
    await this.#ask(Command.SET_CLIENT_NAME, (out) => {
      out.properties({ 'application.name': 'Sonara probe' });
    });
  }

  /** Names of all sinks. */
  async sinks(): Promise<string[]> {
    const reply = await this.#ask(Command.GET_SINK_INFO_LIST, () => undefined);
    const names: string[] = [];
    // Each entry starts with its index and name, and holds exactly one property list, its 11th
    // value; the name is the string after the property list of the entry before.
    let next = true;
    for (const value of reply.values()) {
      if (next && typeof value === 'string') {
        names.push(value);
        next = false;
      } else if (value instanceof Map) next = true;
    }
    return names;
  }

  /** `application.name` of every stream that plays. */
  async streamApplications(): Promise<string[]> {
    const reply = await this.#ask(Command.GET_SINK_INPUT_INFO_LIST, () => undefined);
    const names: string[] = [];
    for (const value of reply.values()) {
      const name = value instanceof Map ? value.get('application.name') : undefined;
      if (name !== undefined) names.push(name);
    }
    return names;
  }

  close(): void {
    this.#fail('Closed.');
  }

  #ask(command: number, fill: (out: TagWriter) => unknown): Promise<TagReader> {
    const tag = this.#tag++;
    const out = new TagWriter().u32(command).u32(tag);
    fill(out);
    const body = out.done();
    const descriptor = Buffer.alloc(DESCRIPTOR_BYTES);
    descriptor.writeUInt32BE(body.length, 0);
    descriptor.writeUInt32BE(CONTROL_CHANNEL, 4);
    return new Promise((resolve, reject) => {
      this.#waiting.set(tag, { resolve, reject });
      this.#socket.write(Buffer.concat([descriptor, body]));
    });
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    while (this.#received.length >= DESCRIPTOR_BYTES) {
      const length = this.#received.readUInt32BE(0);
      if (length > MAX_FRAME_BYTES) return this.#fail('The sound server speaks another protocol.');
      if (this.#received.length < DESCRIPTOR_BYTES + length) return;
      const body = this.#received.subarray(DESCRIPTOR_BYTES, DESCRIPTOR_BYTES + length);
      this.#received = this.#received.subarray(DESCRIPTOR_BYTES + length);
      this.#answer(new TagReader(body));
    }
  }

  #answer(reply: TagReader): void {
    const values = reply.values();
    const command = values.next().value;
    const tag = values.next().value;
    const waiting = typeof tag === 'number' ? this.#waiting.get(tag) : undefined;
    if (!waiting) return;
    this.#waiting.delete(tag as number);
    if (command === Command.REPLY) waiting.resolve(reply);
    else waiting.reject(new RefusedError('The sound server refused.'));
  }

  #fail(why: string): void {
    clearTimeout(this.#timer);
    this.#socket.destroy();
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(why));
    this.#waiting.clear();
  }
}
