/** One authenticated TCP connection to a runtime: requests in order, events as they come. */
import { createConnection, type Socket } from 'node:net';
import type { ProtocolEvent } from '../protocol/events.ts';

export interface ReplyFields {
  [field: string]: unknown;
}

/** The runtime answered `{ok: false}`. */
export class SonaraError extends Error {
  override name = 'SonaraError';
  constructor(
    /** E_BAD_REQUEST and the like; see the protocol's "Errors". */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The connection ended before the reply came. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

interface Pending {
  resolve(fields: ReplyFields): void;
  reject(error: Error): void;
}

export class Connection {
  readonly #socket: Socket;
  readonly #pending: Pending[] = [];
  readonly #streams = new Set<EventStream>();
  #rest = '';
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', () => {});
    socket.on('close', () => this.#lost());
  }

  /** @throws Error when nothing listens on the port */
  static open(port: number, timeout = 2000): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port });
      socket.setTimeout(timeout, () => socket.destroy(new Error('no connection in time')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /**
   * Sends one request. @returns the reply's fields
   * @throws SonaraError for `{ok: false}`, ConnectionLost when the runtime went
   */
  request(type: string, fields: ReplyFields = {}): Promise<ReplyFields> {
    if (this.#closed) return Promise.reject(new ConnectionLost('the connection is closed'));
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#socket.write(`${JSON.stringify({ ...fields, type })}\n`);
    });
  }

  /**
   * What the runtime sends from now on. Subscribe (`request('subscribe', …)`) for there to be any.
   * The loop ends when the connection does. Events not taken yet are kept.
   */
  events(): AsyncIterableIterator<ProtocolEvent> {
    const stream = new EventStream(() => this.#streams.delete(stream));
    if (this.#closed) stream.finish();
    else this.#streams.add(stream);
    return stream;
  }

  close(): void {
    this.#socket.end();
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line) as ReplyFields;
      if (typeof message['event'] === 'string') {
        for (const stream of this.#streams) stream.push(message as unknown as ProtocolEvent);
      } else this.#settle(message);
    }
  }

  #settle({ ok, error, ...fields }: ReplyFields): void {
    const pending = this.#pending.shift();
    if (!pending) return;
    if (ok === true) pending.resolve(fields);
    else {
      const { code, message } = error as { code: string; message: string };
      pending.reject(new SonaraError(code, message));
    }
  }

  #lost(): void {
    this.#closed = true;
    for (const { reject } of this.#pending.splice(0)) {
      reject(new ConnectionLost('the runtime closed the connection'));
    }
    for (const stream of this.#streams) stream.finish();
  }
}

class EventStream implements AsyncIterableIterator<ProtocolEvent> {
  readonly #events: ProtocolEvent[] = [];
  readonly #left: () => void;
  #wake: (() => void) | null = null;
  #finished = false;

  constructor(left: () => void) {
    this.#left = left;
  }

  push(event: ProtocolEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  finish(): void {
    this.#finished = true;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<ProtocolEvent>> {
    while (this.#events.length === 0 && !this.#finished) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const value = this.#events.shift();
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<ProtocolEvent>> {
    this.finish();
    this.#left();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
