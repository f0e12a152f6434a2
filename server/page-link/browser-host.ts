/**
 * The hidden browsers of one runtime. Pages that need the same kind of browser share one: a second
 * page costs a fifth of the memory of a second browser. The last page that closes ends its browser.
 */
import {
  startBrowser,
  sweepProfiles,
  type BrowserOptions,
  type RunningBrowser,
  type RunningPage,
} from './browser.ts';

export interface HostOptions {
  /** Absolute directory of the lean Playwright bundle. */
  playwright: string;
  /** Absolute directory for the browsers' profiles, ours alone. */
  profile: string;
}

export interface PageWish {
  /** Absolute path of the browser's program. */
  program: string;
  env: Readonly<Record<string, string>>;
  /** Whether the page must reach a graphics card. */
  gpu?: boolean;
  /** A page that sounds wants a browser that has never sounded: an old one may stay silent. */
  sounds: boolean;
}

export interface HostedPage {
  /** Process id of its browser. */
  readonly pid: number;
  /** The page's title, '' when it cannot be had. */
  title(): Promise<string>;
  /** Calls back once, when the page is gone; not after `close`. */
  onGone(listener: (why: string) => void): void;
  /** Ends the page, and its browser with the last one. May be called again. */
  close(): Promise<void>;
}

interface Shared {
  readonly running: Promise<RunningBrowser>;
  readonly key: string;
  hasSounded: boolean;
  pages: number;
}

export class BrowserHost {
  readonly #options: HostOptions;
  readonly #start: (options: BrowserOptions) => Promise<RunningBrowser>;
  readonly #browsers = new Set<Shared>();
  #swept: Promise<void> | undefined;

  constructor(options: HostOptions, start = startBrowser) {
    this.#options = options;
    this.#start = start;
  }

  /** @throws Error in words when the browser or its page does not come up */
  async open(address: string, wish: PageWish): Promise<HostedPage> {
    await (this.#swept ??= sweepProfiles(this.#options.profile));
    const shared = this.#find(wish) ?? this.#add(wish);
    shared.pages += 1;
    if (wish.sounds) shared.hasSounded = true;
    let page: RunningPage | null = null;
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => (closing ??= this.#close(shared, page));
    try {
      const browser = await shared.running;
      const opened = (page = await browser.newPage());
      await page.open(address);
      return {
        pid: browser.pid,
        title: () => opened.title(),
        onGone: (listener) => opened.onGone(listener),
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async #close(shared: Shared, page: RunningPage | null): Promise<void> {
    // A browser that cannot even close a page is no good to the others in it.
    const hangs = shared.pages > 1 && page !== null && !(await page.close());
    await this.#leave(shared, hangs);
  }

  #find({ sounds, ...wish }: PageWish): Shared | undefined {
    return [...this.#browsers].find(
      (shared) => shared.key === keyOf(wish) && !(sounds && shared.hasSounded),
    );
  }

  #add({ program, env, gpu }: PageWish): Shared {
    const running = this.#start({ ...this.#options, program, env, gpu });
    const shared: Shared = {
      running,
      key: keyOf({ program, env, gpu }),
      hasSounded: false,
      pages: 0,
    };
    this.#browsers.add(shared);
    running.then(
      (browser) => browser.onGone(() => this.#browsers.delete(shared)),
      () => this.#browsers.delete(shared),
    );
    return shared;
  }

  async #leave(shared: Shared, hangs: boolean): Promise<void> {
    shared.pages -= 1;
    if (shared.pages > 0 && !hangs) return;
    // Nobody joins a browser that is on its way out.
    this.#browsers.delete(shared);
    const browser = await shared.running.catch(() => null);
    await browser?.close();
  }
}

function keyOf({ program, env, gpu }: Omit<PageWish, 'sounds'>): string {
  return JSON.stringify([program, Object.entries(env).sort(), gpu ?? false]);
}
