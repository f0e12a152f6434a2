/** Reads runtime.json and tells whether the process it names is alive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeFile } from '../protocol/events.ts';

/** @returns the running instance's description, or null when none is described or its process is gone */
export function discover(home: string): RuntimeFile | null {
  const file = readRuntimeFile(home);
  return file && isAlive(file.pid) ? file : null;
}

/** @returns what runtime.json says, also of a process that is gone; null without a file that makes sense */
export function readRuntimeFile(home: string): RuntimeFile | null {
  try {
    const file = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8')) as RuntimeFile;
    return makesSense(file) ? file : null;
  } catch {
    return null;
  }
}

function makesSense({ pid, port, token }: RuntimeFile): boolean {
  const isPort = Number.isInteger(port) && port > 0 && port < 65536;
  return Number.isInteger(pid) && pid > 0 && isPort && typeof token === 'string';
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
