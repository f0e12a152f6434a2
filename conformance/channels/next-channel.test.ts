import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { fresh, long, useRooms } from './rooms.ts';

describe.each(transports)('next_channel over %s', (transport) => {
  const used = useRooms(transport);
  const next = async () => (await used.rooms.control('next_channel'))['channel'] as string | null;

  it(proves('next.reply', 'next.none'), async () => {
    const { rooms } = used;
    const switched = () => rooms.request('control', { action: 'next_channel' });
    expect(await switched()).toEqual({ ok: true, channel: null });
    await rooms.caughtUp('a', 'One.');
    expect(await switched()).toEqual({ ok: true, channel: 'a' });
  });

  it(proves('next.order', 'next.from'), async () => {
    const { rooms } = used;
    for (const channel of ['c', 'a', 'b']) await rooms.enter(channel);
    for (const channel of ['a', 'b', 'c']) await rooms.caughtUp(channel, 'Heard.');
    await rooms.caughtUp('a', 'Again.');
    // Idle: from the one that read last. Then from the one that is being read.
    const order = [];
    for (let n = 0; n < 4; n++) order.push(await next());
    expect(order).toEqual(['b', 'c', 'a', 'b']);
  });

  it(`${proves('next.from')}: text without a channel does not count`, async () => {
    const { rooms } = used;
    for (const channel of ['a', 'b', 'c']) await rooms.enter(channel);
    for (const channel of ['a', 'c', 'b']) await rooms.caughtUp(channel, 'Heard.');
    await rooms.direct(long('Hold'));
    expect(await next()).toBe('c');
  });

  it(proves('next.skips'), async () => {
    const { rooms } = used;
    for (const channel of ['a', 'b', 'c', 'd']) await rooms.enter(channel);
    await rooms.caughtUp('d', 'Heard.');
    await rooms.caughtUp('a', 'Heard.');
    expect(await next()).toBe('d');
    expect(await next()).toBe('a');
  });

  it(proves('next.all-empty'), () =>
    fresh(transport, async (rooms) => {
      const order = ['a', 'b'];
      for (const channel of order) await rooms.enter(channel);
      const { channel } = await rooms.control('next_channel');
      expect(order).toContain(channel);
      expect(await rooms.all()).toEqual([]);
    }),
  );

  it(proves('next.cuts', 'next.heard'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.caughtUp('b', 'Once. Part.');
    const before = rooms.heard().length;
    const { item_id: id } = await rooms.say('a', long('Cut'));
    expect(await next()).toBe('b');
    await rooms.listener.item(id as number, 'skipped');
    const replay = ['b: Build tab, reading again.', 'b: Once.', 'b: Part.'];
    expect((await rooms.all()).slice(before)).toEqual(['a: Cut…', ...replay]);
  });

  it(`${proves('next.cuts')}: to unread messages`, async () => {
    const { rooms } = used;
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.say('a', long('Cut'));
    await rooms.say('b', 'Unread.');
    await next();
    expect(await rooms.all()).toEqual(['a: Cut…', 'b: Build tab.', 'b: Unread.']);
  });

  it(`${proves('next.cuts')}: text without a channel`, async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'Heard.');
    const id = await rooms.direct(long('Cut'));
    await next();
    await rooms.listener.item(id, 'skipped');
    expect(await rooms.all()).toEqual(['a: Heard.', '-: Cut…', 'a: Heard.']);
  });

  it(proves('next.same'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', 'One.');
    await rooms.say('a', long('Two'));
    await rooms.say('a', 'Three.');
    await rooms.reads('a: Two…');
    expect(await next()).toBe('a');
    await rooms.began('a: Two…', 2);
    await rooms.skip();
    const heard = ['a: One.', 'a: Two…', 'a: One.', 'a: Two…', 'a: Three.'];
    expect(await rooms.all()).toEqual(heard);
  });

  it(proves('next.unread', 'next.again'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.say('a', 'One.');
    await rooms.say('a', long('Two'));
    await rooms.say('a', 'Three.');
    await rooms.say('b', long('Other'));
    await rooms.reads('a: Two…');
    expect(await next()).toBe('b');
    await rooms.reads('b: Other…');
    expect(await next()).toBe('a');
    await rooms.began('a: Two…', 2);
    await rooms.skip();
    await rooms.began('a: Three.');
    const heard = ['a: One.', 'a: Two…', 'b: Other…', 'a: Two…', 'a: Three.'];
    expect(rooms.heard().slice(0, 5)).toEqual(heard);
  });

  it(proves('next.replay'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.say('a', 'One.');
    await rooms.say('a', long('Two'));
    await rooms.reads('a: Two…');
    await rooms.skip();
    await rooms.all();
    await rooms.caughtUp('b', 'Other.');
    // The replay is left in its second message, and returned to.
    await rooms.control('restart', { channel: 'a' });
    await rooms.began('a: Two…', 2);
    expect(await next()).toBe('b');
    expect(await next()).toBe('a');
    await rooms.began('a: Two…', 3);
    const heard = rooms.heard();
    expect(heard.slice(heard.lastIndexOf('b: Other.') + 1)).toEqual(['a: One.', 'a: Two…']);
  });

  describe('text without a channel that waits', () => {
    it(`${proves('switch.direct')}: next_channel`, async () => {
      const { rooms } = used;
      await rooms.enter('b', { label: 'Build tab' });
      await rooms.say('a', long('Cut'));
      await rooms.direct('Direct.');
      await rooms.say('b', 'Unread.');
      await next();
      const heard = ['a: Cut…', 'b: Build tab.', '-: Direct.', 'b: Unread.'];
      expect(await rooms.all()).toEqual(heard);
    });

    it(`${proves('switch.direct')}: restart with a channel`, async () => {
      const { rooms } = used;
      await rooms.enter('b', { label: 'Build tab' });
      await rooms.caughtUp('b', 'Heard.');
      const before = rooms.heard().length;
      await rooms.direct(long('Cut'));
      await rooms.direct('Direct.');
      await rooms.control('restart', { channel: 'b' });
      const heard = ['-: Cut…', 'b: Build tab, reading again.', '-: Direct.', 'b: Heard.'];
      expect((await rooms.all()).slice(before)).toEqual(heard);
    });

    it(`${proves('switch.direct')}: speak with interrupt`, async () => {
      const { rooms } = used;
      await rooms.enter('b', { label: 'Build tab' });
      await rooms.caughtUp('a', 'Heard.');
      await rooms.direct(long('Cut'));
      await rooms.direct('Direct.');
      await rooms.say('b', 'Now.', { interrupt: true });
      const heard = ['a: Heard.', '-: Cut…', 'b: Build tab.', '-: Direct.', 'b: Now.'];
      expect(await rooms.all()).toEqual(heard);
    });
  });

  for (const outside of ['interrupt', 'skip']) {
    it(`${proves('switch.outside', 'switch.outside-replay')}: ${outside}`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.say('a', long('Ended'));
      await rooms.say('a', 'Two.');
      await rooms.reads('a: Ended…');
      if (outside === 'skip') await rooms.skip();
      else await rooms.direct('Direct.', { interrupt: true });
      const between = outside === 'skip' ? [] : ['-: Direct.'];
      const heard = ['a: Ended…', ...between, 'a: Two.'];
      expect(await rooms.all()).toEqual(heard);
      await rooms.control('restart', { channel: 'a' });
      await rooms.began('a: Ended…', 2);
      await rooms.skip();
      expect(await rooms.all()).toEqual([...heard, 'a: Ended…', 'a: Two.']);
    });
  }
});
