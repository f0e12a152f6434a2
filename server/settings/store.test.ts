import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from './store.ts';

let home: string;
const path = () => join(home, 'config.json');
const content = () => JSON.parse(readFileSync(path(), 'utf8')) as unknown;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-settings-'));
});

describe('openSettings', () => {
  it('a fresh home has nothing saved, and no file', () => {
    expect(openSettings(home).saved).toEqual({});
    expect(readdirSync(home)).toEqual([]);
  });

  it('leaves a value out of range out, names it, and keeps it in the file', async () => {
    writeFileSync(path(), '{"rate":9000,"volume":50,"later":true}');
    const store = openSettings(home);
    expect(store.saved).toEqual({ volume: 50 });
    expect(store.problems).toEqual([expect.stringContaining('rate')]);
    await store.save({ volume: 51 });
    expect(content()).toEqual({ rate: 9000, volume: 51, later: true });
  });

  for (const text of ['', '{', '[1]', 'null']) {
    it(`keeps ${JSON.stringify(text)} as config.json.bad and goes on with nothing`, () => {
      writeFileSync(path(), text);
      expect(openSettings(home).saved).toEqual({});
      expect(readFileSync(`${path()}.bad`, 'utf8')).toBe(text);
    });
  }
});

describe('save', () => {
  it('holds exactly what was set, null included', async () => {
    const store = openSettings(home);
    await store.save({ voice: null });
    await store.save({ rate: 200 });
    expect(content()).toEqual({ voice: null, rate: 200 });
  });

  it('saves at once do not overtake each other and leave no temp file', async () => {
    const store = openSettings(home);
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.save({ volume: n })));
    expect(content()).toEqual({ volume: 19 });
    expect(readdirSync(home)).toEqual(['config.json']);
  });

  it('fails when the temp file cannot be written, and keeps the old content', async () => {
    const store = openSettings(home);
    await store.save({ volume: 1 });
    mkdirSync(`${path()}.${process.pid}.tmp`);
    await expect(store.save({ volume: 2 })).rejects.toThrow();
    expect(content()).toEqual({ volume: 1 });
  });

  it('a failed save does not stop the next one', async () => {
    const store = openSettings(join(home, 'missing'));
    await expect(store.save({ volume: 1 })).rejects.toThrow();
    await expect(store.save({ volume: 2 })).rejects.toThrow('ENOENT');
  });
});
