import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { long, useRooms } from './rooms.ts';

const names = (list: Json[]) => list.map(({ channel }) => channel as string);

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
    await rooms.prefer('x', { muted: true });
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
    { channel: 'a', label: 'New', forget: 'yes' },
    { channel: 'a', label: 'New', forget: 1 },
  ];
  it(proves('prefs.types'), async () => {
    const { rooms } = used;
    await rooms.prefer('a', { label: 'Mine' });
    const before = await rooms.preferences();
    for (const value of wrong) await rooms.refuses('channel_prefs', value);
    expect(await rooms.preferences()).toEqual(before);
  });
});
