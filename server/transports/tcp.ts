/** TCP JSON lines on 127.0.0.1: sockets and framing, nothing of the messages. */
import { createServer, type Server, type Socket } from 'node:net';
import { LineSplitter } from './json-lines.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AcceptLines,
  type LineConnection,
  GRACE,
  type LineHandler,
  MAX_REQUEST,
} from './port.ts';
import { stopListening } from './stop-listening.ts';
import { UnreadEvents } from './unread-events.ts';

export interface TcpTransport {
  readonly port: number;
  /** Takes no more connections; what reaches the open ones within a moment is still answered, then they end. */
  close(): Promise<void>;
}

/** A client that was told to go has this long (ms) to read the answer. */
const LINGER = 1000;

export async function listenTcp(accept: AcceptLines): Promise<TcpTransport> {
  const connections = new Set<SocketConnection>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    const connection = new SocketConnection(socket, accept, () => connections.delete(connection));
    connections.add(connection);
  });
  await listen(server);
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      const { closed } = await stopListening(server);
      await sleep(GRACE);
      for (const connection of connections) connection.end();
      await closed;
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, resolve);
  });
}

class SocketConnection implements LineConnection {
  readonly #socket: Socket;
  #outgoing: string[] = [];
  readonly #handler: LineHandler;
  readonly #unread = new UnreadEvents(() => this.#handler.caughtUp());
  #eventsInBatch = 0;
  #eventBytesInBatch = 0;
  /** Of what waits for the end of this turn. */
  #outgoingBytes = 0;
  /** The inside was told that the connection is full. */
  #wasFull = false;
  /** The inside asked for a pause; a full send buffer pauses besides. */
  #paused = false;
  #ended = false;

  constructor(socket: Socket, accept: AcceptLines, closed: () => void) {
    this.#socket = socket;
    const splitter = new LineSplitter(MAX_REQUEST);
    const handler = accept(this);
    this.#handler = handler;
    socket.on('data', (bytes: Buffer) => {
      if (this.#ended) return;
      for (const line of splitter.push(bytes)) handler.line(line);
    });
    socket.on('drain', () => this.#flow());
    // Half a line and a hang-up: what was complete is answered, the rest is nothing.
    socket.on('end', () => handler.inputEnded());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      closed();
      handler.closed();
    });
  }

  send(line: string): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    // One write for all that is sent in one turn of the event loop.
    if (this.#outgoing.length === 0) process.nextTick(() => this.#flush());
    this.#outgoing.push(line);
    this.#outgoingBytes += line.length;
  }

  get full(): boolean {
    const full = this.#outgoingBytes + this.#socket.writableLength > MAX_REQUEST;
    this.#wasFull ||= full;
    return full;
  }

  sendEvent(line: string): boolean {
    if (!this.#unread.takes(line.length)) return false;
    this.#eventsInBatch++;
    this.#eventBytesInBatch += line.length;
    this.send(line);
    return true;
  }

  #flush(): void {
    if (this.#outgoing.length === 0 || this.#socket.destroyed) return;
    const events = this.#eventsInBatch;
    const eventBytes = this.#eventBytesInBatch;
    this.#eventsInBatch = 0;
    this.#eventBytesInBatch = 0;
    this.#unread.sent(events);
    const text = `${this.#outgoing.join('\n')}\n`;
    this.#outgoing = [];
    this.#outgoingBytes = 0;
    this.#socket.write(text, () => {
      this.#unread.read(events, eventBytes);
      this.#flow();
    });
    this.#flow();
  }

  pause(): void {
    this.#paused = true;
    this.#flow();
  }

  resume(): void {
    this.#paused = false;
    this.#flow();
  }

  /** A client that does not read its replies is not read from either: its memory stays bounded. */
  #flow(): void {
    const stop = this.#paused || this.#socket.writableLength > MAX_REQUEST;
    if (stop) this.#socket.pause();
    else this.#socket.resume();
    if (!this.#wasFull || this.full) return;
    this.#wasFull = false;
    this.#handler.drained();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#flush();
    this.#socket.end();
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), LINGER);
    this.#socket.once('close', () => clearTimeout(timer));
  }
}
