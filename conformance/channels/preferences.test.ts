import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, killed, long, Rooms, useRooms } from './rooms.ts';

const names = (list: Json[]) => list.map(({ channel }) => channel as string);
const saved = (home: string) =>
  JSON.parse(readFileSync(join(home, 'session_prefs.json'), 'utf8')) as Record<string, Json>;

describe.each(transports)('channel_prefs over %s', (transport) => {
  const used = useRooms(transport);
  const preferenceOf = async (channel: string) =>
    (await used.rooms.preferences()).find((each) => each['channel'] === channel);

  it(proves('prefs.fields', 'prefs.client-label'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'Theirs', host_tab: '3' });
    await rooms.enter('b');
    await rooms.prefer('a', { label: 'Mine' });
    const closed = { open: false, reading: false, client_label: null, host_tab: null };
    await rooms.prefer('c', { voice: 'silence', muted: true });
    const none = { label: null, voice: null, muted: false };
    expect(await rooms.request('get', { key: 'channel_prefs' })).toEqual({
      ok: true,
      key: 'channel_prefs',
      value: [
        {
          channel: 'a',
          open: true,
          reading: false,
          client_label: 'Theirs',
          host_tab: '3',
          ...none,
          label: 'Mine',
        },
        { channel: 'b', ...closed, open: true, ...none },
        { channel: 'c', ...closed, label: null, voice: 'silence', muted: true },
      ],
    });
  });

  it(proves('prefs.open', 'prefs.recent'), async () => {
    const { rooms } = used;
    for (const channel of ['x', 'y', 'z']) await rooms.prefer(channel, { label: channel });
    for (const channel of ['b', 'y', 'a']) await rooms.enter(channel);
    expect(names(await rooms.preferences())).toEqual(['b', 'y', 'a', 'z', 'x']);
    await rooms.prefer('x', { muted: false });
    expect(names(await rooms.preferences())).toEqual(['b', 'y', 'a', 'x', 'z']);
    await rooms.done('channel_close', { channel: 'y' });
    await rooms.done('channel_close', { channel: 'b' });
    const list = names(await rooms.preferences());
    expect([list[0], list.slice(1).toSorted()]).toEqual(['a', ['x', 'y', 'z']]);
  });

  it(proves('prefs.reading'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    const reading = async () =>
      names((await rooms.preferences()).filter((each) => each['reading'] === true));
    expect(await reading()).toEqual([]);
    await rooms.say('b', long('Hold'));
    expect(await reading()).toEqual(['b']);
    await rooms.control('stop');
    await rooms.direct(long('Hold'));
    expect(await reading()).toEqual([]);
  });

  it(proves('prefs.set'), async () => {
    const { rooms } = used;
    const first = await rooms.prefer('a', { label: 'Mine', voice: 'silence', muted: true });
    expect(first).toEqual({ ok: true, key: 'channel_prefs', value: await rooms.preferences() });
    const kept = { label: 'Mine', voice: 'silence', muted: true };
    await rooms.prefer('a', {});
    expect(await preferenceOf('a')).toMatchObject(kept);
    await rooms.prefer('a', { muted: false });
    expect(await preferenceOf('a')).toMatchObject({ ...kept, muted: false });
    await rooms.prefer('a', { label: 'Other' });
    const { value } = await rooms.prefer('a', { voice: 'tone' });
    expect(value).toMatchObject([{ channel: 'a', label: 'Other', voice: 'tone', muted: false }]);
  });

  for (const none of [null, '']) {
    it(`${proves('prefs.clear')}: ${JSON.stringify(none)}`, async () => {
      const { rooms } = used;
      await rooms.enter('a', { label: 'Theirs' });
      await rooms.prefer('a', { label: 'Mine', voice: 'silence', muted: true });
      await rooms.prefer('a', { label: none });
      expect(await preferenceOf('a')).toMatchObject({ label: null, voice: 'silence', muted: true });
      await rooms.prefer('a', { voice: none });
      expect(await preferenceOf('a')).toMatchObject({ voice: null, muted: true });
      await rooms.prefer('a', { muted: false });
      await rooms.caughtUp('b', 'Other.');
      await rooms.say('a', 'One.');
      expect(await rooms.all()).toEqual(['b: Other.', 'a: Theirs.', 'a: One.']);
    });
  }

  it(proves('prefs.label', 'prefs.first-text'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'Heard.');
    await rooms.prefer('b', { label: 'Mine' });
    await rooms.say('b', 'Other.');
    expect(await rooms.all()).toEqual(['a: Heard.', 'b: Mine.', 'b: Other.']);
    await rooms.enter('a', { label: 'Theirs' });
    await rooms.prefer('a', { label: 'Yours' });
    await rooms.say('a', 'One.');
    expect((await rooms.all()).slice(-2)).toEqual(['a: Yours.', 'a: One.']);
  });

  it(proves('prefs.voice'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.prefer('a', { voice: 'a voice that nobody has' });
    const { item_id: id } = await rooms.say('a', 'One.');
    await rooms.listener.item(id as number, 'finished');
    expect(await preferenceOf('a')).toMatchObject({ voice: 'a voice that nobody has' });
    expect(rooms.now()['voice']).toBe(null);
  });

  it(proves('prefs.forget'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.done('focus', { channel: 'b' });
    await rooms.prefer('a', { label: 'Mine' });
    await rooms.direct(long('Hold'));
    await rooms.say('a', 'Forgotten.');
    await rooms.say('b', 'Other.');
    const { value } = await rooms.prefer('a', { forget: true });
    expect(names(value as Json[])).toEqual(['b']);
    await rooms.skip();
    expect(await rooms.all()).toEqual(['-: Hold…', 'b: Other.']);
    expect(await rooms.refused('focus', { channel: 'a' })).toBe('E_NOT_FOUND');
    expect((await rooms.enter('a'))['created']).toBe(true);
    expect(await preferenceOf('a')).toMatchObject({ label: null });
  });

  it(`${proves('prefs.forget')}: one that is being read is cut`, async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.done('focus', { channel: 'b' });
    const { item_id: id } = await rooms.say('a', long('Cut'));
    await rooms.say('b', 'Other.');
    await rooms.prefer('a', { forget: true });
    await rooms.listener.item(id as number, 'skipped');
    expect(await rooms.all()).toEqual(['a: Cut…', 'b: Other.']);
  });

  it(proves('prefs.forget-saved'), async () => {
    const { rooms } = used;
    await rooms.prefer('a', { muted: true });
    expect((await rooms.prefer('a', { forget: true }))['value']).toEqual([]);
    await rooms.say('a', 'One.');
    expect(await rooms.all()).toEqual(['a: One.']);
  });

  it(proves('prefs.forget-focused'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.prefer('a', { label: 'Mine' });
    await rooms.done('focus', { channel: 'a' });
    const value = { channel: 'a', forget: true };
    expect(await rooms.refused('set', { key: 'channel_prefs', value })).toBe('E_BAD_REQUEST');
    expect(await preferenceOf('a')).toMatchObject({ open: true, label: 'Mine' });
    await rooms.enter('b');
    await rooms.done('focus', { channel: 'b' });
    expect(names((await rooms.prefer('a', { forget: true }))['value'] as Json[])).toEqual(['b']);
  });

  it(`${proves('prefs.forget')}: not with false`, async () => {
    const { rooms } = used;
    await rooms.prefer('a', { label: 'Mine' });
    await rooms.prefer('a', { forget: false });
    expect(await preferenceOf('a')).toMatchObject({ label: 'Mine' });
  });

  const wrong: unknown[] = [
    undefined,
    null,
    'a',
    5,
    true,
    [],
    [{ channel: 'a', muted: true }],
    {},
    { label: 'x' },
    { channel: '', label: 'x' },
    { channel: 5, label: 'x' },
    { channel: null, label: 'x' },
    { channel: ['a'], label: 'x' },
    { channel: 'a', label: 5 },
    { channel: 'a', label: ['x'] },
    { channel: 'a', label: 'New', voice: 5 },
    { channel: 'a', label: 'New', voice: {} },
    { channel: 'a', label: 'New', muted: 'yes' },
    { channel: 'a', label: 'New', muted: 1 },
    { channel: 'a', label: 'New', muted: null },
    { channel: 'a', label: 'New', forget: 'yes' },
    { channel: 'a', label: 'New', forget: 1 },
  ];
  for (const value of wrong) {
    it(`${proves('prefs.types')}: ${JSON.stringify(value)}`, async () => {
      const { rooms } = used;
      await rooms.prefer('a', { label: 'Mine' });
      const before = await rooms.preferences();
      expect(await rooms.refused('set', { key: 'channel_prefs', value })).toBe('E_BAD_REQUEST');
      expect(await rooms.preferences()).toEqual(before);
    });
  }
});

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

  for (const text of ['{"a":{"label":', '[]', '5', '', '{"a":5,"b":{"label":7,"muted":"x"}}']) {
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
