import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BrowserOptions, RunningBrowser, RunningPage } from './browser.ts';
import { BrowserHost, type PageWish } from './browser-host.ts';

/** A browser that only counts. */
class FakeBrowser implements RunningBrowser {
  readonly pid: number;
  readonly options: BrowserOptions;
  readonly pages: FakePage[] = [];
  closed = 0;
  #onGone: ((why: string) => void)[] = [];

  constructor(pid: number, options: BrowserOptions) {
    this.pid = pid;
    this.options = options;
  }
  async newPage(): Promise<RunningPage> {
    const page = new FakePage();
    this.pages.push(page);
    return page;
  }
  onGone(listener: (why: string) => void): void {
    this.#onGone.push(listener);
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
  die(): void {
    for (const listener of this.#onGone) listener('The browser ended.');
  }
}

class FakePage implements RunningPage {
  addresses: string[] = [];
  closed = 0;
  answers = true;
  async open(address: string): Promise<void> {
    this.addresses.push(address);
    if (address.includes('broken')) throw new Error('The page does not load.');
  }
  title = async () => 'title';
  onGone(): void {}
  async close(): Promise<boolean> {
    this.closed += 1;
    return this.answers;
  }
}

let profile: string;
let browsers: FakeBrowser[];
let failure: Error | null;
let host: BrowserHost;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'sonara-host-'));
  browsers = [];
  failure = null;
  host = new BrowserHost({ playwright: '/playwright', profile }, async (options) => {
    if (failure) throw failure;
    const browser = new FakeBrowser(100 + browsers.length, options);
    browsers.push(browser);
    return browser;
  });
});
afterEach(() => rmSync(profile, { recursive: true }));

const open = (wish: Partial<PageWish> = {}, address = 'http://page') =>
  host.open(address, { program: '/browser', env: {}, sounds: false, ...wish });

describe('a browser', () => {
  test('is started for a page, with what was asked for', async () => {
    const page = await open({ env: { A: '1' }, gpu: true });
    expect(browsers[0]!.options).toEqual({
      playwright: '/playwright',
      profile,
      program: '/browser',
      env: { A: '1' },
      gpu: true,
    });
    expect(browsers[0]!.pages[0]!.addresses).toEqual(['http://page']);
    expect([page.pid, await page.title()]).toEqual([100, 'title']);
  });

  test('is shared by pages of the same kind, also while it starts', async () => {
    await Promise.all([open(), open({ sounds: true })]);
    await open();
    expect(browsers).toHaveLength(1);
    expect(browsers[0]!.pages).toHaveLength(3);
  });

  test.each([{ env: { A: '1' } }, { gpu: true }, { program: '/other' }])(
    'is not shared with a page that wants %o',
    async (wish) => {
      await open();
      await open(wish);
      expect(browsers).toHaveLength(2);
    },
  );

  test('that has sounded is not used by another page that sounds', async () => {
    await open({ sounds: true });
    await open({ sounds: true });
    expect(browsers).toHaveLength(2);
  });

  test('ends with its last page', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    await first.close();
    expect(browsers[0]!.closed).toBe(0);
    expect(browsers[0]!.pages[0]!.closed).toBe(1);
    await second.close();
    expect(browsers[0]!.closed).toBe(1);
  });

  test('is not ended by a page that is closed twice', async () => {
    const [first] = await Promise.all([open(), open()]);
    await first.close();
    await first.close();
    expect(browsers[0]!.closed).toBe(0);
  });

  test('that cannot close a page is ended for all', async () => {
    const [first] = await Promise.all([open(), open()]);
    browsers[0]!.pages[0]!.answers = false;
    await first.close();
    expect(browsers[0]!.closed).toBe(1);
    await open();
    expect(browsers).toHaveLength(2);
  });

  test('that died is not used again', async () => {
    await open();
    browsers[0]!.die();
    await open();
    expect(browsers).toHaveLength(2);
  });

  test('that is on its way out is not used again', async () => {
    const page = await open();
    const closing = page.close();
    await open();
    await closing;
    expect(browsers).toHaveLength(2);
  });

  test('that does not start is an error, and the next page tries again', async () => {
    failure = new Error('The browser did not start.');
    await expect(open()).rejects.toThrow('did not start');
    failure = null;
    await open();
    expect(browsers).toHaveLength(1);
  });
});

test('a page that does not load is closed, its browser with it when it was alone', async () => {
  await expect(open({}, 'http://broken')).rejects.toThrow('does not load');
  expect(browsers[0]!.closed).toBe(1);
});

test('a page that does not load leaves no page in a browser of others', async () => {
  await open();
  await expect(open({}, 'http://broken')).rejects.toThrow('does not load');
  expect(browsers[0]!.closed).toBe(0);
  expect(browsers[0]!.pages.map(({ closed }) => closed)).toEqual([0, 1]);
});

test('what a killed runtime left behind is removed before the first page', async () => {
  mkdirSync(join(profile, 'run-old'));
  await open();
  expect(readdirSync(profile)).toEqual([]);
});
