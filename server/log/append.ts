/** Appends to one stream of the log folder. Call only while holding the folder's lock. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Budget } from './budget.ts';

/** To a named pipe that nobody reads it fails, where it would wait for ever otherwise. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

export interface Limits {
  /** A stream's file is rotated before it would pass this many bytes. */
  rotateAt: number;
  /** The whole folder stays at or under this many bytes. */
  folder: number;
}

/** What the folder's size is held to, and who knows it. */
export interface Room {
  limits: Limits;
  budget: Budget;
}

/**
 * Writes whole lines, in order.
 * @returns how many were left out, because they fit nowhere
 * @throws Error of the file system; what was written until then are whole lines
 */
export function appendLines(
  folder: string,
  stream: string,
  lines: readonly Buffer[],
  room: Room,
): number {
  const path = join(folder, `${stream}.log`);
  let left = 0;
  for (let rest = lines; rest.length > 0;) {
    const written = writeSome(path, folder, rest, room);
    if (written === 0) left++;
    rest = rest.slice(Math.max(1, written));
  }
  return left;
}

/** @returns how many lines it wrote: as many as fit into the file and the folder, or none */
function writeSome(
  path: string,
  folder: string,
  lines: readonly Buffer[],
  { limits, budget }: Room,
): number {
  const first = lines[0]!.length;
  let file = openSync(path, APPEND, 0o600);
  try {
    let size = fstatSync(file).size;
    if (size > 0 && size + first > limits.rotateAt) {
      closeSync(file);
      file = -1;
      rotate(folder, path);
      file = openSync(path, APPEND, 0o600);
      size = fstatSync(file).size;
    }
    let room = budget.makeRoom(folder, { limit: limits.folder, more: first, own: path });
    if (room < first && size > 0) {
      // Nothing else could go. What is oldest now is in this file.
      ftruncateSync(file);
      room += size;
      size = 0;
    }
    if (room < first) return 0;
    // A file whose rotation failed is over the mark already: one line at a time then.
    const batch = take(lines, Math.min(room, Math.max(first, limits.rotateAt - size)));
    writeWhole(file, Buffer.concat(batch), size);
    return batch.length;
  } finally {
    if (file >= 0) closeSync(file);
  }
}

/** The first lines that have `bytes` together. */
function take(lines: readonly Buffer[], bytes: number): Buffer[] {
  let sum = 0;
  const end = lines.findIndex((line) => (sum += line.length) > bytes);
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** All of it, or, on a full disk, the lines that fit: half a line would tear the next one. */
function writeWhole(file: number, bytes: Buffer, sizeBefore: number): void {
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(file, bytes, done);
  } catch (error) {
    if (done > 0) ftruncateSync(file, sizeBefore + bytes.lastIndexOf('\n', done - 1) + 1);
    throw error;
  }
}

/**
 * `x.log` becomes `x.1.log`, `x.1.log` becomes `x.2.log` and so on, up to the first free number. A file
 * that cannot be renamed ends it there: nothing is ever replaced, and the next attempt fills the gap.
 */
function rotate(folder: string, path: string): void {
  const segment = (number: number) =>
    number === 0
      ? path
      : join(folder, path.slice(folder.length + 1).replace(/log$/, `${number}.log`));
  let free = 1;
  while (existsSync(segment(free))) free++;
  try {
    for (let number = free; number > 0; number--) renameSync(segment(number - 1), segment(number));
  } catch {
    // The stream goes on in its own file.
  }
}
