import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'sonara-folder-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes all that are missing, and takes what is there', () => {
    const folder = join(base, 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('gives each of them the mode', () => {
    makeFolder(join(base, 'a', 'b'), 0o700);
    for (const name of ['a', 'a/b']) expect(statSync(join(base, name)).mode & 0o777).toBe(0o700);
  });

  it('says that a file is in the way', () => {
    const file = join(base, 'file');
    writeFileSync(file, '');
    for (const folder of [file, join(file, 'a', 'b')])
      expect(() => makeFolder(folder)).toThrow(`${file} is not a folder`);
  });

  it.skipIf(process.platform !== 'linux')('fails at once where none can be made', () => {
    expect(() => makeFolder('/proc/sonara/a')).toThrow('ENOENT');
  });
});
