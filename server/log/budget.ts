/** The bytes of the log folder, and how it is kept small. Call only while holding the folder's lock. */
import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Found {
  path: string;
  bytes: number;
  /** Last write, milliseconds. */
  written: number;
}

/** Milliseconds for which the size of what is not a log is taken for granted: others may keep much there. */
const OTHERS_FOR = 5000;

export class Budget {
  readonly #now: () => number;
  readonly #remove: (path: string) => void;
  #others: { folder: string; files: Found[]; until: number } | null = null;

  /** @param options `now` in monotonic milliseconds */
  constructor({
    now = () => performance.now(),
    remove = rmSync,
  }: { now?: () => number; remove?: (path: string) => void } = {}) {
    this.#now = now;
    this.#remove = remove;
  }

  /**
   * Deletes the files last written longest ago until `more` bytes fit under `limit`; never `own`.
   * A file that cannot be deleted (on Windows: one that is open in a viewer) is passed over.
   * @returns the bytes that still fit
   */
  makeRoom(
    folder: string,
    { limit, more, own }: { limit: number; more: number; own: string },
  ): number {
    const roughly = sum(logsIn(folder)) + sum(this.#othersIn(folder));
    if (roughly + more <= limit) return limit - roughly;
    this.#others = null;
    const files = [...logsIn(folder), ...this.#othersIn(folder)];
    let total = sum(files);
    if (total + more <= limit) return limit - total;
    this.#others = null;
    files.sort((a, b) => a.written - b.written || segment(b.path) - segment(a.path));
    for (const { path, bytes } of files) {
      if (bytes === 0 || path === own) continue;
      try {
        this.#remove(path);
        total -= bytes;
      } catch {
        continue;
      }
      if (total + more <= limit) break;
    }
    return limit - total;
  }

  #othersIn(folder: string): Found[] {
    const now = this.#now();
    if (this.#others?.folder !== folder || now >= this.#others.until) {
      const files = filesIn(folder, (entry) => !isLog(entry));
      this.#others = { folder, files, until: now + OTHERS_FOR };
    }
    return this.#others.files;
  }
}

function sum(files: readonly Found[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** The streams of this and other processes, whose sizes change all the time. */
function logsIn(folder: string): Found[] {
  return filesIn(folder, isLog);
}

function isLog(entry: Dirent): boolean {
  return entry.name.endsWith('.log') && !entry.isDirectory();
}

/** The number of a rotated file. File times are a few milliseconds coarse; higher numbers are older. */
function segment(path: string): number {
  return Number(/\.(\d+)\.log$/.exec(path)?.[1] ?? 0);
}

/** Every file below `folder`, links not followed. @param wanted of what lies in the folder itself */
function filesIn(folder: string, wanted: (entry: Dirent) => boolean = () => true): Found[] {
  const found: Found[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!wanted(entry)) continue;
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
