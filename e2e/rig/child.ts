/** Child processes of the tests: started, waited for and ended by their own pid. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** Runs a program to its end. @throws Error with its stderr when it fails. */
export async function output(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { stdout } = await runFile(program, args, { env, timeout: 20_000, maxBuffer: 1 << 26 });
  return stdout;
}

/** Starts a program whose stdout is read by the caller; `stderr()` is what it complained about. */
export function start(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): { child: ChildProcess; stderr(): string } {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    errors = (errors + data).slice(-20_000);
  });
  child.on('error', (error) => {
    errors += error.message;
  });
  return { child, stderr: () => errors };
}

/** Ends a child: SIGTERM, then SIGKILL after `patienceMs`. Resolves with how it ended. */
export async function end(
  child: ChildProcess,
  patienceMs = 5000,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await exited;
    clearTimeout(timer);
  }
  return { code: child.exitCode, signal: child.signalCode };
}

/**
 * Asks again and again until `probe` gives something.
 * @throws Error "<what> did not come within <limitMs> ms", with what `why()` adds
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  limitMs = 10_000,
  why: () => string = () => '',
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > deadline)
      throw new Error(`${what} did not come within ${limitMs} ms. ${why()}`.trim());
    await delay(10);
  }
}
