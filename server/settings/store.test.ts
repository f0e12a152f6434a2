import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from './store.ts';

let home: string;
const path = () => join(home, 'config.json');
const content = () => JSON.parse(readFileSync(path(), 'utf8')) as unknown;
afterEach(() => rmSync(home, { recursive: true, force: true }));
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

  it('reads every core key', () => {
    const all = {
      volume: 1,
      rate: 300,
      voice: null,
      engine: 'fake',
      debug_log: false,
      paths: 'full',
      pronunciations: [{ word: 'a', say: 'b' }],
    };
    writeFileSync(path(), JSON.stringify(all));
    expect(openSettings(home)).toMatchObject({ saved: all, problems: [] });
  });

  it('a word saved twice keeps its last say', () => {
    writeFileSync(
      path(),
      '{"pronunciations":[{"word":"a","say":"1"},{"word":"a","say":"2"}],"paths":"x"}',
    );
    const store = openSettings(home);
    expect(store.saved).toEqual({ pronunciations: [{ word: 'a', say: '2' }] });
    expect(store.problems).toEqual([expect.stringMatching(/^saved paths not applied: must be/)]);
  });

  it('names the key of a refused value in a problem, never the value', () => {
    writeFileSync(path(), '{"pronunciations":[{"word":"private text","say":""}],"voice":["x y"]}');
    expect(openSettings(home).problems.join()).not.toMatch(/private|x y/);
  });

  it('takes a byte order mark that an editor left', () => {
    writeFileSync(path(), '\ufeff{"rate":300}');
    expect(openSettings(home).saved).toEqual({ rate: 300 });
  });

  it('leaves session_prefs.json and keymap.json alone', async () => {
    for (const name of ['session_prefs.json', 'keymap.json'])
      writeFileSync(join(home, name), '{ x');
    await openSettings(home).save({ rate: 200 });
    expect(readFileSync(join(home, 'session_prefs.json'), 'utf8')).toBe('{ x');
    expect(readFileSync(join(home, 'keymap.json'), 'utf8')).toBe('{ x');
    expect(readdirSync(home).sort()).toEqual(['config.json', 'keymap.json', 'session_prefs.json']);
  });

  it('replaces nothing that it could not read, until it can', async () => {
    mkdirSync(path());
    const store = openSettings(home);
    expect(store.problems).toEqual([expect.stringContaining('config.json')]);
    await expect(store.save({ volume: 1 })).rejects.toThrow();
    rmSync(path(), { recursive: true });
    writeFileSync(path(), '{"rate":300,"other":1}');
    await store.save({ volume: 1 });
    expect(content()).toEqual({ rate: 300, other: 1, volume: 1 });
  });

  it('replaces no broken file without a copy', async () => {
    writeFileSync(path(), '{ broken');
    mkdirSync(`${path()}.bad`);
    const store = openSettings(home);
    expect(store.problems.length).toBe(1);
    await expect(store.save({ volume: 1 })).rejects.toThrow();
    expect(readFileSync(path(), 'utf8')).toBe('{ broken');
  });

  it('replaces a broken file once it has a copy', async () => {
    writeFileSync(path(), '{ broken');
    await openSettings(home).save({ volume: 1 });
    expect(content()).toEqual({ volume: 1 });
    expect(readFileSync(`${path()}.bad`, 'utf8')).toBe('{ broken');
  });

  it('takes one that is nested too deeply to be written again for a bad one', async () => {
    writeFileSync(path(), `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const store = openSettings(home);
    await store.save({ rate: 200 });
    expect(content()).toEqual({ rate: 200 });
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

  it('keeps a value out of range until that key is set', async () => {
    writeFileSync(path(), '{"rate":9000,"mute_level":2,"__proto__":{"a":1}}');
    const store = openSettings(home);
    await store.save({ volume: 5 });
    expect(readFileSync(path(), 'utf8')).toContain('"__proto__"');
    expect(content()).toMatchObject({ rate: 9000, mute_level: 2, volume: 5 });
    await store.save({ rate: 300 });
    expect(content()).toMatchObject({ rate: 300, mute_level: 2, volume: 5 });
  });

  it('writes what it was not asked to change as it was written', async () => {
    const kept = ['"later": 12345678901234567890', '"list": [1.50, {"a": 1e400}]', '"rate": 9e99'];
    writeFileSync(path(), `{${kept.join(', ')}, "volume": 1}`);
    const store = openSettings(home);
    await store.save({ volume: 2 });
    await store.save({ paths: 'full', pronunciations: [{ word: 'a', say: 'b' }] });
    const text = readFileSync(path(), 'utf8');
    for (const member of kept) expect(text).toContain(member);
    expect(content()).toMatchObject({
      volume: 2,
      paths: 'full',
      pronunciations: [{ word: 'a', say: 'b' }],
    });
  });

  it('keeps a copy of a file that is not UTF-8', async () => {
    const bytes = Buffer.from('{"later":"\xe9","rate":300}', 'latin1');
    writeFileSync(path(), bytes);
    const store = openSettings(home);
    expect(store.saved).toEqual({ rate: 300 });
    expect(store.problems).toEqual([expect.stringMatching(/not UTF-8.*config\.json\.bad/)]);
    await store.save({ volume: 5 });
    expect(content()).toMatchObject({ rate: 300, volume: 5 });
    expect(readFileSync(`${path()}.bad`)).toEqual(bytes);
  });

  it('is refused once it was closed, but for the one that has begun', async () => {
    const store = openSettings(home);
    const begun = store.save({ volume: 1 });
    const waiting = store.save({ volume: 2 });
    await Promise.resolve();
    const closed = store.close();
    await expect(waiting).rejects.toMatchObject({ code: 'E_BUSY' });
    await Promise.all([begun, closed]);
    expect(content()).toEqual({ volume: 1 });
  });

  it.skipIf(process.platform === 'win32')('lets only the user read the file', async () => {
    writeFileSync(path(), '{}');
    chmodSync(path(), 0o644);
    await openSettings(home).save({ volume: 5 });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
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
