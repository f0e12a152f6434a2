import { type FileHandle, open } from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { zip } from '../../../models/stand-in/zip.mjs';
import { EngineError } from '../port.ts';
import { readZipDirectory, readZipMember } from './voices-file-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const members = [
  { name: 'one.npy', data: Buffer.from('the first '.repeat(50)) },
  { name: 'two.npy', data: Buffer.from('the second') },
];

/** Offsets in the directory's entry of the first member. */
const field = { flags: 8, method: 10, crc: 16, packed: 20, size: 24, nameLength: 28, offset: 42 };

async function withFile<T>(bytes: Uint8Array, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = join(folder, 'file.zip');
  writeFileSync(path, bytes);
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

function readAll(bytes: Uint8Array): Promise<string[]> {
  return withFile(bytes, async (file) => {
    const directory = [...(await readZipDirectory(file)).values()];
    const contents: string[] = [];
    for (const member of directory) contents.push((await readZipMember(file, member)).toString());
    return contents;
  });
}

/** A zip with numbers of its directory, or of its end record, changed. */
function forged(
  change: (zip: Buffer, directory: number, end: number) => void,
  stored = false,
): Buffer {
  const bytes = Buffer.from(zip(members, { stored }));
  change(bytes, bytes.indexOf('PK\x01\x02'), bytes.indexOf('PK\x05\x06'));
  return bytes;
}

describe('a good file', () => {
  test.each([true, false])('is read (stored: %s)', async (stored) => {
    expect(await readAll(zip(members, { stored }))).toEqual(members.map(({ data }) => `${data}`));
  });

  test('may have a comment, even one that looks like an end', async () => {
    const comment = Buffer.from('PK\x05\x06 and more than twenty-two bytes');
    const bytes = forged((file, _, end) => file.writeUInt16LE(comment.length, end + 20));
    expect(await readAll(Buffer.concat([bytes, comment]))).toHaveLength(2);
  });

  test('may be empty', async () => {
    expect(await readAll(zip([]))).toEqual([]);
  });
});

describe('refused with words', () => {
  test.each<[string, Buffer, string]>([
    ['no bytes', Buffer.alloc(0), 'is no zip file'],
    ['text', Buffer.from('<html>not found</html>'.repeat(9)), 'is no zip file'],
    ['a file without its end', forged(() => {}).subarray(0, -30), 'is no zip file'],
    [
      'a directory behind the end',
      forged((file, _, end) => file.writeUInt32LE(0xfffffff0, end + 16)),
      'has a directory that does not fit',
    ],
    [
      'a directory of 4 GB',
      forged((file, _, end) => file.writeUInt32LE(0xffffffff, end + 12)),
      'has a directory that does not fit',
    ],
    [
      'a directory that is not one',
      forged((file, _, end) => file.writeUInt32LE(0, end + 16)),
      'has a damaged directory',
    ],
    [
      'a name that never ends',
      forged((file, at) => file.writeUInt16LE(0xffff, at + field.nameLength)),
      'has a damaged directory',
    ],
    [
      'a member of 65 MB',
      forged((file, at) => file.writeUInt32LE(65 * 2 ** 20, at + field.size)),
      'has a member over 64 MB: one.npy',
    ],
    [
      'a packed size of 4 GB',
      forged((file, at) => file.writeUInt32LE(0xffffffff, at + field.packed)),
      'has a member over 64 MB: one.npy',
    ],
    [
      'a packed size that reaches into the directory',
      forged((file, at) => file.writeUInt32LE(5000, at + field.packed)),
      'has a member that does not fit into it: one.npy',
    ],
    [
      'an offset behind the file',
      forged((file, at) => file.writeUInt32LE(0x7fffffff, at + field.offset)),
      'has a member that does not fit into it: one.npy',
    ],
    [
      'an offset between members',
      forged((file, at) => file.writeUInt32LE(3, at + field.offset)),
      'has no one.npy where it says',
    ],
    [
      'an unknown method',
      forged((file, at) => file.writeUInt16LE(12, at + field.method)),
      'has a member packed in an unknown way: one.npy',
    ],
    [
      'encryption',
      forged((file, at) => file.writeUInt16LE(1, at + field.flags)),
      'has an encrypted member: one.npy',
    ],
    [
      'a wrong checksum',
      forged((file, at) => file.writeUInt32LE(1, at + field.crc)),
      'has a damaged one.npy',
    ],
    [
      'a stored size that is not the size',
      forged((file, at) => file.writeUInt32LE(499, at + field.size), true),
      'has a damaged one.npy',
    ],
    [
      'stored bytes that claim to be deflated',
      forged((file, at) => file.writeUInt16LE(8, at + field.method), true),
      'has a damaged one.npy',
    ],
    [
      'a name with control characters',
      forged((file, at) => {
        file.write('\x1b[31m', at + 46, 'latin1');
        file.writeUInt16LE(12, at + field.method);
      }),
      'unknown way: ?[31mpy',
    ],
  ])('%s', async (_, bytes, words) => {
    const reading = readAll(bytes);
    await expect(reading).rejects.toThrow(EngineError);
    await expect(reading).rejects.toThrow(words);
  });

  test('a bomb is inflated no further than its size says', async () => {
    const bomb = zip([{ name: 'bomb.npy', data: Buffer.alloc(8 * 2 ** 20) }]);
    const bytes = Buffer.from(bomb);
    bytes.writeUInt32LE(1000, bytes.indexOf('PK\x01\x02') + field.size);
    await expect(readAll(bytes)).rejects.toThrow('has a damaged bomb.npy');
  });
});
