/** One Server-Sent Events stream: `event:` and `data:` lines, a ping comment, nothing a slow client can pile up. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEventBuffer, NodeHttp1Connection, Session } from 'better-sse';
import { MAX_UNREAD_EVENTS } from './port.ts';

export interface SseStream {
  send(name: string, json: string): void;
}

export interface SseOptions {
  /** Milliseconds between two `: ping` comments. */
  ping: number;
  /** The headers are out: events may be sent from now on. */
  opened(): void;
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
  const connection = new CountingConnection(request, response);
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
      if (!session.isConnected || connection.unread >= MAX_UNREAD_EVENTS) return;
      void session.batch(createEventBuffer(spaced).event(name).data(json).dispatch());
    },
  };
}

/** Knows how many chunks the client has not taken yet. */
class CountingConnection extends NodeHttp1Connection {
  unread = 0;

  constructor(request: IncomingMessage, response: ServerResponse) {
    super(request, response);
    this.sendChunk = (chunk) => {
      if (response.writableEnded || response.destroyed) return;
      this.unread++;
      response.write(chunk, () => void this.unread--);
    };
  }
}
