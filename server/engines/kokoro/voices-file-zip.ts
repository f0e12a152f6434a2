/** Reads single members of a zip file that nobody has vouched for. */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { EngineError } from '../port.ts';

export interface ZipMember {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  crc: number;
  /** Bytes in the file, and after inflating. */
  packed: number;
  size: number;
  /** Of its local header. */
  offset: number;
}

/** The largest member that is read; a voice takes half a megabyte. */
export const mostBytes = 64 * 1024 * 1024;
const mostDirectoryBytes = 1024 * 1024;

const endSize = 22;
const centralSize = 46;
const localSize = 30;
const longestComment = 0xffff;

const inflate = promisify(inflateRaw);

/**
 * The members by name, as the central directory lists them. Nothing in it is trusted further than it was checked
 * here: sizes are at most 64 MB, offsets lie in the file.
 * @throws EngineError for what is no zip, or one whose directory contradicts the file
 */
export async function readZipDirectory(file: FileHandle): Promise<Map<string, ZipMember>> {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - endSize - longestComment);
  const tail = await read(file, tailStart, size - tailStart);
  const end = findEnd(tail);
  if (end === null) throw broken('is no zip file, or is cut off');
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (start + length > tailStart + end || length > mostDirectoryBytes)
    throw broken('has a directory that does not fit into it');

  const directory = await read(file, start, length);
  const members = new Map<string, ZipMember>();
  for (let at = 0; at < length;) {
    if (at + centralSize > length || directory.readUInt32LE(at) !== 0x02014b50)
      throw broken('has a damaged directory');
    const next = at + centralSize + nameAndMore(directory, at);
    if (next > length) throw broken('has a damaged directory');
    const member = parseMember(directory, at);
    checkMember(member, directory.readUInt16LE(at + 8), start);
    members.set(member.name, member);
    at = next;
  }
  return members;
}

/**
 * What a member holds.
 * @throws EngineError when the file does not have it as its directory says
 */
export async function readZipMember(file: FileHandle, member: ZipMember): Promise<Buffer> {
  const header = await read(file, member.offset, localSize);
  if (header.readUInt32LE(0) !== 0x04034b50) throw broken(`has no ${member.name} where it says`);
  const start = member.offset + localSize + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await read(file, start, member.packed);
  const data = member.method === 0 ? packed : await inflated(packed, member);
  if (data.length !== member.size || crc32(data) !== member.crc)
    throw broken(`has a damaged ${member.name}`);
  return data;
}

async function inflated(packed: Buffer, { name, size }: ZipMember): Promise<Buffer> {
  try {
    // One byte more than it says is enough to know that it lies.
    return await inflate(packed, { maxOutputLength: size + 1 });
  } catch {
    throw broken(`has a damaged ${name}`);
  }
}

/** Where the end record is in the last bytes of a file: its comment reaches to the end. */
function findEnd(tail: Buffer): number | null {
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === 0x06054b50;
    if (isEnd && at + endSize + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

function parseMember(directory: Buffer, at: number): ZipMember {
  const nameStart = at + centralSize;
  const nameEnd = nameStart + directory.readUInt16LE(at + 28);
  return {
    name: directory.toString('utf8', nameStart, nameEnd),
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  };
}

function checkMember(member: ZipMember, flags: number, directoryStart: number): void {
  const { name, method, packed, size, offset } = member;
  // Also ZIP64, whose sizes are elsewhere: it says 4 GB here.
  if (size > mostBytes || packed > mostBytes) throw broken(`has a member over 64 MB: ${name}`);
  if (offset + localSize + packed > directoryStart)
    throw broken(`has a member that does not fit into it: ${name}`);
  if (method !== 0 && method !== 8) throw broken(`has a member packed in an unknown way: ${name}`);
  if (flags & 1) throw broken(`has an encrypted member: ${name}`);
}

/** The lengths of name, extra field and comment. */
function nameAndMore(directory: Buffer, at: number): number {
  return [28, 30, 32].reduce((sum, field) => sum + directory.readUInt16LE(at + field), 0);
}

async function read(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, start + done);
    if (bytesRead === 0) throw broken('is cut off');
    done += bytesRead;
  }
  return buffer;
}

function broken(how: string): EngineError {
  return new EngineError(`the voices file ${printable(how)}`);
}

/** Names come from the file: no control characters, and not too many of the others. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}
