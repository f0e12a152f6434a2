import {
  existsSync,
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
import { migrationSource, runMigration } from './run-migration.ts';
import { openSettings } from './store.ts';

let root: string;
let home: string;
let from: string;
let lines: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sonara-migrate-'));
  [home, from] = [join(root, 'home'), join(root, '.sonara')];
  mkdirSync(home);
  mkdirSync(from);
  lines = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = () => runMigration({ home, from, log: (line) => lines.push(line) });
const give = (name: string, content: unknown) =>
  writeFileSync(join(from, name), typeof content === 'string' ? content : JSON.stringify(content));
const made = (name: string) => JSON.parse(readFileSync(join(home, name), 'utf8')) as unknown;

describe('runMigration', () => {
  it('writes what was set, so that the store reads it', async () => {
    give('config.json', {
      format: 2,
      rate: 200,
      volume: 140,
      mute_level: 1,
      summary_style: 'tidy',
    });
    expect(await run()).toBe(true);
    expect(made('config.json')).toEqual({
      rate: 200,
      volume: 100,
      mute_level: 1,
      summaries: { style: 'tidy' },
      _migrated: { from },
    });
    const store = openSettings(home);
    const saved = { rate: 200, volume: 100, mute_level: 1, summaries: { style: 'tidy' } };
    expect([store.saved, store.problems]).toEqual([saved, []]);
    expect(lines).toEqual([`migrated from ${from}: rate; volume; mute_level; summaries`]);
    if (process.platform !== 'win32') {
      expect(statSync(join(home, 'config.json')).mode & 0o777).toBe(0o600);
    }
  });

  it('runs once', async () => {
    give('config.json', { rate: 300 });
    await run();
    give('config.json', { rate: 350 });
    expect(await run()).toBe(false);
    expect(made('config.json')).toMatchObject({ rate: 300 });
  });

  it('does nothing in a home that has a config.json, whatever is in it', async () => {
    give('config.json', { rate: 300 });
    writeFileSync(join(home, 'config.json'), '{ broken');
    expect(await run()).toBe(false);
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe('{ broken');
    expect(lines).toEqual([]);
  });

  it('writes nothing when the source is missing or empty', async () => {
    expect(await run()).toBe(false);
    rmSync(from, { recursive: true });
    expect(await run()).toBe(false);
    writeFileSync(from, 'a file');
    expect(await run()).toBe(false);
    expect(readdirSync(home)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('does not take the home itself for a source', async () => {
    writeFileSync(join(home, 'keymap.json'), '{}');
    expect(await runMigration({ home, from: home, log: (line) => lines.push(line) })).toBe(false);
    expect(readdirSync(home)).toEqual(['keymap.json']);
  });

  it('brings keymap and session prefs', async () => {
    give('keymap.json', { nav_start: { key: 'up', mods: ['win'] } });
    give('session_prefs.json', { s1: { name: 'Build' } });
    await run();
    expect(made('keymap.json')).toEqual({ restart: { key: 'up', mods: ['win'] } });
    expect(made('session_prefs.json')).toEqual({ s1: { label: 'Build' } });
    expect(made('config.json')).toEqual({ _migrated: { from } });
  });

  it('leaves the keymap and the session prefs that the home has', async () => {
    give('keymap.json', { nav_start: { key: 'up', mods: ['win'] } });
    give('session_prefs.json', { s1: { name: 'Build' } });
    for (const name of ['keymap.json', 'session_prefs.json'])
      writeFileSync(join(home, name), '{ x');
    await run();
    for (const name of ['keymap.json', 'session_prefs.json']) {
      expect(readFileSync(join(home, name), 'utf8')).toBe('{ x');
    }
  });

  it('copies the earcons that exist, unless one is there', async () => {
    const own = join(root, 'music');
    mkdirSync(own);
    mkdirSync(join(home, 'earcons'));
    mkdirSync(join(own, 'folder.wav'));
    writeFileSync(join(own, 'a.wav'), 'A');
    writeFileSync(join(from, 'b.wav'), 'B');
    writeFileSync(join(home, 'earcons', 'error.wav'), 'mine');
    give('config.json', {
      earcons: {
        choice: join(own, 'a.wav'),
        nav: 'b.wav',
        error: join(own, 'a.wav'),
        step: join(own, 'missing.wav'),
        permission: join(own, 'folder.wav'),
      },
    });
    await run();
    const earcon = (kind: string) => readFileSync(join(home, 'earcons', `${kind}.wav`), 'utf8');
    expect([earcon('choice'), earcon('nav'), earcon('error')]).toEqual(['A', 'B', 'mine']);
    expect(readdirSync(join(home, 'earcons')).sort()).toEqual([
      'choice.wav',
      'error.wav',
      'nav.wav',
    ]);
    expect(lines.filter((line) => line.startsWith('migration: earcon'))).toHaveLength(3);
  });

  it('only reads the source and leaves no temp file', async () => {
    give('config.json', { rate: 300, earcons: { nav: 'b.wav' } });
    give('keymap.json', { mute: null });
    writeFileSync(join(from, 'b.wav'), 'B');
    const before = readdirSync(from).map((name) => [name, readFileSync(join(from, name), 'utf8')]);
    await run();
    expect(readdirSync(from).map((name) => [name, readFileSync(join(from, name), 'utf8')])).toEqual(
      before,
    );
    expect(readdirSync(home).sort()).toEqual(['config.json', 'earcons', 'keymap.json']);
  });

  it('that fails is logged and tried again at the next start', async () => {
    give('config.json', { rate: 300 });
    give('keymap.json', { mute: null });
    const inTheWay = join(home, `keymap.json.${process.pid}.tmp`);
    mkdirSync(inTheWay);
    expect(await run()).toBe(false);
    expect(existsSync(join(home, 'config.json'))).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^migration from .* failed: /)]);
    rmSync(inTheWay, { recursive: true });
    expect(await run()).toBe(true);
    expect(made('config.json')).toMatchObject({ rate: 300 });
  });

  it('says nothing private', async () => {
    give('config.json', { summary_prompt: 'my private prompt', voice: ['secret voice'] });
    give('session_prefs.json', { s1: { name: 'private name' } });
    await run();
    expect(lines.join('\n')).not.toMatch(/private|secret voice/);
  });
});

describe('migrationSource', () => {
  const defaultHome = join('/', 'data', 'sonara');
  it("is the plugin's folder, for the default home only", () => {
    const userHome = join('/', 'home', 'me');
    expect(migrationSource({ home: defaultHome, defaultHome, userHome })).toBe(
      join(userHome, '.sonara'),
    );
    expect(migrationSource({ home: join('/', 'tmp', 'x'), defaultHome, userHome })).toBeNull();
  });

  it('is what the flag names, for every home', () => {
    const flag = join('/', 'plugin');
    expect(migrationSource({ flag, home: join('/', 'tmp', 'x'), defaultHome })).toBe(flag);
    expect(migrationSource({ flag, home: defaultHome, defaultHome })).toBe(flag);
  });
});
