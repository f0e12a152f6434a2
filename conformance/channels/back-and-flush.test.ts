import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { long, type Rooms, useRooms } from './rooms.ts';

/** A label that is announced for 0.9 s. */
const label = long('Build').slice(0, -1);

describe.each(transports)('back over %s', (transport) => {
  const used = useRooms(transport);
  const back = () => used.rooms.request('control', { action: 'back' });

  it(proves('back.reply', 'back.chunk'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', `${long('One')} ${long('Two')}`);
    await rooms.control('next');
    await rooms.reads('a: Two…');
    const { item_id: id } = rooms.now()['now_playing'];
    expect(await back()).toEqual({ ok: true, channel: 'a', to: 'chunk' });
    await rooms.reads('a: One…');
    expect(rooms.now()['now_playing']).toMatchObject({ item_id: id, chunk: 0 });
  });

  it(proves('back.entry', 'back.rest'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    for (const text of ['One.', 'Two.', long('Three'), 'Four.']) await rooms.say('a', text);
    await rooms.reads('a: Three…');
    expect(await back()).toEqual({ ok: true, channel: 'a', to: 'entry' });
    await rooms.began('a: Three…', 2);
    await rooms.skip();
    const heard = ['a: One.', 'a: Two.', 'a: Three…', 'a: Two.', 'a: Three…', 'a: Four.'];
    expect(await rooms.all()).toEqual(heard);
  });

  it(proves('back.first', 'back.rest'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.caughtUp('a', 'Earlier.');
    await rooms.say('a', long('One'));
    await rooms.say('a', 'Two.');
    await rooms.reads('a: One…');
    const began = performance.now();
    expect(await back()).toEqual({ ok: true, channel: 'a', to: 'first' });
    await rooms.began('a: Two.');
    // From its beginning: all of its 0.8 s.
    expect(performance.now() - began).toBeGreaterThan(700);
    expect(await rooms.all()).toEqual(['a: Earlier.', 'a: One…', 'a: Two.']);
  });

  it(proves('back.replay'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', 'One. Part.');
    await rooms.say('a', 'Two.');
    const batch = ['a: One.', 'a: Part.', 'a: Two.'];
    expect(await rooms.all()).toEqual(batch);
    expect(await back()).toEqual({ ok: true, channel: null, to: 'replay' });
    expect(await rooms.all()).toEqual([...batch, ...batch]);
  });

  it(proves('back.direct'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'Heard.');
    await rooms.direct(`One. Two. ${long('Hold')}`);
    await rooms.reads('-: Hold…');
    expect(await back()).toMatchObject({ ok: true, to: 'replay' });
    await rooms.began('-: Hold…', 2);
    const item = ['-: One.', '-: Two.', '-: Hold…'];
    expect(rooms.heard()).toEqual(['a: Heard.', ...item, ...item]);
  });

  it(proves('back.announcement'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'Heard.');
    await rooms.enter('b', { label });
    await rooms.say('b', 'Other.');
    await rooms.reads('b: Build…');
    expect(await back()).toMatchObject({ ok: true, to: 'replay' });
    expect((await rooms.all()).filter((line) => line === 'b: Other.')).toHaveLength(1);
  });

  it(`${proves('back.replay')}: with nothing to replay it reads nothing`, async () => {
    expect(await back()).toMatchObject({ ok: true, channel: null });
    expect(await used.rooms.all()).toEqual([]);
  });
});

describe.each(transports)('flush over %s', (transport) => {
  const used = useRooms(transport);
  const flush = () => used.rooms.request('control', { action: 'flush' });
  const reply = (flushed: string, channel: string | null) => ({
    ok: true,
    flushed,
    channel,
    scope: 'session',
    others: [],
  });

  /** `a` is being read, two messages of it and one of `b` wait. */
  const reading = async (rooms: Rooms) => {
    await rooms.enter('a');
    await rooms.enter('b');
    const { item_id: id } = await rooms.say('a', long('Cut'));
    for (const text of ['Two.', 'Three.']) await rooms.say('a', text);
    await rooms.say('b', 'Other.');
    return id as number;
  };

  it(proves('flush.reply', 'flush.scope', 'flush.channel', 'flush.others'), async () => {
    const { rooms } = used;
    const id = await reading(rooms);
    expect(await flush()).toEqual(reply('channel', 'a'));
    await rooms.listener.item(id, 'skipped');
    expect(await rooms.all()).toEqual(['a: Cut…', 'b: Other.']);
  });

  it(proves('flush.paused'), async () => {
    const { rooms } = used;
    await reading(rooms);
    await rooms.control('pause');
    expect(await flush()).toEqual(reply('channel', 'a'));
    expect(await rooms.all()).toEqual(['a: Cut…', 'b: Other.']);
    expect(rooms.now()['paused']).toBe(false);
  });

  it(`${proves('flush.channel')}: it stays replayable, and gets new messages`, async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Cut'));
    await flush();
    await rooms.say('a', 'New.');
    expect(await rooms.all()).toEqual(['a: Cut…', 'a: New.']);
  });

  it(proves('flush.announcement'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'Heard.');
    await rooms.direct(long('Hold'));
    await rooms.enter('b', { label });
    await rooms.enter('c');
    for (const text of ['One.', 'Two.']) await rooms.say('b', text);
    await rooms.say('c', 'Other.');
    await rooms.skip();
    await rooms.reads('b: Build…');
    expect(await flush()).toEqual(reply('announcement', 'b'));
    const heard = ['a: Heard.', '-: Hold…', 'b: Build…', 'c: Other.'];
    expect(await rooms.all()).toEqual(heard);
  });

  it(proves('flush.direct'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    const id = await rooms.direct(long('Cut'));
    await rooms.direct('Direct.');
    await rooms.say('a', 'One.');
    expect(await flush()).toEqual(reply('direct', null));
    await rooms.listener.item(id, 'skipped');
    expect(await rooms.all()).toEqual(['-: Cut…', '-: Direct.', 'a: One.']);
  });

  it(proves('flush.nothing'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.caughtUp('a', 'Heard.');
    await rooms.prefer('a', { muted: true });
    await rooms.say('a', 'Waits.');
    await rooms.soFar();
    const events = rooms.listener.client.events().length;
    expect(await flush()).toEqual(reply('nothing', null));
    await rooms.listener.settle();
    expect(rooms.listener.client.events()).toHaveLength(events + 1);
    await rooms.prefer('a', { muted: false });
    expect(await rooms.all()).toEqual(['a: Heard.', 'a: Waits.']);
  });

  it(proves('flush.no-channel'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Hold'));
    for (const channel of ['a', 'nobody', '', 5]) {
      const code = await rooms.refused('control', { action: 'flush', channel });
      expect(code).toBe('E_BAD_REQUEST');
    }
    expect(await rooms.soFar()).toEqual(['a: Hold…']);
    expect(rooms.now()['now_playing'].channel).toBe('a');
  });
});
