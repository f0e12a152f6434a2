import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { HostedPage } from './browser-host.ts';
import { openLink, type Link } from './link.ts';

/** A page without a browser: its socket, in the hands of the test. */
class FakePage implements HostedPage {
  readonly pid = 7;
  socket: WebSocket | null = null;
  closed = 0;
  name = '';
  gone: (why: string) => void = () => {};

  async connect(address: string): Promise<WebSocket> {
    const { host, origin, hash } = new URL(address);
    const socket = new WebSocket(`ws://${host}/link?ticket=${hash.slice(1)}`, { origin });
    this.socket = socket;
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  }
  title = async () => this.name;
  onGone(listener: (why: string) => void): void {
    this.gone = listener;
  }
  async close(): Promise<void> {
    this.closed += 1;
    this.socket?.terminate();
  }
}

let root: string;
let page: FakePage;
let address: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sonara-link-'));
  page = new FakePage();
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param says what the page sends when it is up */
function open(says: string[], signal?: AbortSignal): Promise<Link> {
  return openLink({
    root,
    signal,
    isReady: (text) => text === 'ready',
    async open(given) {
      address = given;
      const connected = page.connect(given);
      connected.then(
        (socket) => says.forEach((text) => socket.send(text)),
        () => undefined,
      );
      return page;
    },
  });
}

/** Whether the page's server still takes connections. */
const isServed = () =>
  fetch(address).then(
    () => true,
    () => false,
  );

describe('a link', () => {
  test('is there when the page says that it is ready', async () => {
    const link = await open(['ready']);
    expect(link.pid).toBe(7);
    await link.close();
  });

  test('carries messages both ways', async () => {
    const link = await open(['ready']);
    const got = new Promise((resolve) => page.socket!.once('message', resolve));
    const said = new Promise((resolve) => {
      link.onMessage((data, isBinary) => resolve([data.toString(), isBinary]));
    });
    link.send('to the page');
    page.socket!.send(Buffer.from('from the page'));
    expect(String(await got)).toBe('to the page');
    expect(await said).toEqual(['from the page', true]);
    await link.close();
  });

  test('loses no message that came right after the first', async () => {
    const link = await open(['ready', 'second', 'third']);
    const messages: string[] = [];
    await vi.waitFor(() => {
      link.onMessage((data) => messages.push(data.toString()));
      expect(messages).toEqual(['second', 'third']);
    });
    await link.close();
  });

  test('is down when the page is gone', async () => {
    const link = await open(['ready']);
    const down = new Promise((resolve) => link.onDown(resolve));
    page.gone('The hidden page crashed.');
    expect(await down).toBe('The hidden page crashed.');
    await link.close();
  });

  test('is down when its socket breaks, and that is told once', async () => {
    const link = await open(['ready']);
    const whys: string[] = [];
    const down = new Promise<void>((resolve) => {
      link.onDown((why) => {
        whys.push(why);
        resolve();
      });
    });
    page.socket!.terminate();
    await down;
    page.gone('The hidden page crashed.');
    await link.close();
    expect(whys).toEqual(['The link to the hidden page broke.']);
  });

  test('that was down before somebody listened is told', async () => {
    const link = await open(['ready']);
    page.gone('The hidden page crashed.');
    await Promise.resolve();
    const down = await new Promise((resolve) => setImmediate(() => link.onDown(resolve)));
    expect(down).toBe('The hidden page crashed.');
    await link.close();
  });

  test('that is closed is not down, and closes its page once', async () => {
    const link = await open(['ready']);
    const whys: string[] = [];
    link.onDown((why) => whys.push(why));
    await Promise.all([link.close(), link.close()]);
    await link.close();
    expect([whys, page.closed]).toEqual([[], 1]);
    expect(await isServed()).toBe(false);
    link.send('nobody hears it');
  });

  test('whose page cannot be closed still closes its server', async () => {
    const link = await open(['ready']);
    page.close = async () => {
      throw new Error('it hangs');
    };
    await expect(link.close()).rejects.toThrow('it hangs');
    expect(await isServed()).toBe(false);
  });
});

describe('a page that does not come up', () => {
  afterEach(async () => {
    expect(await isServed()).toBe(false);
  });

  test('because it says something else is closed', async () => {
    await expect(open(['broken'])).rejects.toThrow('The hidden page could not start.');
    expect(page.closed).toBe(1);
  });

  test('because it crashed says so at once, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const opening = openLink({
        root,
        isReady: () => true,
        async open(given) {
          address = given;
          return Object.assign(page, {
            onGone: (listener: (why: string) => void) => listener('The hidden page crashed.'),
          });
        },
      });
      await expect(opening).rejects.toThrow('The hidden page crashed.');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(page.closed).toBe(1);
  });

  test('because the browser does not start', async () => {
    const opening = openLink({
      root,
      isReady: () => true,
      async open(given) {
        address = given;
        throw new Error('The browser did not start.');
      },
    });
    await expect(opening).rejects.toThrow('The browser did not start.');
  });

  test('in ten seconds is closed, and its title says why', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      page.name = 'failed: no shared memory';
      const opening = open([]);
      const failed = opening.catch((error: Error) => error.message);
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(10_000);
      expect(await failed).toBe('The hidden page did not come up in 10 s: no shared memory');
    } finally {
      vi.useRealTimers();
    }
    expect(page.closed).toBe(1);
  });

  test('before it is aborted ends at once, and closes its page', async () => {
    const abort = new AbortController();
    const opening = open([], abort.signal);
    setImmediate(() => abort.abort(new Error('ending')));
    await expect(opening).rejects.toThrow('ending');
    await vi.waitFor(() => expect(page.closed).toBe(1));
  });

  test('before it is aborted ends although the browser is still starting', async () => {
    const abort = new AbortController();
    let start: (page: HostedPage) => void = () => {};
    const opening = openLink({
      root,
      signal: abort.signal,
      isReady: () => true,
      open(given) {
        address = given;
        setImmediate(() => abort.abort(new Error('ending')));
        return new Promise<HostedPage>((resolve) => (start = resolve));
      },
    });
    await expect(opening).rejects.toThrow('ending');
    start(page);
    await vi.waitFor(() => expect(page.closed).toBe(1));
  });
});

test('one that was aborted before opens nothing', async () => {
  const opened = vi.fn<() => Promise<HostedPage>>();
  const signal = AbortSignal.abort(new Error('gone'));
  const opening = openLink({ root, signal, isReady: () => true, open: opened });
  await expect(opening).rejects.toThrow('gone');
  expect(opened).not.toHaveBeenCalled();
});
