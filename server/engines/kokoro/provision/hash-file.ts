import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Small enough that hashing one takes about a millisecond of the event loop. */
const CHUNK = 256 * 1024;

/**
 * Feeds the first `bytes` bytes of a file to `hash`, in turns of the event loop.
 * @returns how many there were
 */
export async function hashFile(
  file: FileHandle,
  hash: Hash,
  bytes: number,
  signal: AbortSignal,
): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, bytes)));
  let done = 0;
  while (done < bytes) {
    signal.throwIfAborted();
    const want = Math.min(buffer.length, bytes - done);
    const { bytesRead } = await file.read(buffer, 0, want, done);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
  return done;
}

/** @returns the hash of the first `bytes` bytes, lower-case hexadecimal */
export async function sha256Of(
  file: FileHandle,
  bytes: number,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  await hashFile(file, hash, bytes, signal);
  return hash.digest('hex');
}
