/** The typed link to a hidden page that is up: from the start of its browser to its end. */
import type { WebSocket } from 'ws';
import {
  encodeToPage,
  parseFromPage,
  type FromPage,
  type ToPage,
} from '../../shared/audio/link.ts';
import { startBrowser, type BrowserOptions, type RunningBrowser } from './browser.ts';
import { startLinkServer, type LinkServer } from './link-server.ts';

const READY_MS = 10_000;

export interface PageLink {
  /** Process id of the browser. */
  readonly pid: number;
  send(message: ToPage): void;
  /** Every message after `ready`. One listener. */
  onMessage(listener: (message: FromPage) => void): void;
  /** Calls back once when the link is lost, with the reason; not after `close`. One listener. */
  onDown(listener: (why: string) => void): void;
  /** Ends the page and its browser. */
  close(): Promise<void>;
}

/**
 * @param page absolute directory of the built page
 * @throws Error in words when the page does not come up
 */
export async function openPageLink(page: string, options: BrowserOptions): Promise<PageLink> {
  const server = await startLinkServer(page);
  let browser: RunningBrowser | null = null;
  try {
    browser = await startBrowser(options);
    const gone = new Promise<never>((_, reject) => {
      browser?.onGone((why) => reject(new Error(why)));
    });
    gone.catch(() => undefined);
    await Promise.race([browser.open(server.address), gone]);
    const socket = await Promise.race([ready(server, browser), gone]);
    return new OpenLink(server, browser, socket, gone);
  } catch (error) {
    server.close();
    await browser?.close();
    throw error;
  }
}

/** The socket, once its page has said that it can sound. */
async function ready(server: LinkServer, browser: RunningBrowser): Promise<WebSocket> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void browser.title().then((title) => {
        const failed = title.startsWith('failed: ') ? `: ${title.slice(8)}` : '.';
        reject(new Error(`The hidden page did not come up in 10 s${failed}`));
      });
    }, READY_MS);
  });
  const up = server.socket.then(
    (socket) =>
      new Promise<WebSocket>((resolve, reject) => {
        socket.once('message', (data) => {
          const message = parseFromPage(String(data));
          if (message?.type === 'ready') resolve(socket);
          else reject(new Error('The hidden page could not start its audio.'));
        });
      }),
  );
  try {
    return await Promise.race([up, late]);
  } finally {
    clearTimeout(timer);
  }
}

class OpenLink implements PageLink {
  readonly pid: number;
  readonly #server: LinkServer;
  readonly #browser: RunningBrowser;
  readonly #socket: WebSocket;
  #closed = false;
  #down: string | null = null;
  #onDown: ((why: string) => void) | null = null;
  #onMessage: ((message: FromPage) => void) | null = null;

  constructor(
    server: LinkServer,
    browser: RunningBrowser,
    socket: WebSocket,
    gone: Promise<never>,
  ) {
    this.pid = browser.pid;
    this.#server = server;
    this.#browser = browser;
    this.#socket = socket;
    gone.catch((error: unknown) => this.#lose(error instanceof Error ? error.message : 'Gone.'));
    socket.on('close', () => this.#lose('The link to the hidden page broke.'));
    socket.on('error', () => this.#lose('The link to the hidden page broke.'));
    socket.on('message', (data) => {
      const message = parseFromPage(String(data));
      if (message) this.#onMessage?.(message);
    });
  }

  send(message: ToPage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(encodeToPage(message));
  }

  onMessage(listener: (message: FromPage) => void): void {
    this.#onMessage = listener;
  }

  onDown(listener: (why: string) => void): void {
    this.#onDown = listener;
    if (this.#down !== null) listener(this.#down);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#browser.close();
    this.#server.close();
  }

  #lose(why: string): void {
    if (this.#closed || this.#down !== null) return;
    this.#down = why;
    this.#onDown?.(why);
  }
}
