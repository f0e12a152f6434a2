/** What a transport gives the inside, and what it calls there. Transports move bytes and know no message. */

/** One client's connection over lines. Sends are ordered and return at once. */
export interface LineConnection {
  /** Sends one line; never dropped. */
  send(line: string): void;
  /** Sends one line, unless too many events are still unread by this client. @returns whether it is sent */
  sendEvent(line: string): boolean;
  /** So much is sent and not taken that no more requests should be answered until `drained`. */
  readonly full: boolean;
  /** No more input is taken while paused. */
  pause(): void;
  resume(): void;
  /** Closes once everything sent so far is out. */
  end(): void;
}

export interface LineHandler {
  /** One line without its end, or null for one over the limit (its bytes are gone). */
  line(bytes: Uint8Array | null): void;
  /** The client has read again what was sent, after events were dropped for it. */
  caughtUp(): void;
  /** The connection is no longer full. */
  drained(): void;
  /** The client sends no more; it may still read. */
  inputEnded(): void;
  closed(): void;
}

export type AcceptLines = (connection: LineConnection) => LineHandler;

/** What HTTP asks of the inside. */
export interface HttpHandler {
  /** Constant time. @param header the Authorization header */
  authorized(header: string | undefined): boolean;
  /** @param body the raw bytes, or null for a body over the limit. */
  request(type: string, body: Uint8Array | null): Promise<HttpAnswer>;
  /** The answer for a request without a valid token, or for another documented refusal. */
  refuse(
    code: 'E_AUTH' | 'E_FORBIDDEN' | 'E_NOT_FOUND' | 'E_BAD_REQUEST',
    message: string,
  ): HttpAnswer;
  /**
   * Opens an event stream. @param streams the names asked for, or null for the default
   * @returns the refusal, or the function to call when the stream ended
   */
  events(
    streams: readonly string[] | null,
    /** @returns whether it is sent: not while too many are unread */
    send: (name: string, json: string) => boolean,
  ): { refused: HttpAnswer } | { open(): void; caughtUp(): void; closed(): void };
}

export interface HttpAnswer {
  status: number;
  json: string;
}

/** What is on its way when a transport closes is still answered for this long (ms). */
export const GRACE = 100;

/** The largest line or body, in bytes (1 MiB). */
export const MAX_REQUEST = 1024 * 1024;

/**
 * A client with this many unread events gets no more until it reads. Unread are those handed to the
 * system that it did not take yet; what one turn of the event loop brings is sent whole to a client that keeps up.
 */
export const MAX_UNREAD_EVENTS = 256;

/** The same for their size, in bytes: a few large ones are as much of a burden. */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
