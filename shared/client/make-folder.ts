/** Makes a folder and those above it, for whatever keeps files in one. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * As `mkdir -p`. Node's own `recursive` never returns where a folder cannot be made, below /proc for one.
 * @param mode of the folders that are made
 * @throws Error of the file system, or in words when a file is in the way
 */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    return;
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process that makes it as well was a moment faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
