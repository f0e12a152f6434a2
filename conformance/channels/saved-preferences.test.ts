/** What a later run knows of the user's preferences. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, killed, Rooms } from './rooms.ts';

const names = (list: Json[]) => list.map(({ channel }) => channel as string);
const saved = (home: string) =>
  JSON.parse(readFileSync(join(home, 'session_prefs.json'), 'utf8')) as Record<string, Json>;

describe.each(transports)('saved preferences over %s', (transport) => {
  it(proves('prefs.saved', 'prefs.restart'), async () => {
    const home = newHome();
    const options = { home, args: ['--standalone'] };
    const first = await Runtime.start(options);
    const rooms = await Rooms.open(transport, first);
    await rooms.enter('z', { label: 'Theirs', host_tab: '3' });
    await rooms.prefer('a', { label: 'Mine', voice: 'silence', muted: true });
    await rooms.prefer('b', { muted: true });
    await rooms.prefer('a', { voice: 'tone' });
    const before = await rooms.preferences();
    rooms.close();
    await first.stop({ keepHome: true });
    const file = saved(home);
    expect(Object.keys(file).toSorted()).toEqual(['a', 'b']);
    expect(file['a']).toEqual({ label: 'Mine', voice: 'tone', muted: true });
    expect(file['b']).toMatchObject({ muted: true });
    await killed(transport, home, async (later) => {
      const after = await later.preferences();
      expect(after).toEqual(before.filter(({ channel }) => channel !== 'z'));
    });
  });

  it(`${proves('prefs.saved')}: nothing without preferences`, async () => {
    const { home } = await fresh(transport, async (rooms) => {
      await rooms.enter('a', { label: 'Theirs' });
      await rooms.caughtUp('a', 'One.');
      const wrong = { channel: 'a', label: 'x', muted: 1 };
      await rooms.refused('set', { key: 'channel_prefs', value: wrong });
    });
    expect(existsSync(join(home, 'session_prefs.json'))).toBe(false);
  });

  it(proves('prefs.killed', 'prefs.muted-later'), async () => {
    const home = newHome();
    await killed(transport, home, (rooms) => rooms.prefer('a', { label: 'Mine', muted: true }));
    await killed(transport, home, async (rooms) => {
      await rooms.say('a', 'Silent.');
      await rooms.say('b', 'Other.');
      expect(await rooms.all()).toEqual(['b: Other.']);
      await rooms.prefer('a', { muted: false });
      expect((await rooms.all()).slice(1)).toEqual(['a: Mine.', 'a: Silent.']);
      await rooms.done('focus', { channel: 'b' });
      await rooms.prefer('a', { forget: true });
    });
    await killed(transport, home, async (rooms) => {
      expect(names(await rooms.preferences())).not.toContain('a');
    });
  });

  it(proves('prefs.bounded'), async () => {
    const home = newHome();
    await killed(transport, home, async (rooms) => {
      for (let n = 0; n < 230; n++) await rooms.prefer(`c${n}`, { label: `Label ${n}` });
      await rooms.prefer('c29', { label: 'Gone, and back' });
      await rooms.prefer('c40', { muted: true });
    });
    const kept = Array.from({ length: 200 }, (_, n) => `c${n + 30}`);
    kept.splice(0, 1, 'c29');
    const expected = kept.toSorted();
    expect(Object.keys(saved(home)).toSorted()).toEqual(expected);
    await killed(transport, home, async (rooms) => {
      const list = names(await rooms.preferences());
      expect(list.toSorted()).toEqual(expected);
      expect(list.slice(0, 4)).toEqual(['c40', 'c29', 'c229', 'c228']);
      expect(list.at(-1)).toBe('c31');
    });
  });

  const bad = {
    tcp: ['{"a":{"label":', '[]', '5'],
    http: ['', 'null', '{"a":5,"b":{"label":7,"muted":"x"}}'],
  };
  for (const text of bad[transport]) {
    it(`${proves('prefs.bad-file')}: ${text}`, async () => {
      const home = newHome();
      writeFileSync(join(home, 'session_prefs.json'), text);
      await killed(transport, home, async (rooms) => {
        await rooms.say('a', 'One.');
        expect(await rooms.all()).toEqual(['a: One.']);
        await rooms.prefer('a', { label: 'Mine' });
      });
      expect(saved(home)).toMatchObject({ a: { label: 'Mine' } });
    });
  }

  it(`${proves('prefs.restart')}: of a file that was written by hand`, async () => {
    const home = newHome();
    const text = '{"x":{"label":"First"},"y":{"muted":true},"__proto__":{"label":"Odd"}}';
    writeFileSync(join(home, 'session_prefs.json'), text);
    await killed(transport, home, async (rooms) => {
      const list = await rooms.preferences();
      expect(list.find(({ channel }) => channel === 'x')).toMatchObject({ label: 'First' });
      expect(list.find(({ channel }) => channel === 'y')).toMatchObject({ muted: true });
    });
  });
});
