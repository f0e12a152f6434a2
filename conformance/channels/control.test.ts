import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { fresh, long, useRooms } from './rooms.ts';

describe.each(transports)('control over %s', (transport) => {
  const used = useRooms(transport);

  describe('stop', () => {
    it(proves('stop.all', 'stop.new'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.say('a', long('Hold'));
      await rooms.say('a', 'Two.');
      await rooms.say('b', 'Other.');
      await rooms.direct('Direct.');
      expect(await rooms.request('control', { action: 'stop' })).toEqual({ ok: true });
      expect(await rooms.all()).toEqual(['a: Hold…']);
      expect(rooms.now()['queued']).toBe(0);
      await rooms.say('a', 'New.');
      expect(await rooms.all()).toEqual(['a: Hold…', 'a: New.']);
    });

    it(`${proves('stop.all')}: muted ones too`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.prefer('a', { muted: true });
      await rooms.say('a', 'Skipped.');
      await rooms.control('stop');
      await rooms.prefer('a', { muted: false });
      expect(await rooms.all()).toEqual([]);
    });

    it(proves('stop.replayable', 'stop.restart'), async () => {
      const { rooms } = used;
      await rooms.enter('a', { label: 'First tab' });
      await rooms.caughtUp('a', 'Before.');
      const before = rooms.heard().length;
      await rooms.say('a', 'One. Then.');
      await rooms.say('a', 'Two.');
      await rooms.began('a: Two.');
      await rooms.control('stop');
      await rooms.control('restart');
      const batch = ['a: One.', 'a: Then.', 'a: Two.'];
      expect((await rooms.all()).slice(before)).toEqual([...batch, ...batch]);
    });

    it(proves('stop.channel'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Two.');
      await rooms.say('b', 'Other.');
      await rooms.control('stop', { channel: 'a' });
      await rooms.listener.item(id as number, 'skipped');
      expect(await rooms.all()).toEqual(['a: Cut…', 'b: Other.']);
    });

    it(proves('stop.channel-other'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.say('a', long('Hold'));
      await rooms.say('a', 'Two.');
      await rooms.say('b', 'Skipped.');
      await rooms.control('stop', { channel: 'b' });
      expect(await rooms.soFar()).toEqual(['a: Hold…']);
      await rooms.skip();
      expect(await rooms.all()).toEqual(['a: Hold…', 'a: Two.']);
    });
  });

  describe('restart', () => {
    it(proves('restart.batch'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.say('a', 'One.');
      await rooms.say('a', long('Two'));
      await rooms.say('a', 'Three.');
      await rooms.reads('a: Two…');
      await rooms.control('restart');
      await rooms.began('a: Two…', 2);
      await rooms.skip();
      const heard = ['a: One.', 'a: Two…', 'a: One.', 'a: Two…', 'a: Three.'];
      expect(await rooms.all()).toEqual(heard);
    });

    it(proves('restart.idle'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.caughtUp('a', 'Other.');
      await rooms.say('b', 'One. Part.');
      await rooms.say('b', 'Two.');
      await rooms.all();
      await rooms.done('focus', { channel: 'a' });
      await rooms.control('restart');
      const batch = ['b: One.', 'b: Part.', 'b: Two.'];
      expect(await rooms.all()).toEqual(['a: Other.', ...batch, ...batch]);
    });

    it(proves('restart.focused', 'restart.written'), async () => {
      for (const focused of [true, false]) {
        await fresh(transport, async (rooms) => {
          await rooms.direct(long('Hold'));
          for (const channel of ['a', 'b', 'c']) await rooms.enter(channel);
          for (const channel of ['c', 'a', 'b']) await rooms.say(channel, `Of ${channel}.`);
          if (focused) await rooms.done('focus', { channel: 'c' });
          await rooms.control('stop');
          await rooms.control('restart');
          const expected = focused ? 'c: Of c.' : 'b: Of b.';
          expect(await rooms.all()).toEqual(['-: Hold…', expected]);
        });
      }
    });

    it(proves('restart.core'), async () => {
      const { rooms } = used;
      await rooms.caughtUp('a', 'Heard.');
      await rooms.direct(`One. ${long('Hold')}`);
      await rooms.reads('-: Hold…');
      await rooms.control('restart');
      await rooms.began('-: Hold…', 2);
      await rooms.skip();
      expect(await rooms.all()).toEqual([
        'a: Heard.',
        '-: One.',
        '-: Hold…',
        '-: One.',
        '-: Hold…',
      ]);
    });

    it(proves('restart.channel-read'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.say('a', 'Before.');
      await rooms.say('a', `One. ${long('Hold')}`);
      await rooms.reads('a: Hold…');
      const { item_id: id } = rooms.now()['now_playing'];
      await rooms.control('restart', { channel: 'a' });
      await rooms.began('a: Hold…', 2);
      expect(rooms.now()['now_playing'].item_id).toBe(id);
      await rooms.skip();
      const heard = ['a: Before.', 'a: One.', 'a: Hold…', 'a: One.', 'a: Hold…'];
      expect(await rooms.all()).toEqual(heard);
    });

    it(proves('restart.channel', 'restart.channel-cuts'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      await rooms.say('b', long('Hold'));
      await rooms.say('b', 'Two.');
      await rooms.skip();
      await rooms.all();
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Rest.');
      await rooms.control('restart', { channel: 'b' });
      await rooms.listener.item(id as number, 'skipped');
      await rooms.began('b: Hold…', 2);
      await rooms.skip();
      await rooms.began('b: Two.', 2);
      await rooms.began('a: Rest.');
      const heard = ['b: Hold…', 'b: Two.', 'a: Cut…', 'b: Hold…', 'b: Two.'];
      expect(rooms.heard().slice(0, 5)).toEqual(heard);
    });
  });

  describe('with a channel', () => {
    it(proves('channel.action'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      const { item_id: id } = await rooms.say('a', `${long('One')} ${long('Two')}`);
      await rooms.say('a', 'Last.');
      const here = { channel: 'a' };
      await rooms.control('next', here);
      await rooms.reads('a: Two…');
      await rooms.control('previous', here);
      await rooms.reads('a: One…');
      await rooms.control('pause', here);
      await rooms.listener.state((state) => state['paused'] === true);
      await rooms.control('toggle', here);
      await rooms.listener.state((state) => state['paused'] === false);
      await rooms.control('skip', here);
      await rooms.listener.item(id as number, 'skipped');
      expect((await rooms.all()).at(-1)).toBe('a: Last.');
    });

    const actions = ['play', 'pause', 'toggle', 'skip', 'previous', 'next', 'mute'];
    for (const action of actions) {
      it(`${proves('channel.action-other')}: ${action}`, async () => {
        const { rooms } = used;
        await rooms.enter('b');
        const text = `${long('One')} ${long('Two')}`;
        await rooms.say('a', text);
        await rooms.control('next');
        await rooms.reads('a: Two…');
        const reply = await rooms.request('control', { action, channel: 'b' });
        expect(reply).toEqual({ ok: true });
        expect(await rooms.soFar()).toEqual(['a: One…', 'a: Two…']);
        expect(rooms.now()).toMatchObject({ paused: false, muted: false });
      });
    }

    it(`${proves('channel.action-other')}: play leaves the pause of another`, async () => {
      const { rooms } = used;
      await rooms.enter('b');
      await rooms.say('a', 'A short message.');
      await rooms.control('pause');
      await rooms.control('play', { channel: 'b' });
      await sleep(300);
      expect(await rooms.soFar()).toEqual(['a: A short message.']);
      expect(rooms.now()['paused']).toBe(true);
    });

    for (const action of ['dance', '', 5, null, ['stop'], undefined]) {
      it(`${proves('control.action')}: ${JSON.stringify(action)} with a channel`, async () => {
        const { rooms } = used;
        await rooms.enter('a');
        const code = await rooms.refused('control', { action, channel: 'a' });
        expect(code).toBe('E_BAD_REQUEST');
      });
    }
  });

  it(proves('channel.core-actions'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', `${long('One')} ${long('Two')}`);
    await rooms.say('a', 'Last.');
    await rooms.control('next');
    await rooms.reads('a: Two…');
    await rooms.control('previous');
    await rooms.reads('a: One…');
    await rooms.control('toggle');
    await rooms.listener.state((state) => state['paused'] === true);
    await rooms.control('play');
    await rooms.control('next');
    await rooms.reads('a: Two…');
    await rooms.control('next');
    expect((await rooms.all()).at(-1)).toBe('a: Last.');
  });

  it(`${proves('channel.core-actions')}: a pause holds across a channel's messages`, async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Hold'));
    await rooms.say('a', 'A short message.');
    await rooms.control('pause');
    await rooms.skip();
    await rooms.reads('a: A short message.');
    await sleep(300);
    await rooms.soFar();
    expect(rooms.now()).toMatchObject({ paused: true, now_playing: { text: 'A short message.' } });
  });
});
