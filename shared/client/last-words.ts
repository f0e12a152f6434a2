/** What a program that goes on by itself writes to its standard error, for as long as one wants to know. */
import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes of the end that are looked at. */
const TAIL = 4096;

/**
 * A file without a name: unlike a pipe it may be left to the program for its whole life, and is gone with
 * it. Where there can be none (a full disk) what the program writes is lost.
 */
export class LastWords {
  readonly #fd: number | null;

  private constructor(fd: number | null) {
    this.#fd = fd;
  }

  static open(): LastWords {
    const path = join(tmpdir(), `sonara-start-${randomUUID()}`);
    let fd: number | null = null;
    try {
      fd = openSync(path, 'ax+', 0o600);
      unlinkSync(path);
    } catch {
      // Where an open file cannot be removed, an empty one stays in the temp folder.
    }
    return new LastWords(fd);
  }

  /** For `stdio` of spawn. */
  get output(): number | 'ignore' {
    return this.#fd ?? 'ignore';
  }

  /** @returns the last line that says something, or nothing; not those of a stack trace */
  read(): string[] {
    if (this.#fd === null) return [];
    const buffer = Buffer.alloc(TAIL);
    const from = Math.max(0, fstatSync(this.#fd).size - TAIL);
    const length = readSync(this.#fd, buffer, 0, TAIL, from);
    const lines = buffer.toString('utf8', 0, length).split('\n');
    const telling = lines.filter((line) => /^[^\s}]/.test(line) && !line.startsWith('Node.js v'));
    return telling.slice(-1).map((line) => line.trimEnd());
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }
}
