import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { long, type Rooms, useRooms } from './rooms.ts';

describe.each(transports)('who reads next over %s', (transport) => {
  const used = useRooms(transport);

  it(proves('floor.keeps', 'floor.opening-order'), async () => {
    const { rooms } = used;
    for (const channel of ['a', 'b', 'c']) await rooms.enter(channel);
    await rooms.say('b', long('Hold'));
    await rooms.say('c', 'One.');
    await rooms.say('a', 'One.');
    await rooms.say('a', 'Two.');
    await rooms.say('b', 'Two.');
    await rooms.skip();
    const order = ['b: Hold…', 'b: Two.', 'a: One.', 'a: Two.', 'c: One.'];
    expect(await rooms.all()).toEqual(order);
  });

  it(`${proves('floor.opening-order')}: not the order of the messages, nor of a channel opened again`, async () => {
    const { rooms } = used;
    for (const channel of ['hold', 'a', 'b', 'c']) await rooms.enter(channel);
    await rooms.done('channel_close', { channel: 'a' });
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.say('hold', long('Hold'));
    for (const channel of ['c', 'a', 'b']) await rooms.say(channel, 'One.');
    await rooms.skip();
    expect(await rooms.all()).toEqual(['hold: Hold…', 'b: One.', 'c: One.', 'a: One.']);
  });

  it(proves('floor.whole-message'), async () => {
    const { rooms } = used;
    await rooms.enter('b');
    await rooms.say('a', 'One part. Two parts. Three parts.');
    await rooms.say('b', 'Other.');
    await rooms.done('focus', { channel: 'b' });
    const parts = ['a: One part.', 'a: Two parts.', 'a: Three parts.'];
    expect(await rooms.all()).toEqual([...parts, 'b: Other.']);
  });

  it(proves('floor.focused', 'focus.next', 'focus.no-cut'), async () => {
    const { rooms } = used;
    for (const channel of ['a', 'b', 'c']) await rooms.enter(channel);
    await rooms.say('a', long('Hold'));
    await rooms.say('a', 'Two.');
    await rooms.say('b', 'One.');
    await rooms.say('c', 'One.');
    await rooms.say('c', 'Two.');
    await rooms.done('focus', { channel: 'c' });
    expect(await rooms.soFar()).toEqual(['a: Hold…']);
    await rooms.skip();
    expect(await rooms.all()).toEqual(['a: Hold…', 'a: Two.', 'c: One.', 'c: Two.', 'b: One.']);
  });

  describe('a replay', () => {
    /** `a` is read again from the top, by its first message, with "Two." behind it; "Other." waits in `b`. */
    const replaying = async (
      rooms: Rooms,
      action = 'restart',
      fields: object = { channel: 'a' },
    ) => {
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.say('a', long('One'));
      await rooms.say('a', 'Two.');
      await rooms.skip();
      await rooms.all();
      await rooms.control(action, { ...fields });
      await rooms.began('a: One…', 2);
      await rooms.say('b', 'Other.');
      await rooms.done('focus', { channel: 'b' });
    };
    const before = ['a: One…', 'a: Two.', 'a: One…'];

    const ways: [string, object][] = [
      ['restart', { channel: 'a' }],
      ['restart', {}],
      ['next_channel', {}],
      ['back', {}],
    ];
    for (const [action, fields] of ways) {
      const what = `${action} ${JSON.stringify(fields)}`;
      it(`${proves('floor.replay-holds', 'floor.replay-after')}: ${what}`, async () => {
        const { rooms } = used;
        await replaying(rooms, action, fields);
        expect(await rooms.soFar()).toEqual(before);
        await rooms.skip();
        expect(await rooms.all()).toEqual([...before, 'a: Two.', 'b: Other.']);
      });
    }

    it(proves('floor.replay-live'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.say('a', 'Three.');
      await rooms.skip();
      const heard = await rooms.all();
      expect(heard.slice(0, 4)).toEqual([...before, 'a: Two.']);
      expect(heard.slice(4).toSorted()).toEqual(['a: Three.', 'b: Other.']);
    });

    it(proves('floor.replay-flush'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.control('flush');
      expect(await rooms.all()).toEqual([...before, 'b: Other.']);
    });

    it(proves('floor.replay-stop-channel'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.control('stop', { channel: 'a' });
      expect(await rooms.all()).toEqual([...before, 'b: Other.']);
    });

    it(proves('floor.replay-stop'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.control('stop');
      expect(await rooms.all()).toEqual(before);
      await rooms.say('b', 'New.');
      expect(await rooms.all()).toEqual([...before, 'b: New.']);
    });

    it(proves('floor.replay-next'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      expect((await rooms.control('next_channel'))['channel']).toBe('b');
      expect(await rooms.all()).toEqual([...before, 'b: Other.']);
    });

    it(proves('floor.replay-interrupt', 'say.interrupt-again'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.say('b', 'Now.', { interrupt: true });
      await rooms.began('a: One…', 3);
      await rooms.skip();
      const after = ['b: Now.', 'b: Other.', 'a: One…', 'a: Two.'];
      expect(await rooms.all()).toEqual([...before, ...after]);
    });

    it(proves('floor.replay-mute'), async () => {
      const { rooms } = used;
      await replaying(rooms);
      await rooms.prefer('a', { muted: true });
      expect(await rooms.all()).toEqual([...before, 'b: Other.']);
    });
  });

  it(proves('floor.left', 'floor.left-new'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.say('a', long('Left'));
    await rooms.say('a', 'Two.');
    await rooms.say('b', 'Other.');
    await rooms.control('next_channel');
    expect(await rooms.all()).toEqual(['a: Left…', 'b: Other.']);
    await rooms.say('b', 'More.');
    expect(await rooms.all()).toEqual(['a: Left…', 'b: Other.', 'b: More.']);
    await rooms.say('a', 'New.');
    await rooms.began('a: Left…', 2);
    await rooms.skip();
    const after = ['a: Left…', 'a: Two.', 'a: New.'];
    expect((await rooms.all()).slice(3)).toEqual(after);
  });

  describe('a muted channel', () => {
    it(proves('muted.waits', 'muted.floor', 'muted.unmuted'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.prefer('a', { muted: true });
      await rooms.say('a', 'One.');
      await rooms.say('a', 'Two.');
      await rooms.done('focus', { channel: 'a' });
      expect(await rooms.all()).toEqual([]);
      expect(rooms.now()['queued']).toBe(2);
      await rooms.say('b', 'Other.');
      expect(await rooms.all()).toEqual(['b: Other.']);
      await rooms.prefer('a', { muted: false });
      expect(await rooms.all()).toEqual(['b: Other.', 'a: One.', 'a: Two.']);
    });

    it(`${proves('muted.floor')}: with interrupt neither`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.prefer('a', { muted: true });
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'Now.', { interrupt: true });
      expect(await rooms.soFar()).toEqual(['-: Hold…']);
      await rooms.skip();
      expect(await rooms.all()).toEqual(['-: Hold…']);
    });

    it(`${proves('muted.floor')}: one that is not open yet`, async () => {
      const { rooms } = used;
      await rooms.prefer('later', { muted: true });
      await rooms.say('later', 'One.');
      expect(await rooms.all()).toEqual([]);
    });

    it(proves('muted.cuts'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('b', 'Other.');
      await rooms.prefer('a', { muted: true });
      await rooms.listener.item(id as number, 'skipped');
      expect(await rooms.all()).toEqual(['a: Cut…', 'b: Other.']);
    });

    it(`${proves('muted.cuts')}: another's item goes on`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.say('b', long('Hold'));
      await rooms.say('a', 'Waits.');
      await rooms.prefer('a', { muted: true });
      expect(await rooms.soFar()).toEqual(['b: Hold…']);
      await rooms.skip();
      expect(await rooms.all()).toEqual(['b: Hold…']);
    });

    it(proves('muted.next', 'muted.next-all'), async () => {
      const { rooms } = used;
      for (const channel of ['a', 'b', 'c']) await rooms.enter(channel);
      await rooms.caughtUp('a', 'One.');
      await rooms.prefer('b', { muted: true });
      await rooms.say('b', 'One.');
      expect((await rooms.control('next_channel'))['channel']).not.toBe('b');
      await rooms.control('stop');
      for (const channel of ['a', 'c']) await rooms.prefer(channel, { muted: true });
      expect((await rooms.control('next_channel'))['channel']).toEqual(expect.any(String));
    });
  });
});
