import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { fresh, long, useRooms } from './rooms.ts';

describe.each(transports)('announcements over %s', (transport) => {
  const used = useRooms(transport);

  it(proves('announce.switch', 'announce.once', 'announce.differs'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.say('a', long('Hold'));
    await rooms.say('b', 'One.');
    await rooms.say('b', 'Two.');
    await rooms.skip();
    const heard = ['a: Hold…', 'b: Build tab.', 'b: One.', 'b: Two.'];
    expect(await rooms.all()).toEqual(heard);
    await rooms.say('b', 'Three.');
    expect(await rooms.all()).toEqual([...heard, 'b: Three.']);
  });

  it(`${proves('announce.switch')}: and back`, async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab' });
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.caughtUp('a', 'One.');
    await rooms.caughtUp('b', 'One.');
    await rooms.caughtUp('a', 'Two.');
    const back = ['b: Build tab.', 'b: One.', 'a: First tab.', 'a: Two.'];
    expect(rooms.heard().slice(-4)).toEqual(back);
  });

  it(`${proves('announce.differs')}: text without a channel in between is no other channel`, async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab' });
    await rooms.caughtUp('a', 'One.');
    await rooms.direct('Direct.');
    await rooms.say('a', 'Two.');
    expect((await rooms.all()).slice(-3)).toEqual(['a: One.', '-: Direct.', 'a: Two.']);
  });

  it(proves('announce.first'), () =>
    fresh(transport, async (rooms) => {
      await rooms.direct('Direct.');
      await rooms.enter('a', { label: 'First tab' });
      await rooms.say('a', 'One.');
      expect(await rooms.all()).toEqual(['-: Direct.', 'a: One.']);
    }),
  );

  it(`${proves('announce.first')}: with interrupt neither`, () =>
    fresh(transport, async (rooms) => {
      await rooms.enter('a', { label: 'First tab' });
      await rooms.say('a', 'One.', { interrupt: true });
      expect(await rooms.all()).toEqual(['a: One.']);
    }));

  it(proves('announce.replay', 'restart.channel-announced'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab' });
    await rooms.caughtUp('a', 'One.', 'Two.');
    await rooms.enter('b');
    await rooms.caughtUp('b', 'Other.');
    const before = rooms.heard().length;
    await rooms.control('restart', { channel: 'a' });
    const replay = ['a: First tab, reading again.', 'a: One.', 'a: Two.'];
    expect((await rooms.all()).slice(before)).toEqual(replay);
  });

  it(proves('announce.closed'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'One.');
    await rooms.done('channel_close', { channel: 'a' });
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.say('b', 'Other.');
    expect(await rooms.all()).toEqual(['a: One.', 'b: Build tab.', 'b: Other.']);
  });

  it(proves('announce.interrupt', 'say.interrupt-announced'), async () => {
    const { rooms } = used;
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.say('a', long('Cut'));
    const reply = await rooms.say('b', 'Now.', { interrupt: true });
    expect(reply['item_id']).toBe(null);
    await rooms.began('a: Cut…', 2);
    await rooms.skip();
    const heard = ['a: Cut…', 'b: Build tab.', 'b: Now.', 'a: Cut…'];
    expect(await rooms.all()).toEqual(heard);
  });

  describe('with a host_tab', () => {
    /** `one` reads and closes; `two` is opened then, and reads. */
    const followed = async (one: object, two: object, { close = true } = {}) => {
      const { rooms } = used;
      await rooms.enter('one', { ...one });
      await rooms.caughtUp('one', 'One.');
      const before = rooms.heard().length;
      if (close) await rooms.done('channel_close', { channel: 'one' });
      await rooms.enter('two', { label: 'Build tab', ...two });
      await rooms.say('two', 'Two.');
      return (await rooms.all()).slice(before);
    };
    const announced = ['two: Build tab.', 'two: Two.'];

    it(proves('announce.same-tab'), async () => {
      expect(await followed({ host_tab: '3' }, { host_tab: '3' })).toEqual(['two: Two.']);
    });

    it(proves('announce.other-tab'), async () => {
      expect(await followed({ host_tab: '3' }, { host_tab: '4' })).toEqual(announced);
    });

    it(proves('announce.no-tab'), async () => {
      expect(await followed({}, {})).toEqual(announced);
    });

    it(`${proves('announce.no-tab')}: neither of the two alone`, async () => {
      expect(await followed({ host_tab: '3' }, {})).toEqual(announced);
    });

    it(proves('announce.open-tab'), async () => {
      const heard = await followed({ host_tab: '3' }, { host_tab: '3' }, { close: false });
      expect(heard).toEqual(announced);
    });
  });

  it(proves('announce.next', 'next.cuts'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab' });
    await rooms.caughtUp('a', 'One.');
    const before = rooms.heard().length;
    await rooms.control('next_channel');
    const replay = ['a: First tab, reading again.', 'a: One.'];
    expect((await rooms.all()).slice(before)).toEqual(replay);
  });

  it(`${proves('announce.next')}: the first channel as well`, () =>
    fresh(transport, async (rooms) => {
      await rooms.enter('a', { label: 'First tab' });
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'One.');
      await rooms.control('next_channel');
      expect(await rooms.all()).toEqual(['-: Hold…', 'a: First tab.', 'a: One.']);
    }));

  it(proves('announce.no-label'), async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'One.');
    await rooms.caughtUp('b', 'One.');
    await rooms.control('next_channel');
    expect(await rooms.all()).toEqual(['a: One.', 'b: One.', 'a: One.']);
  });

  it(`${proves('announce.no-label')}: nor by the label of a message`, async () => {
    const { rooms } = used;
    await rooms.caughtUp('a', 'One.');
    await rooms.say('b', 'Two.', { label: 'Message' });
    expect(await rooms.all()).toEqual(['a: One.', 'b: Two.']);
  });

  it(proves('announce.off'), async () => {
    const { rooms } = used;
    await rooms.set('channel_announce', 'off');
    await rooms.enter('a', { label: 'First tab' });
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.caughtUp('a', 'One.');
    await rooms.caughtUp('b', 'One.');
    await rooms.control('next_channel');
    await rooms.all();
    await rooms.control('restart', { channel: 'b' });
    expect(await rooms.all()).toEqual(['a: One.', 'b: One.', 'a: One.', 'b: One.']);
    await rooms.set('channel_announce', 'on');
    await rooms.say('a', 'Two.');
    expect((await rooms.all()).slice(4)).toEqual(['a: First tab.', 'a: Two.']);
  });

  it(proves('announce.item', 'channelstate.announcement'), async () => {
    const { rooms } = used;
    const { listener } = rooms;
    await rooms.caughtUp('a', 'One.');
    await rooms.enter('b', { label: 'Build tab', host_tab: '7' });
    await rooms.say('b', 'Other.');
    const here = (text: string) => listener.heard((event) => event['now_playing']?.text === text);
    const { now_playing: announcement } = await here('Build tab.');
    expect(announcement).toMatchObject({ channel: 'b', host_tab: '7' });
    const { now_playing: message } = await here('Other.');
    expect(message.item_id).toBeGreaterThan(announcement.item_id as number);
    await rooms.all();
    expect(listener.phases()).toContain(`${announcement.item_id} finished`);
  });
});
