/**
 * `ledger.jsonl`: lines that are appended, and now and then the newest of them written anew in its place.
 * Only the user may read it. A process that is killed leaves whole lines, or one that is not at the end.
 * One writer; its calls must not overlap.
 */
import { constants, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { writeText } from '../settings/json-file.ts';

export interface LedgerLimits {
  lines: number;
  bytes: number;
}

/** To a named pipe that nobody reads it fails, where it would wait for ever otherwise. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const READ = constants.O_RDONLY | constants.O_NONBLOCK;
/** What is left of the limits once it is written anew, so that this is not done for each line. */
const KEPT = 3 / 4;

export class LedgerFile {
  readonly path: string;
  readonly #limits: LedgerLimits;
  /** Its lines while it has this many bytes. */
  #known: { bytes: number; lines: number; isTorn: boolean } | null = null;

  constructor(home: string, limits: LedgerLimits) {
    this.path = join(home, 'ledger.jsonl');
    this.#limits = limits;
  }

  /** @param lines without their ends, in order @throws Error of the file system; none was added then */
  async append(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join('');
    const bytes = Buffer.byteLength(text);
    const file = await open(this.path, APPEND, 0o600);
    try {
      const known = await this.#look(file);
      const all = known.lines + lines.length;
      if (all <= this.#limits.lines && known.bytes + bytes < this.#limits.bytes) {
        await this.#write(file, known.isTorn ? `\n${text}` : text, all);
        return;
      }
    } finally {
      await file.close();
    }
    await this.#rewrite(lines);
  }

  /** The newest lines within the limits; what cannot be read is empty. */
  async read(): Promise<string[]> {
    try {
      const text = await this.#text();
      return text.split('\n').filter((line) => line !== '');
    } catch {
      return [];
    }
  }

  async remove(): Promise<void> {
    this.#known = null;
    await rm(this.path, { force: true });
  }

  async #write(file: FileHandle, text: string, lines: number): Promise<void> {
    const { size } = await file.stat();
    try {
      await file.writeFile(text);
      this.#known = { bytes: size + Buffer.byteLength(text), lines, isTorn: false };
    } catch (error) {
      this.#known = null;
      // Half a line, or lines that will be written once more.
      await file.truncate(size).catch(() => {});
      throw error;
    }
  }

  async #rewrite(more: readonly string[]): Promise<void> {
    const all = [...(await this.read()), ...more];
    let bytes = 0;
    const first = all.findLastIndex((line, index) => {
      bytes += Buffer.byteLength(line) + 1;
      return (
        all.length - index > Math.max(1, this.#limits.lines * KEPT) ||
        bytes > this.#limits.bytes * KEPT
      );
    });
    this.#known = null;
    await writeText(this.path, all.slice(first + 1).join('\n'));
  }

  /** @throws Error when it is no file */
  async #look(file: FileHandle): Promise<{ bytes: number; lines: number; isTorn: boolean }> {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is not a file');
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) await file.chmod(0o600);
    if (this.#known?.bytes !== stats.size) {
      const text = stats.size === 0 ? '' : await this.#text();
      const lines = text.split('\n').length - 1;
      this.#known = { bytes: stats.size, lines, isTorn: text !== '' && !text.endsWith('\n') };
    }
    return this.#known;
  }

  /** Its last bytes, as many as it may have. */
  async #text(): Promise<string> {
    const file = await open(this.path, READ);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new Error('it is not a file');
      const buffer = Buffer.alloc(Math.min(stats.size, this.#limits.bytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, stats.size - buffer.length);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
