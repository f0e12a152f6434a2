/** One Server-Sent Events stream: `event:` and `data:` lines, a ping comment, nothing a slow client can pile up. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEventBuffer, NodeHttp1Connection, Session } from 'better-sse';
import { UnreadEvents } from './unread-events.ts';

export interface SseStream {
  /** @returns whether it is sent */
  send(name: string, json: string): boolean;
}

export interface SseOptions {
  /** Milliseconds between two `: ping` comments. */
  ping: number;
  /** The headers are out: events may be sent from now on. */
  opened(): void;
  /** The client has read again what was sent, after events were dropped for it. */
  caughtUp(): void;
  closed(): void;
}

// The document writes a space after each field's colon; every value here is one line.
const spaced = {
  serializer: (data: unknown) => data as string,
  sanitizer: (text: string) => ` ${text}`,
};

export function openSse(
  request: IncomingMessage,
  response: ServerResponse,
  options: SseOptions,
): SseStream {
  // Koa's default is 404 until somebody says otherwise.
  response.statusCode = 200;
  const unread = new UnreadEvents(() => options.caughtUp());
  const connection = new CountingConnection(request, response, unread);
  const session = new Session(connection, { ...spaced, keepAlive: null, retry: null });
  let timer: NodeJS.Timeout | undefined;
  session.on('connected', () => {
    response.flushHeaders();
    timer = setInterval(() => {
      void session.batch(createEventBuffer(spaced).comment('ping').dispatch());
    }, options.ping);
    options.opened();
  });
  session.on('disconnected', () => {
    clearInterval(timer);
    options.closed();
  });
  return {
    send(name, json) {
      if (!session.isConnected || !unread.takes(json.length)) return false;
      connection.bytes += json.length;
      void session.batch(createEventBuffer(spaced).event(name).data(json).dispatch());
      return true;
    },
  };
}

/** Writes what one turn of the event loop brings at once, and counts what the client has not taken yet. */
class CountingConnection extends NodeHttp1Connection {
  #batch: string[] = [];
  /** Of the events of this turn. */
  bytes = 0;

  constructor(request: IncomingMessage, response: ServerResponse, unread: UnreadEvents) {
    super(request, response);
    this.sendChunk = (chunk) => {
      if (this.#batch.push(chunk) > 1) return;
      process.nextTick(() => {
        const chunks = this.#batch;
        const { bytes } = this;
        this.#batch = [];
        this.bytes = 0;
        if (response.writableEnded || response.destroyed) return;
        unread.sent(chunks.length);
        response.write(chunks.join(''), () => unread.read(chunks.length, bytes));
      });
    };
  }
}
