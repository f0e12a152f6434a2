/** One TCP connection to a runtime: requests in order, events as they come. */
import { createConnection, type Socket } from 'node:net';
import { ConnectionLost, SonaraError } from './errors.ts';
import { LineReader } from './line-reader.ts';
import type { FieldsOf, ReplyFields, ReplyOf, RuntimeEvent } from './messages.ts';
import type { LoopbackConnection } from './port-owner.ts';
import { abortable } from './wait.ts';

/** Bytes of one request; the runtime refuses more. */
const MAX_REQUEST = 1024 * 1024;
/** Milliseconds. Nothing on this PC takes longer to accept a connection. */
const OPEN_LIMIT = 2000;

export interface ConnectionListener {
  event(event: RuntimeEvent): void;
  /** Called once, after every pending request was rejected with the same error. */
  lost(error: ConnectionLost): void;
}

interface Pending {
  id: number;
  resolve(fields: ReplyFields): void;
  reject(error: Error): void;
}

export class Connection {
  readonly ends: LoopbackConnection;
  readonly #socket: Socket;
  readonly #reader = new LineReader();
  readonly #pending: Pending[] = [];
  #listener: ConnectionListener | null = null;
  #nextId = 1;
  #lost: ConnectionLost | null = null;
  /** What the runtime said without being asked, before it hung up. */
  #lastWords = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.ends = { clientPort: socket.localPort!, serverPort: socket.remotePort! };
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('error', () => {});
    socket.on('end', () => this.#end('the runtime closed the connection'));
    socket.on('close', () => this.#end('the runtime closed the connection'));
  }

  /**
   * @returns null when nobody listens on the port
   * @throws the signal's reason
   */
  static open(port: number, signal?: AbortSignal): Promise<Connection | null> {
    return abortable(signal, (resolve) => {
      const socket = createConnection({ host: '127.0.0.1', port });
      let connection: Connection | null = null;
      socket.setTimeout(OPEN_LIMIT, () => socket.destroy());
      socket.once('connect', () => {
        socket.setTimeout(0);
        // A connection that is gone at once has no ports any more.
        if (socket.remotePort === undefined) socket.destroy();
        else resolve((connection = new Connection(socket)));
      });
      socket.once('error', () => resolve(null));
      socket.once('close', () => resolve(null));
      return () => connection ?? socket.destroy();
    });
  }

  /** Who gets the events and hears of the end. */
  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    if (this.#lost) listener.lost(this.#lost);
  }

  /**
   * Sends one request; what was sent stays sent when the signal aborts the wait.
   * @throws SonaraError for `{ok: false}`, ConnectionLost when the runtime went
   */
  request<T extends string>(
    type: T,
    fields: FieldsOf<T>,
    signal?: AbortSignal,
  ): Promise<ReplyOf<T>> {
    return abortable(signal, (resolve, reject) => {
      const id = this.#nextId++;
      const line = JSON.stringify({ ...fields, type, id });
      if (this.#lost) reject(this.#lost);
      else if (line.length > MAX_REQUEST / 3 && Buffer.byteLength(line) > MAX_REQUEST) {
        reject(new SonaraError('E_BAD_REQUEST', 'a request is at most 1 MiB'));
      } else {
        // It keeps its place when nobody waits any more: replies come in the order of the requests.
        this.#pending.push({ id, resolve: resolve as (fields: ReplyFields) => void, reject });
        this.#socket.write(`${line}\n`);
      }
      return () => {};
    });
  }

  /** Pending requests are rejected. */
  close(): void {
    this.#end('the connection was closed');
  }

  #receive(bytes: Buffer): void {
    try {
      for (const line of this.#reader.push(bytes)) this.#take(JSON.parse(line));
    } catch {
      this.#end('what came from the port is not what a runtime sends');
    }
  }

  /** @throws Error when no runtime sends this */
  #take(message: unknown): void {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      throw new TypeError('not an object');
    }
    if (this.#lost) return;
    const { event, ok } = message as ReplyFields;
    if (typeof event === 'string') this.#listener?.event(message as RuntimeEvent);
    else if (typeof ok === 'boolean') this.#settle(message as ReplyFields);
  }

  #settle({ id, ok, error, ...fields }: ReplyFields): void {
    const pending = this.#pending[0];
    // Without an id: it could not be read, or nobody asked, as when hello was missing for 5 s.
    if (id !== undefined && id !== pending?.id) throw new TypeError('a reply to no request');
    this.#pending.shift();
    if (ok === true) return pending?.resolve(fields);
    const failure = toError(error);
    if (pending) pending.reject(failure);
    else this.#lastWords = `: ${failure.message}`;
  }

  #end(why: string): void {
    if (this.#lost) return;
    this.#lost = new ConnectionLost(why + this.#lastWords);
    for (const { reject } of this.#pending.splice(0)) reject(this.#lost);
    this.#listener?.lost(this.#lost);
    this.#socket.end();
    // A peer that does not hang up in turn must not keep this process.
    this.#socket.unref();
    const timer = setTimeout(() => this.#socket.destroy(), 1000).unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }
}

function toError(error: unknown): SonaraError {
  const { code, message, reason } = (error ?? {}) as ReplyFields;
  return new SonaraError(
    typeof code === 'string' ? code : 'E_ENGINE',
    typeof message === 'string' ? message : 'the runtime refused without a reason',
    typeof reason === 'string' ? reason : undefined,
  );
}
