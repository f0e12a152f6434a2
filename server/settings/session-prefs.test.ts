import {
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
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateSessionPrefs } from './migration/session-prefs.ts';
import { openSessionPrefs, type SessionPrefsList } from './session-prefs.ts';

let home: string;
const path = () => join(home, 'session_prefs.json');
afterEach(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-prefs-'));
});

/** Ids that an object in memory would put in another order. */
const list: SessionPrefsList = [
  ['tab', { label: 'Build', voice: 'af_heart', muted: true }],
  ['7', { muted: true }],
  ['3', { label: 'Three' }],
  ['__proto__', { voice: 'v' }],
];

it('a fresh home has nothing saved, and no file', () => {
  expect(openSessionPrefs(home).saved).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});

it('gives back what was saved, in its order', async () => {
  await openSessionPrefs(home).save(list);
  expect(openSessionPrefs(home).saved).toEqual(list);
});

it('writes an object of channels, without problems when it is read', async () => {
  await openSessionPrefs(home).save(list.slice(0, 1));
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ tab: list[0]![1] });
  expect(openSessionPrefs(home).problems).toEqual([]);
});

it('leaves no other file, and one that only the user may read', async () => {
  await openSessionPrefs(home).save(list);
  expect(readdirSync(home)).toEqual(['session_prefs.json']);
  expect(statSync(path()).mode & 0o077).toBe(0);
});

it('the last of saves at the same time is what stays', async () => {
  const store = openSessionPrefs(home);
  await Promise.all([store.save(list), store.save([]), store.save(list.slice(2))]);
  expect(openSessionPrefs(home).saved).toEqual(list.slice(2));
});

it('reads what a migration wrote', () => {
  const migrated = migrateSessionPrefs({ s1: { name: 'Build', voice: 'af_sky' }, s2: 'Tests' });
  writeFileSync(path(), JSON.stringify(migrated));
  expect(openSessionPrefs(home).saved).toEqual(Object.entries(migrated));
});

it('keeps a copy of what is no JSON object', () => {
  writeFileSync(path(), '{ x');
  const store = openSessionPrefs(home);
  expect(store.saved).toEqual([]);
  expect(store.problems).toEqual([expect.stringContaining('session_prefs.json.bad')]);
  expect(readFileSync(`${path()}.bad`, 'utf8')).toBe('{ x');
});

it('leaves out what cannot be used, and says how much, never what', () => {
  writeFileSync(
    path(),
    '{"a":{"label":" ","voice":3},"b":"private","":{"muted":true},"c":{"label":"C","muted":"no"}}',
  );
  const store = openSessionPrefs(home);
  expect(store.saved).toEqual([['c', { label: 'C' }]]);
  expect(store.problems).toEqual(['session_prefs.json: 3 of its entries not applied']);
});

it('a channel that is there twice counts where it stands last', () => {
  writeFileSync(path(), '{"a":{"label":"1"},"b":{"muted":true},"a":{"label":"2"}}');
  expect(openSessionPrefs(home).saved.map(([channel]) => channel)).toEqual(['b', 'a']);
});

it('takes a byte order mark that an editor left', () => {
  writeFileSync(path(), '\ufeff{"a":{"label":"A"}}');
  expect(openSessionPrefs(home).saved).toEqual([['a', { label: 'A' }]]);
});

it('keeps a copy of what is not UTF-8', () => {
  writeFileSync(
    path(),
    Buffer.from([...Buffer.from('{"a":{"label":"'), 0xff, ...Buffer.from('"}}')]),
  );
  expect(openSessionPrefs(home).problems).toEqual([expect.stringContaining('not UTF-8')]);
  expect(readdirSync(home)).toContain('session_prefs.json.bad');
});

it('replaces nothing that it could not read, until it can', async () => {
  mkdirSync(path());
  const store = openSessionPrefs(home);
  expect(store.problems).toEqual([expect.stringContaining('session_prefs.json')]);
  await expect(store.save(list)).rejects.toThrow();
  rmSync(path(), { recursive: true });
  await store.save(list);
  expect(openSessionPrefs(home).saved).toEqual(list);
});

it('refuses to save once it is closed', async () => {
  const store = openSessionPrefs(home);
  await store.close();
  await expect(store.save(list)).rejects.toMatchObject({ code: 'E_BUSY' });
});
