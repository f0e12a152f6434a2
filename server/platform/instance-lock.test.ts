import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireInstanceLock, fnv1a64, mutexName } from './instance-lock.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-instance-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('acquireInstanceLock', () => {
  it('is given once per home, until it is released', () => {
    const other = join(home, 'other');
    const first = acquireInstanceLock(home);
    expect(first).not.toBeNull();
    expect(acquireInstanceLock(home)).toBeNull();
    const elsewhere = acquireInstanceLock(other);
    expect(elsewhere).not.toBeNull();
    first!.release();
    first!.release();
    const next = acquireInstanceLock(home);
    expect(next).not.toBeNull();
    for (const lock of [elsewhere, next]) lock!.release();
  });
});

describe('mutexName', () => {
  it('hashes by FNV-1a, 64 bits', () => {
    expect(fnv1a64('')).toBe('cbf29ce484222325');
    expect(fnv1a64('a')).toBe('af63dc4c8601ec8c');
    expect(fnv1a64('foobar')).toBe('85944171f73967e8');
  });

  it('ignores the case of the home and tells homes and users apart', () => {
    expect(mutexName('u', 'C:\\Home')).toBe(mutexName('u', 'c:\\home'));
    expect(mutexName('u', 'c:\\home')).not.toBe(mutexName('u', 'c:\\other'));
    expect(mutexName('v', 'c:\\home')).not.toBe(mutexName('u', 'c:\\home'));
  });
});
