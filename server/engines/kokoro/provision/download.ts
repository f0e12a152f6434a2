/** One file over HTTP: into `<path>.part`, resumed where it broke off, checked, then renamed. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ModelFile } from '../../../../models/manifest.ts';
import type { FileSystem } from './file-system.ts';
import { hashFile, sha256Of } from './hash-file.ts';
import type { HttpAnswer, HttpGet } from './http-get.ts';
import { ProvisionError } from './provision-error.ts';

export interface DownloadOptions {
  file: ModelFile;
  url: URL;
  /** Where the file shall be; the folder exists. */
  path: string;
  get: HttpGet;
  fs: FileSystem;
  signal: AbortSignal;
  /** The server answered; bytes flow, from `offset` on. */
  onStart(offset: number): void;
  /** Bytes of the file that are written by now. */
  onBytes(done: number): void;
}

export function partOf(path: string): string {
  return `${path}.part`;
}

/**
 * When it fails the part stays, to go on with, unless its content cannot be right.
 * @throws ProvisionError; errors of the file system; the signal's reason when aborted
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { file, path, fs } = options;
  const part = partOf(path);
  const handle = await fs.open(part, constants.O_RDWR | constants.O_CREAT, 0o600);
  let isWrong = false;
  try {
    await fill(handle, options);
    await handle.datasync();
  } catch (error) {
    isWrong = error instanceof WrongContent;
    throw error;
  } finally {
    await handle.close();
    if (isWrong) await fs.rm(part, { force: true });
  }
  options.signal.throwIfAborted();
  await fs.rename(part, path);
  options.onBytes(file.bytes);
}

/** The bytes in the part do not belong to the file. */
class WrongContent extends ProvisionError {}

async function fill(part: FileHandle, options: DownloadOptions): Promise<void> {
  const { file, signal } = options;
  const hash = createHash('sha256');
  let have = await usable(part, file);
  if (have === file.bytes) {
    // Killed between the last byte and the rename, unless the bytes are wrong.
    if ((await sha256Of(part, have, signal)) === file.sha256) return;
    have = 0;
  }
  let answer = await ask(have, options);
  if (have > 0 && !continues(answer, have, file)) {
    if (answer.status === 206 || answer.status === 416) {
      answer.discard();
      await part.truncate(0);
      answer = await ask(0, options);
    }
    have = 0;
  }
  try {
    if (have === 0) accept(answer, file);
    else await hashFile(part, hash, have, signal);
    await part.truncate(have);
    options.onStart(have);
    options.onBytes(have);
    for await (const chunk of answer.body) {
      if (have + chunk.length > file.bytes) throw tooLong(answer, file);
      hash.update(chunk);
      await writeAll(part, chunk, have);
      have += chunk.length;
      options.onBytes(have);
    }
  } finally {
    answer.discard();
  }
  if (have < file.bytes) throw tooShort(answer, have, file);
  if (hash.digest('hex') === file.sha256) return;
  throw new WrongContent(`${answer.host} has another ${file.name}: its SHA-256 differs`);
}

/** Bytes of the part that may be gone on with. */
async function usable(part: FileHandle, file: ModelFile): Promise<number> {
  const stats = await part.stat();
  if (!stats.isFile()) throw new ProvisionError(`${file.name}.part is not a file`);
  return stats.size > file.bytes ? 0 : stats.size;
}

function ask(offset: number, { url, get, signal }: DownloadOptions): Promise<HttpAnswer> {
  return get(url, offset > 0 ? { range: `bytes=${offset}-` } : {}, signal);
}

/** Whether the answer is the rest of the file from `offset` on, by all it says of itself. */
function continues({ status, headers }: HttpAnswer, offset: number, file: ModelFile): boolean {
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers['content-range']?.trim() ?? '');
  if (status !== 206 || !range || isEncoded(headers)) return false;
  const [, first, last, total] = range;
  if (Number(first) !== offset || Number(last) !== file.bytes - 1) return false;
  if (total !== '*' && Number(total) !== file.bytes) return false;
  const length = headers['content-length'];
  return length === undefined || Number(length) === file.bytes - offset;
}

/** @throws ProvisionError unless the answer may be the whole file */
function accept({ status, headers, host }: HttpAnswer, file: ModelFile): void {
  if (status !== 200) throw new ProvisionError(`${host} answered ${status} for ${file.name}`);
  if (isEncoded(headers)) {
    throw new ProvisionError(`${host} sent ${file.name} in an encoding nobody asked for`);
  }
  const length = headers['content-length'];
  if (length === undefined || Number(length) === file.bytes) return;
  throw new ProvisionError(`${host} has another ${file.name}: ${length} bytes, not ${file.bytes}`);
}

function isEncoded(headers: HttpAnswer['headers']): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

function tooLong({ host }: HttpAnswer, file: ModelFile): Error {
  return new WrongContent(`${host} has another ${file.name}: more than ${file.bytes} bytes`);
}

function tooShort({ status, host }: HttpAnswer, have: number, file: ModelFile): Error {
  const message = `${host} ended ${file.name} after ${have} of ${file.bytes} bytes`;
  // A whole answer without a length that ends early is something else, such as a page that asks to log in.
  return status === 200 ? new WrongContent(message) : new ProvisionError(message);
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let done = 0;
  // A disk that fills up takes a part of the bytes first.
  while (done < chunk.length) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}
