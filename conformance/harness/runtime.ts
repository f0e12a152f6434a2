/** Starts the runtime under test, a process of its own with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepChild, newFolder } from './clean-up.ts';

export interface RuntimeFile {
  pid: number;
  port: number;
  http_port: number;
  token: string;
  [field: string]: unknown;
}

export interface StartOptions {
  args?: string[];
  home?: string;
  env?: Record<string, string | undefined>;
  /** Only `args`: neither --home nor --engine is added. `home` then says where runtime.json will be. */
  bare?: boolean;
  /** The program itself, by its first line, although it is a script. Not on Windows. */
  direct?: boolean;
  /** The most files, sockets among them, that the system gives it; not on Windows. */
  files?: number;
  /** The folder it is started in is removed before; not on Windows. */
  homeless?: boolean;
  /** Its standard input is a pipe, open until the child's `stdin` is ended. */
  input?: boolean;
}

/** The program under test: SONARA_RUNTIME, else what this project builds. */
const program = resolve(process.env['SONARA_RUNTIME'] ?? 'dist/sonarad.cjs');

export interface Launched {
  child: ChildProcess;
  home: string;
  stdout: () => string;
  stderr: () => string;
}

/** Starts without waiting for anything. */
export function launch({
  args = [],
  home = newHome(),
  env = {},
  bare = false,
  direct = false,
  files,
  homeless = false,
  input = false,
}: StartOptions = {}): Launched {
  const before = [
    ...(files === undefined ? [] : [`ulimit -n ${files}`]),
    ...(homeless ? [`cd '${newFolder()}'`, 'rmdir "$PWD"'] : []),
  ];
  const [command, ...first] = [
    ...(before.length === 0 ? [] : ['sh', '-c', [...before, 'exec "$0" "$@"'].join('; ')]),
    ...(direct ? [program] : commandOf(program)),
  ];
  const added = bare ? [] : ['--home', home, '--engine', 'fake'];
  const child = spawn(command!, [...first, ...added, ...args], {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  keepChild(child);
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (data) => (stdout += String(data)));
  child.stderr!.on('data', (data) => (stderr += String(data)));
  return { child, home, stdout: () => stdout, stderr: () => stderr };
}

/** Whether the program under test is a script, which can be started with modules of ours before it. */
export const isScript = /\.[cm]?js$/.test(program);

/** A script is run by this Node, with the flags its first line names. */
function commandOf(path: string): string[] {
  if (!/\.[cm]?js$/.test(path)) return [path];
  const [first = ''] = readFileSync(path, 'utf8').split('\n', 1);
  const flags = first.startsWith('#!')
    ? first.split(/\s+/).filter((word) => word.startsWith('--'))
    : [];
  return [process.execPath, ...flags, path];
}

export const newHome = newFolder;

export class Runtime {
  readonly child: ChildProcess;
  readonly home: string;
  readonly file: RuntimeFile;
  readonly exited: Promise<number | null>;

  private constructor(child: ChildProcess, home: string, file: RuntimeFile) {
    this.child = child;
    this.home = home;
    this.file = file;
    this.exited = exitCode(child);
  }

  /** Resolves once runtime.json names the new process. */
  static async start(options: StartOptions = {}): Promise<Runtime> {
    return Runtime.of(launch(options));
  }

  /** As `start`, of one that was launched. */
  static async of({ child, home, stderr }: Launched): Promise<Runtime> {
    for (let tries = 0; tries < 2000; tries++) {
      const file = readRuntimeFile(home);
      if (file?.pid === child.pid) return new Runtime(child, home, file!);
      if (child.exitCode !== null) throw new Error(`the runtime ended: ${stderr()}`);
      await sleep(10);
    }
    child.kill('SIGKILL');
    throw new Error(`no runtime.json: ${stderr()}`);
  }

  /** Ends it, politely at first, and removes its home. */
  async stop({ keepHome = false } = {}): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
      await this.exited;
      clearTimeout(timer);
    }
    if (!keepHome) rmSync(this.home, { recursive: true, force: true });
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

/** @throws SyntaxError for a file that is not whole, which no reader may ever see */
export function readRuntimeFile(home: string): RuntimeFile | null {
  const path = join(home, 'runtime.json');
  if (!existsSync(path)) return null;
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Removed between the look and the reading.
    return null;
  }
  return JSON.parse(text) as RuntimeFile;
}

export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Waits until it holds. @throws Error when it does not within 10 s */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !holds(); await sleep(10)) {
    if (performance.now() > end) throw new Error('it did not come to that within 10 s');
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
