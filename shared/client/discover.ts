/** Reads runtime.json and tells whether the process it names is alive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeFile } from '../protocol/events.ts';

/** @returns the running instance's description, or null when none is described or its process is gone */
export function discover(home: string): RuntimeFile | null {
  let file: RuntimeFile;
  try {
    file = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8')) as RuntimeFile;
  } catch {
    return null;
  }
  return Number.isInteger(file.pid) && alive(file.pid) ? file : null;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
