/** The link to a hidden page that is up: from its opening to its end. What is said is the user's. */
import type { RawData, WebSocket } from 'ws';
import type { HostedPage } from './browser-host.ts';
import { startLinkServer, type LinkServer, type LinkServerOptions } from './link-server.ts';

const READY_MS = 10_000;

export interface Link {
  /** Process id of the browser. */
  readonly pid: number;
  send(data: string | Uint8Array): void;
  /** Every message after the first; those that came before are given at once. One listener. */
  onMessage(listener: (data: Buffer, isBinary: boolean) => void): void;
  /** Calls back once when the link is lost, with the reason; not after `close`. One listener. */
  onDown(listener: (why: string) => void): void;
  /** Ends the page, and its browser when no other page is in it. May be called again. */
  close(): Promise<void>;
}

export interface LinkOptions extends LinkServerOptions {
  /** Absolute directory of the built page. */
  root: string;
  /** Opens the address in a hidden browser. */
  open(address: string): Promise<HostedPage>;
  /** Whether the page's first message says that it is ready. */
  isReady(text: string): boolean;
  signal?: AbortSignal | undefined;
}

/** @throws Error in words when the page does not come up; the signal's reason when aborted */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { root, open, isReady, signal, ...served } = options;
  signal?.throwIfAborted();
  const server = await startLinkServer(root, served);
  const opening = open(server.address);
  const end = async (): Promise<void> => {
    server.close();
    await (await opening.catch(() => null))?.close();
  };
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
  try {
    const page = await Promise.race([opening, aborted]);
    const gone = new Promise<never>((_, reject) => {
      page.onGone((why) => reject(new Error(why)));
    });
    const link = await ready(server, page, isReady, [gone, aborted]);
    gone.catch((error: Error) => link.lose(error.message));
    return link;
  } catch (error) {
    // A browser that is being started ends when it is there.
    const ended = end().catch(() => undefined);
    if (!signal?.aborted) await ended;
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The link, once its page has said that it is ready. */
async function ready(
  server: LinkServer,
  page: HostedPage,
  isReady: LinkOptions['isReady'],
  ends: readonly Promise<never>[],
): Promise<OpenLink> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void page.title().then((title) => {
        const failed = title.startsWith('failed: ') ? `: ${title.slice(8)}` : '.';
        reject(new Error(`The hidden page did not come up in 10 s${failed}`));
      });
    }, READY_MS);
  });
  const up = server.socket.then(
    (socket) =>
      new Promise<OpenLink>((resolve, reject) => {
        socket.once('message', (data) => {
          // At once: the next message may be there already.
          if (isReady(asText(data))) resolve(new OpenLink(server, page, socket));
          else reject(new Error('The hidden page could not start.'));
        });
      }),
  );
  try {
    return await Promise.race([up, late, ...ends]);
  } finally {
    clearTimeout(timer);
  }
}

class OpenLink implements Link {
  readonly pid: number;
  readonly #server: LinkServer;
  readonly #page: HostedPage;
  readonly #socket: WebSocket;
  #closing: Promise<void> | null = null;
  #down: string | null = null;
  #onDown: ((why: string) => void) | null = null;
  #onMessage: ((data: Buffer, isBinary: boolean) => void) | null = null;
  /** What came before somebody listened. */
  #early: [data: Buffer, isBinary: boolean][] = [];

  constructor(server: LinkServer, page: HostedPage, socket: WebSocket) {
    this.pid = page.pid;
    this.#server = server;
    this.#page = page;
    this.#socket = socket;
    socket.on('close', () => this.lose('The link to the hidden page broke.'));
    socket.on('error', () => this.lose('The link to the hidden page broke.'));
    socket.on('message', (data, isBinary) => {
      if (this.#onMessage) this.#onMessage(asBuffer(data), isBinary);
      else this.#early.push([asBuffer(data), isBinary]);
    });
  }

  send(data: string | Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(data);
  }

  onMessage(listener: (data: Buffer, isBinary: boolean) => void): void {
    this.#onMessage = listener;
    for (const [data, isBinary] of this.#early.splice(0)) listener(data, isBinary);
  }

  onDown(listener: (why: string) => void): void {
    this.#onDown = listener;
    if (this.#down !== null) listener(this.#down);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#page.close().finally(() => this.#server.close()));
  }

  /** The page or its socket is gone. */
  lose(why: string): void {
    if (this.#closing || this.#down !== null) return;
    this.#down = why;
    this.#onDown?.(why);
  }
}

/** A server without other settings gives every message as one buffer. */
function asBuffer(data: RawData): Buffer {
  return data as Buffer;
}

function asText(data: RawData): string {
  return asBuffer(data).toString('utf8');
}
