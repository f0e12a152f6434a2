/** Starts the hidden browser with a private profile and ends it with everything it started. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { loadPlaywright } from './load-playwright.ts';

/** The name sound servers show, and the one our stream is looked for by. */
export const APPLICATION_NAME = 'Sonara';

const START_MS = 15_000;
const CLOSE_MS = 1_500;

export interface BrowserOptions {
  /** Absolute path of the browser's program. */
  program: string;
  /** Absolute directory, ours alone, for the profiles. */
  profile: string;
  /** Absolute directory of the lean Playwright bundle. */
  playwright: string;
  /** For the browser only, over this process's own. */
  env: Readonly<Record<string, string>>;
  /** Lets pages reach a graphics card. */
  gpu?: boolean;
}

export interface RunningBrowser {
  /** Process id of the browser; the leader of its process group except on Windows. */
  readonly pid: number;
  newPage(): Promise<RunningPage>;
  /** Calls back once, when the browser is gone; not after `close`. */
  onGone(listener: (why: string) => void): void;
  /** Gracefully for at most 1.5 s, then by force. */
  close(): Promise<void>;
}

export interface RunningPage {
  /** It is usable when this returns. */
  open(address: string): Promise<void>;
  /** The page's title, '' when it cannot be had. */
  title(): Promise<string>;
  /** Calls back once, when the page or its browser is gone; not after `close`. */
  onGone(listener: (why: string) => void): void;
  /** @returns whether it closed; false when the browser does not answer within 1.5 s */
  close(): Promise<boolean>;
}

/** Removes what a killed runtime left behind. Only with the single-instance lock held. */
export async function sweepProfiles(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  await Promise.all(names.map((name) => remove(join(directory, name))));
}

/** @throws Error in words when it does not start within 15 s */
export async function startBrowser(options: BrowserOptions): Promise<RunningBrowser> {
  const profile = join(options.profile, `run-${randomBytes(6).toString('hex')}`);
  const temporary = join(profile, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o700 });

  let context: BrowserContext;
  try {
    const chromium = await loadPlaywright(options.playwright);
    context = await chromium.launchPersistentContext(join(profile, 'profile'), {
      executablePath: options.program,
      headless: true,
      args: flags(options.gpu ?? false),
      // Playwright mutes a headless browser; ours is there to be heard.
      ignoreDefaultArgs: ['--mute-audio', '--enable-unsafe-swiftshader'],
      chromiumSandbox: process.getuid?.() !== 0,
      // Its artifacts default to the system's temporary directory, where a kill leaves them.
      artifactsDir: temporary,
      env: {
        ...(process.env as Record<string, string>),
        ...options.env,
        TMPDIR: temporary,
        PULSE_PROP_OVERRIDE: `application.name=${APPLICATION_NAME} media.role=a11y`,
      },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: null,
      timeout: START_MS,
    });
  } catch (error) {
    await remove(profile);
    throw new Error(`The browser ${options.program} did not start: ${firstLine(error)}`, {
      cause: error,
    });
  }
  return running(context, await browserPid(context), profile);
}

function running(context: BrowserContext, pid: number, profile: string): RunningBrowser {
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await answered(context.close());
    killTree(pid);
    await remove(profile);
  };
  // A browser starts with one empty page, which is the first one asked for.
  let first: Page | undefined = context.pages()[0];
  return {
    pid,
    async newPage() {
      const page = first ?? (await context.newPage());
      first = undefined;
      return runningPage(context, page);
    },
    onGone(listener) {
      context.once('close', () => {
        if (!closing) listener('The browser ended.');
      });
    },
    close: () => (closing ??= close()),
  };
}

function runningPage(context: BrowserContext, page: Page): RunningPage {
  let closing: Promise<boolean> | null = null;
  return {
    async open(address) {
      try {
        await page.goto(address, { timeout: START_MS, waitUntil: 'load' });
      } catch (error) {
        // Its other lines have the address, and so the ticket.
        const why = firstLine(error).replaceAll(address, 'its address');
        throw new Error(`The hidden page did not open: ${why}`, { cause: error });
      }
    },
    title: () => page.title().catch(() => ''),
    onGone(listener) {
      let told = false;
      const tell = (why: string) => (): void => {
        if (!told && !closing) listener(why);
        told = true;
      };
      page.once('crash', tell('The hidden page crashed.'));
      page.once('close', tell('The hidden page was closed.'));
      context.once('close', tell('The browser ended.'));
    },
    close: () => (closing ??= answered(page.close())),
  };
}

/** Whether it was done within 1.5 s. */
async function answered(work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CLOSE_MS);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  const outcome = await Promise.race([done, late]);
  clearTimeout(timer);
  return outcome;
}

function flags(gpu: boolean): string[] {
  return [
    '--autoplay-policy=no-user-gesture-required',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    // Without it Chromium calls home in spite of the others.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    // Without `gpu` Chromium starts no process for graphics: 30 MB and 60 ms less.
    ...(gpu ? ['--enable-unsafe-webgpu'] : ['--disable-gpu', '--disable-software-rasterizer']),
    '--disable-remote-fonts',
    '--js-flags=--max-old-space-size=64',
  ];
}

async function browserPid(context: BrowserContext): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('Playwright gave no browser for its context.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find((info) => info.type === 'browser')?.id;
  if (!pid) throw new Error('The browser did not tell its process id.');
  return pid;
}

/** Playwright makes the browser the leader of a process group of its own, except on Windows. */
function killTree(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** A dying browser may still write; what then stays is swept at the next start. */
async function remove(directory: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 3, retryDelay: 50 };
  await rm(directory, options).catch(() => undefined);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}
