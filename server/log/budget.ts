/** The bytes of the log folder, and how it is kept small. Call only while holding the folder's lock. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Found {
  path: string;
  bytes: number;
  /** Last write, milliseconds. */
  written: number;
}

/**
 * Deletes the files last written longest ago until `more` bytes fit under `limit`; never `own`.
 * A file that cannot be deleted (on Windows: one that is open in a viewer) is passed over.
 * @returns the bytes that still fit
 */
export function makeRoom(
  folder: string,
  { limit, more, own }: { limit: number; more: number; own: string },
  remove: (path: string) => void = rmSync,
): number {
  const files = filesIn(folder);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total + more <= limit) return limit - total;
  files.sort((a, b) => a.written - b.written || segment(b.path) - segment(a.path));
  for (const { path, bytes } of files) {
    if (bytes === 0 || path === own) continue;
    try {
      remove(path);
      total -= bytes;
    } catch {
      continue;
    }
    if (total + more <= limit) break;
  }
  return limit - total;
}

/** The number of a rotated file. File times are a few milliseconds coarse; higher numbers are older. */
function segment(path: string): number {
  return Number(/\.(\d+)\.log$/.exec(path)?.[1] ?? 0);
}

/** Every file below `folder`, links not followed. */
function filesIn(folder: string): Found[] {
  const found: Found[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found.push(...attempt(() => filesIn(path), []));
      continue;
    }
    // It may go at any moment when somebody else tidies up.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats) found.push({ path, bytes: stats.size, written: stats.mtimeMs });
  }
  return found;
}

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
