// Child processes of the set-up: run to the end, output kept for the error, ended with us.
import { spawn } from 'node:child_process';

/** Every child that runs now; each is taken out when it has exited. */
const running = new Set();

/**
 * Runs a program to its end; never rejects.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number, inherit?: boolean}} [options]
 *   `inherit`: the child writes straight to our stdout and stderr; else its output is returned.
 * @returns {Promise<{code: number, output: string, timedOut: boolean}>} code 127 when it cannot start
 */
export function run(command, args, { cwd, env, timeoutMs = 0, inherit = false } = {}) {
  return new Promise((resolve) => {
    // An own process group, so that a timeout or Ctrl+C ends the grandchildren with the child.
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    const keep = (data) => (output = (output + data).slice(-200_000));
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const timer =
      timeoutMs > 0 &&
      setTimeout(() => {
        timedOut = true;
        killTree(child, 'SIGKILL');
      }, timeoutMs);
    const done = (code) => {
      if (timer) clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      done(127);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Ends a child and what it started. */
export function killTree(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** While the set-up runs, Ctrl+C and the like end its children and then us. Returns the undo. */
export function endChildrenOnSignal() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const onSignal = (signal) => {
    for (const child of running) killTree(child, signal);
    process.exit(130);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** The last `count` lines that say something. */
export function lastLines(output, count = 8) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n');
}
