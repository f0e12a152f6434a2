import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { long, useRooms } from './rooms.ts';

describe.each(transports)('messages over %s', (transport) => {
  const used = useRooms(transport);
  const clientLabel = async (channel: string) =>
    (await used.rooms.preferences()).find((each) => each['channel'] === channel)!['client_label'];
  /** What now_playing.label is for a message of the channel. */
  const labelOf = async (channel: string) => {
    const { rooms } = used;
    const { item_id: id } = await rooms.say(channel, long('Hold'), { interrupt: true });
    const fits = ({ now_playing: now }: Record<string, any>) =>
      now?.channel === channel && now.text === long('Hold') && (id === null || now.item_id === id);
    const { now_playing: now } = await rooms.listener.heard(fits);
    await rooms.control('stop');
    return now.label as unknown;
  };

  describe('the channel', () => {
    const wrong = [undefined, null, '', 5, true, ['a'], { id: 'a' }];
    const messages: [string, object][] = [
      ['channel_open', {}],
      ['channel_close', {}],
      ['focus', {}],
      ['speak', { text: 'x' }],
      ['control', { action: 'stop' }],
      ['control', { action: 'restart' }],
      ['control', { action: 'pause' }],
    ];
    for (const [type, fields] of messages) {
      it(`${proves('channel.id')}: ${type} ${JSON.stringify(fields)}`, async () => {
        const optional = type === 'speak' || type === 'control';
        for (const channel of wrong) {
          // Of an optional field null is as good as nothing, as everywhere.
          if (optional && (channel === undefined || channel === null)) continue;
          const code = await used.rooms.refused(type, { ...fields, channel });
          expect([channel, code]).toEqual([channel, 'E_BAD_REQUEST']);
        }
        expect(await used.rooms.preferences()).toEqual([]);
      });
    }

    const unknown: [string, object][] = [
      ['channel_close', {}],
      ['focus', {}],
      ...['play', 'pause', 'toggle', 'stop', 'skip', 'previous', 'next', 'restart'].map(
        (action): [string, object] => ['control', { action }],
      ),
    ];
    for (const [type, fields] of unknown) {
      it(`${proves('channel.unknown')}: ${type} ${JSON.stringify(fields)}`, async () => {
        const { rooms } = used;
        await rooms.direct(long('Hold'));
        const code = await rooms.refused(type, { ...fields, channel: 'nobody' });
        expect(code).toBe('E_NOT_FOUND');
        expect(await rooms.soFar()).toEqual(['-: Hold…']);
        expect(rooms.now()['paused']).toBe(false);
        expect(await rooms.preferences()).toEqual([]);
      });
    }

    it(`${proves('channel.unknown')}: one that was closed, one that only has preferences`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.done('channel_close', { channel: 'a' });
      await rooms.prefer('b', { label: 'Saved' });
      for (const channel of ['a', 'b']) {
        for (const type of ['focus', 'channel_close'])
          expect(await rooms.refused(type, { channel })).toBe('E_NOT_FOUND');
        expect(await rooms.refused('control', { action: 'stop', channel })).toBe('E_NOT_FOUND');
      }
    });
  });

  describe('channel_open', () => {
    it(proves('open.reply', 'open.created'), async () => {
      const opened = () => used.rooms.request('channel_open', { channel: 'a', policy: 'queue' });
      const reply = { ok: true, channel: 'a', policy: 'queue' };
      expect(await opened()).toEqual({ ...reply, created: true });
      expect(await opened()).toEqual({ ...reply, created: false });
    });

    const wrong: [string, unknown][] = [
      ['policy', 'all'],
      ['policy', 'Queue'],
      ['policy', 1],
      ['policy', ['queue']],
      ['label', 5],
      ['label', {}],
      ['label', ['x']],
      ['host_tab', 3],
      ['host_tab', {}],
      ['keep_label', 'yes'],
      ['keep_label', 1],
      ['keep_label', []],
    ];
    it(proves('open.types', 'open.refused'), async () => {
      for (const [field, value] of wrong) {
        const code = await used.rooms.refused('channel_open', { channel: 'a', [field]: value });
        expect([field, value, code]).toEqual([field, value, 'E_BAD_REQUEST']);
      }
      expect(await used.rooms.preferences()).toEqual([]);
    });

    it(proves('open.messages', 'open.policy-kept'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'One.');
      const reply = await rooms.done('channel_open', { channel: 'a', label: 'First tab' });
      expect(reply).toMatchObject({ created: false, policy: 'queue' });
      await rooms.say('a', 'Two.');
      await rooms.skip();
      expect((await rooms.all()).slice(-2)).toEqual(['a: One.', 'a: Two.']);
    });

    it(proves('open.policy'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      const reply = await rooms.done('channel_open', { channel: 'a', policy: 'latest' });
      expect(reply['policy']).toBe('latest');
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'One.');
      expect((await rooms.say('a', 'Two.'))['dropped']).toBe(1);
    });

    it(proves('open.label'), async () => {
      const { rooms } = used;
      await rooms.enter('a', { label: 'First' });
      await rooms.enter('a', { label: 'Second' });
      expect(await clientLabel('a')).toBe('Second');
      expect(await labelOf('a')).toBe('Second');
      await rooms.enter('a');
      expect(await clientLabel('a')).toBe('Second');
    });

    it(proves('open.host-tab'), async () => {
      const { rooms } = used;
      await rooms.enter('a', { host_tab: '3' });
      await rooms.enter('a', { label: 'First' });
      expect(await rooms.preferences()).toMatchObject([{ host_tab: '3' }]);
      await rooms.enter('a', { host_tab: '4' });
      expect(await rooms.preferences()).toMatchObject([{ host_tab: '4', client_label: 'First' }]);
    });

    it(proves('open.keep-label'), async () => {
      const { rooms } = used;
      await rooms.enter('a', { label: 'First' });
      await rooms.enter('a', { label: 'Second', keep_label: true });
      expect(await clientLabel('a')).toBe('First');
      expect(await labelOf('a')).toBe('First');
      await rooms.enter('a', { label: 'Third', keep_label: false });
      expect(await clientLabel('a')).toBe('Third');
    });

    it(proves('open.keep-none'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('a', { label: 'First', keep_label: true });
      expect(await labelOf('a')).toBe('First');
      await rooms.enter('b', { label: 'New', keep_label: true });
      expect(await labelOf('b')).toBe('New');
    });

    for (const keep of [true, false]) {
      it(`${proves('open.label-prefs')}: keep_label ${keep}`, async () => {
        const { rooms } = used;
        await rooms.prefer('a', { label: 'Mine' });
        await rooms.enter('a', { label: 'Theirs', keep_label: keep });
        expect(await labelOf('a')).toBe('Mine');
      });
    }
  });

  describe('channel_close', () => {
    it(proves('close.reply', 'close.forgets'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.caughtUp('a', 'Heard.');
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'Unread.');
      expect(await rooms.request('channel_close', { channel: 'a' })).toEqual({ ok: true });
      await rooms.skip();
      expect(await rooms.all()).toEqual(['a: Heard.', '-: Hold…']);
      expect((await rooms.enter('a'))['created']).toBe(true);
      await rooms.control('restart', { channel: 'a' });
      expect(await rooms.all()).toEqual(['a: Heard.', '-: Hold…']);
    });

    it(proves('close.cuts', 'close.next'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b', { label: 'Build tab' });
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Forgotten.');
      await rooms.say('b', 'Other.');
      await rooms.done('channel_close', { channel: 'a' });
      await rooms.listener.item(id as number, 'skipped');
      expect(await rooms.all()).toEqual(['a: Cut…', 'b: Build tab.', 'b: Other.']);
    });

    it(`${proves('close.cuts')}: another's item goes on`, async () => {
      const { rooms } = used;
      await rooms.enter('b');
      const { item_id: id } = await rooms.say('a', 'A short message.');
      await rooms.done('channel_close', { channel: 'b' });
      await rooms.listener.item(id as number, 'finished');
      expect(await rooms.all()).toEqual(['a: A short message.']);
    });
  });

  it(proves('focus.reply'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    expect(await rooms.request('focus', { channel: 'a' })).toEqual({ ok: true });
  });

  describe('speak', () => {
    it(proves('say.opens'), async () => {
      const { rooms } = used;
      await rooms.say('a', 'One.');
      const reply = await rooms.done('channel_open', { channel: 'a' });
      expect(reply).toMatchObject({ created: false, policy: 'latest' });
    });

    it(proves('say.reply', 'say.item-id'), async () => {
      const { rooms } = used;
      const reply = await rooms.request('speak', { channel: 'a', text: 'One.' });
      expect(reply).toEqual({ ok: true, item_id: expect.any(Number), channel: 'a', dropped: 0 });
      await rooms.listener.item(reply['item_id'] as number, 'finished');
    });

    it(proves('say.waits', 'say.dropped'), async () => {
      const { rooms } = used;
      await rooms.say('a', long('Hold'));
      const waiting = { ok: true, item_id: null, channel: 'a' };
      const speak = (text: string, fields = {}) =>
        rooms.request('speak', { channel: 'a', text, ...fields });
      expect(await speak('One.')).toEqual({ ...waiting, dropped: 0 });
      expect(await speak('Two.')).toEqual({ ...waiting, dropped: 1 });
      expect(await speak('Three.', { mode: 'append' })).toEqual({ ...waiting, dropped: 0 });
      expect(await speak('Four.')).toEqual({ ...waiting, dropped: 2 });
    });

    it(proves('say.announced'), async () => {
      const { rooms } = used;
      await rooms.caughtUp('a', 'One.');
      await rooms.enter('b', { label: 'Build tab' });
      expect((await rooms.say('b', 'Other.'))['item_id']).toBe(null);
      expect(await rooms.all()).toEqual(['a: One.', 'b: Build tab.', 'b: Other.']);
    });

    it(proves('say.replace', 'say.replace-own'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      const hold = await rooms.direct(long('Hold'));
      await rooms.direct('Direct.');
      await rooms.say('b', 'Other.');
      await rooms.say('a', 'One.');
      await rooms.say('a', 'Two.');
      expect((await rooms.say('a', 'Three.', { mode: 'replace' }))['dropped']).toBe(2);
      await rooms.skip();
      await rooms.listener.item(hold, 'skipped');
      expect(await rooms.all()).toEqual(['-: Hold…', '-: Direct.', 'a: Three.', 'b: Other.']);
    });

    it(`${proves('say.replace-own')}: of the core, those of channels`, async () => {
      const { rooms } = used;
      await rooms.direct(long('Hold'));
      await rooms.direct('Dropped.');
      await rooms.say('a', 'Stays.');
      await rooms.direct('Instead.', { mode: 'replace' });
      await rooms.skip();
      expect(await rooms.all()).toEqual(['-: Hold…', '-: Instead.', 'a: Stays.']);
    });

    it(proves('say.append', 'say.mode-once'), async () => {
      const { rooms } = used;
      await rooms.say('a', long('Hold'));
      await rooms.say('a', 'One.');
      expect((await rooms.say('a', 'Two.', { mode: 'append' }))['dropped']).toBe(0);
      await rooms.skip();
      const heard = ['a: Hold…', 'a: One.', 'a: Two.'];
      expect(await rooms.all()).toEqual(heard);
      await rooms.direct(long('Hold'));
      await rooms.say('a', 'Three.', { mode: 'append' });
      expect((await rooms.say('a', 'Four.'))['dropped']).toBe(1);
      await rooms.skip();
      expect(await rooms.all()).toEqual([...heard, '-: Hold…', 'a: Four.']);
    });

    it(`${proves('say.mode-once')}: in a queue`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.say('a', long('Hold'));
      await rooms.say('a', 'One.', { mode: 'replace' });
      expect((await rooms.say('a', 'Two.'))['dropped']).toBe(0);
      await rooms.skip();
      expect(await rooms.all()).toEqual(['a: Hold…', 'a: One.', 'a: Two.']);
    });

    it(proves('say.interrupt', 'say.interrupt-first', 'say.interrupt-again'), async () => {
      const { rooms } = used;
      await rooms.enter('a');
      await rooms.enter('b');
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Two.');
      await rooms.say('b', 'One.');
      await rooms.say('b', 'Now.', { interrupt: true });
      await rooms.listener.item(id as number, 'skipped');
      await rooms.began('a: Cut…', 2);
      await rooms.skip();
      const order = ['a: Cut…', 'b: Now.', 'b: One.', 'a: Cut…', 'a: Two.'];
      expect(await rooms.all()).toEqual(order);
    });

    it(`${proves('say.interrupt', 'say.interrupt-first')}: into the channel being read`, async () => {
      const { rooms } = used;
      await rooms.enter('a');
      const { item_id: id } = await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Two.');
      await rooms.say('a', 'Now.', { interrupt: true });
      await rooms.listener.item(id as number, 'skipped');
      await rooms.began('a: Now.');
      expect(rooms.heard()).toEqual(['a: Cut…', 'a: Now.']);
      expect((await rooms.all()).at(-1)).toBe('a: Two.');
    });

    it(`${proves('say.interrupt')}: text without a channel is cut, and not read again`, async () => {
      const { rooms } = used;
      const hold = await rooms.direct(long('Cut'));
      await rooms.say('a', 'Now.', { interrupt: true });
      await rooms.listener.item(hold, 'skipped');
      expect(await rooms.all()).toEqual(['-: Cut…', 'a: Now.']);
    });

    it(`${proves('say.interrupt')}: while idle it just starts`, async () => {
      const { rooms } = used;
      const { item_id: id } = await rooms.say('a', 'Now.', { interrupt: true });
      expect(id).toEqual(expect.any(Number));
      expect(await rooms.all()).toEqual(['a: Now.']);
    });

    const wrong: [string, unknown][] = [
      ['text', undefined],
      ['text', 5],
      ['text', ['x']],
      ['mode', 'front'],
      ['mode', 1],
      ['interrupt', 'yes'],
      ['interrupt', 1],
      ['label', 1],
      ['label', {}],
    ];
    it(proves('say.core-fields'), async () => {
      const { rooms } = used;
      for (const [field, value] of wrong) {
        const code = await rooms.refused('speak', { channel: 'a', text: 'x', [field]: value });
        expect([field, value, code]).toEqual([field, value, 'E_BAD_REQUEST']);
      }
      expect(await rooms.preferences()).toEqual([]);
    });

    it(`${proves('say.core-fields')}: label`, async () => {
      const { rooms } = used;
      await rooms.enter('a', { label: 'First tab' });
      await rooms.say('a', 'One.', { label: 'build' });
      const state = await rooms.listener.heard((event) => event['now_playing']?.text === 'One.');
      expect(state['now_playing']).toMatchObject({ label: 'build', channel: 'a' });
    });

    for (const text of ['', ' ', '...', '***', '😀']) {
      it(`${proves('say.nothing')}: ${JSON.stringify(text)}`, async () => {
        const { rooms } = used;
        await rooms.enter('a');
        await rooms.say('a', text);
        await rooms.say('a', long('Hold'));
        await rooms.say('a', text);
        await rooms.say('a', 'Last.');
        await rooms.began('a: Hold…');
        await rooms.skip();
        expect(await rooms.all()).toEqual(['a: Hold…', 'a: Last.']);
        expect(rooms.now()['queued']).toBe(0);
      });
    }
  });
});
