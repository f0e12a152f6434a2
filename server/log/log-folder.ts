/**
 * The home's logs folder (section "Saved settings"): streams of lines that rotate under one budget,
 * written by several processes at once.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appendLines, type Limits } from './append.ts';
import { Budget } from './budget.ts';
import { formatLine } from './line.ts';
import type { LogLock } from './lock-port.ts';

/** Megabytes as 1,000,000 bytes, so that the folder is under the limit in either meaning of the word. */
const documented: LogLimits = { rotateAt: 1_000_000, folder: 10_000_000, waitMs: 50 };

export interface LogLimits extends Limits {
  /** How long a line waits for the lock, in milliseconds, before it is skipped. */
  waitMs: number;
}

/** Lines wait here while another process writes: 50 ms of it, not more memory than this. */
const QUEUE_BYTES = 4 * 1024 * 1024;
/** Written at most before the lock, and the event loop, are free for a moment. */
const WRITE_BYTES = 256 * 1024;
/** Between two writes of this process, in milliseconds. */
const REST_MS = 1;
/** Between two attempts to get the lock; each looks for a gap between the others for about 0.2 ms. */
const RETRY_MS = 1;
const LOOKS = 200;
/** A process the system held up for 50 ms has not waited for the lock: it still tries this often. */
const LEAST_RETRIES = 25;

export interface LogFolderOptions {
  home: string;
  now?: () => Date;
  /** Makes the lock of the file at this path. Without one, this process is the only writer. */
  lock?: (path: string) => LogLock;
  limits?: Partial<LogLimits>;
}

export interface LogStream {
  /** Never throws and never waits: what cannot be written, as on a full disk, is lost. */
  line(text: string): void;
}

export interface LogFolder {
  readonly path: string;
  /** @param name the file's name without `.log` */
  stream(name: string): LogStream;
  /** Writes what is queued before it returns; for the end of a process, since it may wait 50 ms. */
  flush(): void;
  /** Flushes and frees the lock; later lines are lost. */
  close(): void;
  /** Lines that were lost, for whatever reason; on a full disk, those that may be. For tests. */
  readonly lost: number;
}

export function openLogFolder(options: LogFolderOptions): LogFolder {
  return new Folder(options);
}

interface Waiting {
  stream: string;
  bytes: Buffer;
  /** Monotonic milliseconds. */
  since: number;
  /** `#retries` at that time. */
  retries: number;
}

class Folder implements LogFolder {
  readonly path: string;
  lost = 0;
  readonly #now: () => Date;
  readonly #limits: LogLimits;
  readonly #budget = new Budget();
  readonly #lock: LogLock | null;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  /** Runs while the lock is left to others, or waited for. */
  #timer: NodeJS.Timeout | null = null;
  #retries = 0;
  #closed = false;

  constructor({ home, now = () => new Date(), lock, limits }: LogFolderOptions) {
    this.path = join(home, 'logs');
    this.#now = now;
    this.#limits = { ...documented, ...limits };
    this.#lock = lock ? lock(join(this.path, '.lock')) : null;
  }

  stream(name: string): LogStream {
    return { line: (text) => this.#line(name, text) };
  }

  /**
   * A line after a quiet moment is written at once, so that it is on disk before what it tells of goes
   * on; in a flood they are written together, so that no process keeps the lock from the others.
   */
  #line(stream: string, text: string): void {
    if (this.#closed) return;
    const bytes = formatLine(this.#now(), text);
    if (this.#queuedBytes + bytes.length > QUEUE_BYTES) {
      this.lost++;
      return;
    }
    this.#queue.push({ stream, bytes, since: performance.now(), retries: this.#retries });
    this.#queuedBytes += bytes.length;
    if (this.#timer) return;
    if (this.#write()) this.#rest();
    else this.#retry();
  }

  /** @returns false when another writer holds the lock */
  #write(): boolean {
    if (!this.#tryLock()) return false;
    try {
      this.#writeFront();
    } finally {
      this.#unlock();
    }
    return true;
  }

  #tryLock(): boolean {
    try {
      // Each time: somebody may have removed the folder.
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
      if (!this.#lock) return true;
      for (let look = 0; look < LOOKS; look++) if (this.#lock.tryLock()) return true;
      return false;
    } catch {
      // Without a lock a line may be torn by another process; without the line nobody knows anything.
      return true;
    }
  }

  /** Writes the front of the queue, up to `WRITE_BYTES`. */
  #writeFront(): void {
    let bytes = 0;
    while (this.#queue.length > 0 && bytes < WRITE_BYTES) {
      const { stream } = this.#queue[0]!;
      let end = 0;
      while (this.#queue[end]?.stream === stream && bytes < WRITE_BYTES) {
        bytes += this.#queue[end++]!.bytes.length;
      }
      const lines = this.#take(end);
      try {
        this.lost += appendLines(this.path, stream, lines, {
          limits: this.#limits,
          budget: this.#budget,
        });
      } catch {
        this.lost += lines.length;
      }
    }
  }

  #take(count: number): Buffer[] {
    const lines = this.#queue.splice(0, count).map(({ bytes }) => bytes);
    this.#queuedBytes -= lines.reduce((sum, line) => sum + line.length, 0);
    return lines;
  }

  #unlock(): void {
    try {
      this.#lock?.unlock();
    } catch {
      // It is free as soon as this process ends.
    }
  }

  /** Leaves the lock to others for a moment, and then writes what came meanwhile. */
  #rest(): void {
    this.#after(REST_MS, () => {
      if (this.#queue.length === 0) return;
      if (this.#write()) this.#rest();
      else this.#retry();
    });
  }

  #retry(): void {
    this.#after(RETRY_MS, () => {
      if (this.#write()) return this.#rest();
      this.#retries++;
      this.#skipExpired();
      if (this.#queue.length > 0) this.#retry();
    });
  }

  #after(ms: number, work: () => void): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      work();
    }, ms);
  }

  #skipExpired(): void {
    const deadline = performance.now() - this.#limits.waitMs;
    const tried = this.#retries - LEAST_RETRIES;
    const index = this.#queue.findIndex(
      ({ since, retries }) => since > deadline || retries > tried,
    );
    const expired = index < 0 ? this.#queue.length : index;
    this.lost += this.#take(expired).length;
  }

  flush(): void {
    const deadline = performance.now() + this.#limits.waitMs;
    for (let retries = 0; this.#queue.length > 0;) {
      if (this.#write()) continue;
      if (retries++ >= LEAST_RETRIES && performance.now() >= deadline) {
        this.lost += this.#take(this.#queue.length).length;
        break;
      }
      sleep(RETRY_MS);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.flush();
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    try {
      this.#lock?.close();
    } catch {
      // As above.
    }
  }
}

/** Blocks the thread. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
