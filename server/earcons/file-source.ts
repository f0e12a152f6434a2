/** The file system as the earcons need it: a file that may be anything, looked at and read without waiting. */
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';

export interface FileSource {
  /**
   * @returns what changes when the file does; null when there is none
   * @throws FileProblem
   */
  look(path: string): Promise<string | null>;
  /**
   * The whole file; of one that grows meanwhile what was there at first.
   * @param limit bytes; a larger file is a problem
   * @throws FileProblem, or the signal's reason
   */
  read(path: string, limit: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** The message continues a sentence that begins with the file's name. */
export class FileProblem extends Error {}

/** A named pipe is opened without waiting for its other end. Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;

export const diskFiles: FileSource = {
  async look(path) {
    try {
      return version(await stat(path, { bigint: true }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTDIR') return null;
      if (code !== 'ENOENT') throw problem(error);
      if (await isThere(path)) throw new FileProblem('is a link to a file that is not there');
      return null;
    }
  },

  async read(path, limit, signal) {
    try {
      const file = await open(path, READ);
      try {
        const stats = await file.stat();
        if (!stats.isFile()) throw new FileProblem('is not a file');
        if (stats.size > limit) throw new FileProblem(`is larger than ${limit / 2 ** 20} MB`);
        const bytes = Buffer.alloc(stats.size);
        let filled = 0;
        while (filled < bytes.length) {
          signal.throwIfAborted();
          const room = Math.min(PIECE, bytes.length - filled);
          const { bytesRead } = await file.read(bytes, filled, room, filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return bytes.subarray(0, filled);
      } finally {
        await file.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      throw problem(error);
    }
  },
};

function version({ size, mtimeNs }: BigIntStats): string {
  return `${size} ${mtimeNs}`;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function problem(error: unknown): FileProblem {
  if (error instanceof FileProblem) return error;
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ELOOP: 'is a link that leads in a circle',
    EACCES: 'may not be read',
    EPERM: 'may not be read',
    EISDIR: 'is not a file',
  };
  return new FileProblem(words[code] ?? `cannot be read (${code})`);
}
