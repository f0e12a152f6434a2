/** A disk that is full or cannot be written. The root user may write anywhere: such errors are injected. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from './file-system.ts';
import { contents, createWorld, model, reaches, sha256, type World } from './fixtures/world.ts';

const onnx = model.files[0]!.name;

let world: World;
beforeEach(async () => (world = await createWorld()));
afterEach(() => world.close());

const failing = (code: string) => () =>
  Promise.reject(Object.assign(new Error(`${code}: it does not work`), { code }));

/** A disk with this much room. */
function roomy(bytes: number): FileSystem {
  const statfs = () =>
    Promise.resolve({ blocks: 1e9, bavail: Math.floor(bytes / 512), bsize: 512 });
  return { ...realFileSystem, statfs: statfs as unknown as FileSystem['statfs'] };
}

/** A disk that takes `room` bytes of the first file: the last write but one is cut short, as real ones are. */
function filling(room: number): FileSystem {
  let left = room;
  const open = (async (...args: Parameters<FileSystem['open']>) => {
    const file = await realFileSystem.open(...args);
    const write = file.write.bind(file) as (
      chunk: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => Promise<{ bytesWritten: number }>;
    const limited = async (chunk: Uint8Array, offset: number, length: number, position: number) => {
      if (left === 0) return failing('ENOSPC')();
      const written = await write(chunk, offset, Math.min(length, left), position);
      left -= written.bytesWritten;
      return written;
    };
    return Object.assign(file, { write: limited }) as FileHandle;
  }) as FileSystem['open'];
  return { ...realFileSystem, open };
}

const messageWith = async (fs: FileSystem) =>
  (await reaches(world.start({ fs }), 'waiting')).message;

describe('a full disk', () => {
  const needed = model.files.reduce((all, file) => all + file.bytes, 0) + 64e6;

  test('nothing is begun', async () => {
    await reaches(world.start({ fs: roomy(needed - 1000) }), 'waiting');
    expect(world.server.asked).toEqual([]);
  });

  test('the message says how much is needed', async () => {
    expect(await messageWith(roomy(20e6))).toBe(
      `the disk with ${world.folder} is too full: 64 MB needed, 19 MB free`,
    );
  });

  test('enough room is enough', async () => {
    expect((await reaches(world.start({ fs: roomy(needed + 1000) }), 'ready')).status).toBe(
      'ready',
    );
  });

  test('what came before needs no room', async () => {
    mkdirSync(world.folder, { recursive: true });
    writeFileSync(join(world.folder, `${onnx}.part`), contents[onnx as keyof typeof contents]);
    const fs = roomy(needed - 600_000);
    expect((await reaches(world.start({ fs }), 'ready')).status).toBe('ready');
  });

  test('a disk that cannot tell is tried', async () => {
    const fs = { ...realFileSystem, statfs: failing('ENOSYS') };
    expect((await reaches(world.start({ fs }), 'ready')).status).toBe('ready');
  });

  test('one that fills up in the middle has a message', async () => {
    expect(await messageWith(filling(100_000))).toBe(`the disk with ${world.folder} is full`);
  });

  test('all that fitted is kept', async () => {
    await messageWith(filling(100_000));
    expect(statSync(join(world.folder, `${onnx}.part`)).size).toBe(100_000);
  });

  test('it is tried again after 30 s, from there', async () => {
    const provisioner = world.start({ fs: filling(100_000) });
    await reaches(provisioner, 'waiting');
    world.clock.advance(30_000);
    await reaches(provisioner, 'downloading');
    await reaches(provisioner, 'waiting');
    expect(world.server.asked[1]).toBe(`GET /${onnx} bytes=100000-`);
  });

  test('a short write loses nothing', async () => {
    const fs = filling(Infinity);
    const provisioner = world.start({ fs: { ...fs, open: cutting(fs.open) } });
    const { files } = await reaches(provisioner, 'ready');
    expect(sha256(readFileSync(files.model))).toBe(model.files[0]!.sha256);
  });
});

/** Every write takes 1000 bytes at most. */
function cutting(open: FileSystem['open']): FileSystem['open'] {
  return (async (...args: Parameters<FileSystem['open']>) => {
    const file = await open(...args);
    const write = file.write.bind(file) as (...args: unknown[]) => Promise<unknown>;
    const cut = (chunk: Uint8Array, offset: number, length: number, position: number) =>
      write(chunk, offset, Math.min(length, 1000), position);
    return Object.assign(file, { write: cut });
  }) as FileSystem['open'];
}

describe('a folder that cannot be written', () => {
  test.each([
    ['EROFS', (folder: string) => `${folder} cannot be written: the disk is read-only`],
    ['EACCES', (folder: string) => `${folder} may not be written (EACCES)`],
    ['EPERM', (folder: string) => `${folder} may not be written (EPERM)`],
    ['EDQUOT', (folder: string) => `the disk quota for ${folder} is used up`],
    ['EIO', (folder: string) => `${folder} cannot be used (EIO)`],
  ])('%s has a message', async (code, message) => {
    expect(await messageWith({ ...realFileSystem, mkdir: failing(code) })).toBe(
      message(world.folder),
    );
  });

  test('the reason is that of the first folder that cannot be made', async () => {
    const mkdir = (folder: string) => failing(existsSync(dirname(folder)) ? 'EROFS' : 'ENOENT')();
    const fs = { ...realFileSystem, mkdir: mkdir as FileSystem['mkdir'] };
    expect(await messageWith(fs)).toContain('the disk is read-only');
  });

  test('is tried again', async () => {
    let isReadOnly = true;
    const mkdir = ((...args: Parameters<FileSystem['mkdir']>) =>
      isReadOnly ? failing('EROFS')() : realFileSystem.mkdir(...args)) as FileSystem['mkdir'];
    const provisioner = world.start({ fs: { ...realFileSystem, mkdir } });
    await reaches(provisioner, 'waiting');
    isReadOnly = false;
    world.clock.advance(30_000);
    expect((await reaches(provisioner, 'ready')).status).toBe('ready');
  });

  test('does for files that were laid in', async () => {
    mkdirSync(world.folder, { recursive: true });
    for (const [name, content] of Object.entries(contents)) {
      writeFileSync(join(world.folder, name), content);
    }
    const fs = { ...realFileSystem, writeFile: failing('EROFS'), mkdir: failing('EROFS') };
    expect((await reaches(world.start({ fs }), 'ready')).status).toBe('ready');
  });

  test('a folder in the place of the part has a message', async () => {
    mkdirSync(join(world.folder, `${onnx}.part`), { recursive: true });
    expect(await messageWith(realFileSystem)).toBe(`${world.folder} cannot be used (EISDIR)`);
  });
});
