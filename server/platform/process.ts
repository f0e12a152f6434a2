/** The one place where child processes are started; every one can be ended with all it started. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface ProgramEnd {
  /** The exit code; null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to stderr, at most 4096 characters. */
  stderr: string;
}

export interface Program {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Never emits an error that nobody handles: a program that hangs up early is no fault of ours. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it is gone and its pipes are closed; rejects when it could not be started. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends it and everything it started, at once. */
  kill(): void;
}

export interface ProgramOptions {
  /** Kills the program when aborted; `ended` then resolves as for any other end. */
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

export type StartProgram = (file: string, args: string[], options?: ProgramOptions) => Program;

/** Starts a program (never through a shell) with pipes to all three streams. */
export const startProgram: StartProgram = (file, args, { signal, env, cwd } = {}) => {
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    ...ownGroup,
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
  });
  const kill = () => killTree(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4096);
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, endSignal) => resolve({ code, signal: endSignal, stderr }));
  });
  // Whoever is only interested in the output need not look at `ended`.
  ended.catch(() => {}).finally(() => signal?.removeEventListener('abort', kill));
  if (signal?.aborted) kill();
  else signal?.addEventListener('abort', kill, { once: true });
  return { pid: child.pid, stdin: child.stdin, stdout: child.stdout, ended, kill };
};

/** A forked Node process and the channel to it. */
export interface ForkedModule {
  readonly pid: number | undefined;
  /** Structured clones: typed arrays arrive as such. A message to a process that has gone is lost. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with the reason in words, when it is gone or could not be started. */
  onExit(listener: (reason: string) => void): void;
  kill(): void;
}

/**
 * Forks a Node module. It has no stdin or stdout, shares our stderr, and does not keep this process
 * alive. It must end itself on 'disconnect', so that it never outlives us.
 * @param env what its environment has besides ours
 */
export function forkModule(
  module: string,
  args: string[] = [],
  env: Readonly<Record<string, string>> = {},
): ForkedModule {
  const child = fork(module, args, {
    env: { ...process.env, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Flags of this process (a loader, an inspector port) are not meant for it.
    execArgv: [],
    ...ownGroup,
  });
  child.unref();
  child.channel?.unref();
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      killTree(child);
      resolve(error.message);
    });
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit ${code}`));
  });
  return {
    pid: child.pid,
    // The callback takes the error of a channel that is closing; without it, it would be thrown.
    send: (message) => void (child.connected && child.send(message as object, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exit.then(listener),
    kill: () => killTree(child),
  };
}

/** A process group of its own, so that the whole tree can be signalled (Windows has taskkill). */
const ownGroup = process.platform === 'win32' ? {} : { detached: true };

function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    }).once('error', () => child.kill('SIGKILL'));
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
