import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileLock, fileLock } from './file-lock.ts';

let folder: string;
let path: string;
let locks: FileLock[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-lock-'));
  path = join(folder, '.lock');
  locks = [];
});
afterEach(() => {
  for (const lock of locks) lock.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): FileLock {
  const lock = fileLock(path);
  locks.push(lock);
  return lock;
}

describe('fileLock', () => {
  it('has one holder at a time', () => {
    const [first, second] = [open(), open()];
    expect(first.tryLock()).toBe(true);
    expect(second.tryLock()).toBe(false);
    first.unlock();
    expect(second.tryLock()).toBe(true);
    expect(first.tryLock()).toBe(false);
  });

  it('is free after close, and opens again', () => {
    const [first, second] = [open(), open()];
    first.tryLock();
    first.close();
    expect(second.tryLock()).toBe(true);
    second.unlock();
    expect(first.tryLock()).toBe(true);
  });

  it('makes its file for the user alone, and only when it is used', () => {
    const lock = open();
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    lock.tryLock();
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('guards the file that has the name now, not one that was deleted', () => {
    const [first, second] = [open(), open()];
    first.tryLock();
    first.unlock();
    rmSync(path);
    expect(first.tryLock()).toBe(true);
    expect(second.tryLock()).toBe(false);
  });

  it('says when it cannot be made', () => {
    const lock = fileLock(join(folder, 'missing', '.lock'));
    expect(() => lock.tryLock()).toThrow();
  });

  it.skipIf(process.platform !== 'linux')('is free when its holder was killed', async () => {
    const child = spawn('flock', ['--no-fork', path, '-c', 'echo held; exec sleep 60']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const lock = open();
    expect(lock.tryLock()).toBe(false);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
    await expect.poll(() => lock.tryLock(), { interval: 5 }).toBe(true);
  });
});
