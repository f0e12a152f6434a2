/** Starts the runtime under test, a process of its own with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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
  env?: Record<string, string>;
}

/** The program under test: SONARA_RUNTIME, else what this project builds. */
const program = resolve(process.env['SONARA_RUNTIME'] ?? 'dist/sonarad.cjs');

/** Starts without waiting for anything. */
export function launch({ args = [], home = newHome(), env = {} }: StartOptions = {}): {
  child: ChildProcess;
  home: string;
  stderr: () => string;
} {
  const [command, ...first] = commandOf(program);
  const child = spawn(command!, [...first, '--home', home, '--engine', 'fake', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stderr = '';
  child.stderr!.on('data', (data) => (stderr += String(data)));
  child.stdout!.on('data', () => {});
  return { child, home, stderr: () => stderr };
}

/** A script is run by this Node, with the flags its first line names. */
function commandOf(path: string): string[] {
  if (!/\.[cm]?js$/.test(path)) return [path];
  const [first = ''] = readFileSync(path, 'utf8').split('\n', 1);
  const flags = first.startsWith('#!')
    ? first.split(/\s+/).filter((word) => word.startsWith('--'))
    : [];
  return [process.execPath, ...flags, path];
}

export function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'sonara-conformance-'));
}

export class Runtime {
  readonly child: ChildProcess;
  readonly home: string;
  readonly file: RuntimeFile;
  readonly exited: Promise<number | null>;

  private constructor(child: ChildProcess, home: string, file: RuntimeFile) {
    this.child = child;
    this.home = home;
    this.file = file;
    this.exited = child.exitCode !== null ? Promise.resolve(child.exitCode) : exitCode(child);
  }

  /** Resolves once runtime.json names the new process. */
  static async start(options: StartOptions = {}): Promise<Runtime> {
    const { child, home, stderr } = launch(options);
    const path = join(home, 'runtime.json');
    for (let tries = 0; tries < 1000; tries++) {
      if (existsSync(path)) {
        const file = JSON.parse(readFileSync(path, 'utf8')) as RuntimeFile;
        if (file.pid === child.pid) return new Runtime(child, home, file);
      }
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
}

export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
