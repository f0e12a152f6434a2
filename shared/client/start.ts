/** Starts a runtime that goes on after its starter, and waits until it can be found. */
import { programFlags } from './program-flags.ts';
import { spawn } from 'node:child_process';
import type { RuntimeFile } from '../protocol/events.ts';
import { findBeside } from './beside.ts';
import { discover } from './discover.ts';
import { StartFailed } from './errors.ts';
import { LastWords } from './last-words.ts';
import { poll } from './wait.ts';

export interface StartOptions {
  home: string;
  /** The program and its arguments, e.g. ['sonarad'] or [process.execPath, '/path/sonarad.cjs']. */
  command: readonly string[];
  /** The token of a runtime that is known to be of no use. */
  shunned?: string | null;
  /** Milliseconds to wait for it to be found. */
  timeout?: number;
  signal?: AbortSignal | undefined;
}

/** The exit code of a runtime that found another one running. */
const ALREADY_RUNNING = 3;

/** @returns how the runtime is started that came with this client; null when there is none */
export function bundledRuntime(): string[] | null {
  const program = findBeside('sonarad.cjs');
  return program === null ? null : [process.execPath, ...programFlags, program];
}

/**
 * @returns the new runtime's description, or, when somebody else was faster, that one's
 * @throws StartFailed in words when none came up; the signal's reason (what was started goes on)
 */
export async function startRuntime({
  home,
  command,
  shunned = null,
  timeout = 5000,
  signal,
}: StartOptions): Promise<RuntimeFile> {
  signal?.throwIfAborted();
  const [program, ...args] = command;
  if (program === undefined) throw new StartFailed('no program to start was given');
  const words = LastWords.open();
  try {
    const child = spawn(program, [...args, '--home', home], {
      detached: true,
      stdio: ['ignore', 'ignore', words.output],
      windowsHide: true,
    });
    let ended: string | null = null;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, end) => (ended = `it ended at once (${end ?? `code ${code}`})`));
    child.unref();
    const failed = (why: string) =>
      new StartFailed(`no runtime started: ${[why, ...words.read()].join(': ')}`);
    const look = () => {
      const found = discover(home);
      if (found && found.pid === child.pid) return found;
      if (ended === null) return null;
      if (child.exitCode !== ALREADY_RUNNING) throw failed(ended);
      return found && found.token !== shunned ? found : null;
    };
    const found = await poll(look, { timeout, signal });
    if (found) return found;
    throw failed(ended ?? `nothing was found after ${timeout / 1000} s`);
  } finally {
    words.close();
  }
}
