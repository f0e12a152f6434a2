/** Starts a runtime that goes on after its starter, and waits until it can be found. */
import { spawn } from 'node:child_process';
import type { RuntimeFile } from '../protocol/events.ts';
import { discover } from './discover.ts';

export interface StartOptions {
  home: string;
  /** The program and its arguments, e.g. ['sonarad'] or [process.execPath, '/path/sonarad.cjs']. */
  command: readonly string[];
  /** Milliseconds to wait for it to be found. */
  timeout?: number;
}

/** @throws Error in words when it did not come up */
export async function startRuntime({
  home,
  command,
  timeout = 5000,
}: StartOptions): Promise<RuntimeFile> {
  const [program, ...args] = command;
  const child = spawn(program!, [...args, '--home', home], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `it ended at once (${signal ?? `code ${code}`})`));
  child.unref();
  const until = Date.now() + timeout;
  while (Date.now() < until) {
    // Another starter may have been faster: the one that is found is the one to use.
    const found = discover(home);
    if (found && (found.pid === child.pid || ended !== null)) return found;
    if (ended !== null && child.exitCode !== 3) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(
    `the runtime did not start: ${ended ?? `nothing found after ${timeout / 1000} s`}`,
  );
}
