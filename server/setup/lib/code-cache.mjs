// V8's compiled code beside a program, for this V8 and the flags the program runs with.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** As in shared/client/program-flags.ts: a cache is for one set of flags. */
export const programFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50'];

/** Before the file changes: V8 compares only the length of a cache's source. */
export function dropCodeCaches(file) {
  if (!existsSync(dirname(file))) return;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(`${basename(file)}.`) && name.endsWith('.cache')) {
      rmSync(join(dirname(file), name));
    }
  }
}

/**
 * @param {string} file absolute path of a CommonJS file
 * @param {string[]} flags V8 flags of the process that will use the cache
 * @param {string[]} [args] run the file as a program with these, till it ends
 */
export async function makeCodeCache(file, flags, args = []) {
  const script = fileURLToPath(new URL('./make-code-cache.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [...flags, script, file, ...args]);
}
