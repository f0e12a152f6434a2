import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { EventStream } from '../harness/http-client.ts';
import { type RuntimeFile, until } from '../harness/runtime.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, long, useRooms } from './rooms.ts';

describe.each(transports)('the state over %s', (transport) => {
  const used = useRooms(transport);
  const playing = (text: string) =>
    used.rooms.listener.heard((event) => event['now_playing']?.text === text);

  it(proves('channelstate.fields'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab', host_tab: '3' });
    await rooms.enter('b');
    const { item_id: id } = await rooms.say('b', 'Of b.');
    expect((await playing('Of b.'))['now_playing']).toEqual({
      item_id: id,
      label: null,
      text: 'Of b.',
      chunk: 0,
      chunks: 1,
      channel: 'b',
      host_tab: null,
    });
    await rooms.say('a', 'Of a. Part.', { label: 'build' });
    expect((await playing('Part.'))['now_playing']).toEqual({
      item_id: expect.any(Number),
      label: 'build',
      text: 'Part.',
      chunk: 1,
      chunks: 2,
      channel: 'a',
      host_tab: '3',
    });
  });

  it(proves('channelstate.direct'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab', host_tab: '3' });
    await rooms.caughtUp('a', 'Heard.');
    await rooms.direct('Direct.', { label: 'mine' });
    const { now_playing: now } = await playing('Direct.');
    expect(now).toMatchObject({ label: 'mine', channel: null, host_tab: null });
  });

  it(proves('channelstate.label'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { label: 'First tab' });
    await rooms.say('a', 'One.');
    expect((await playing('One.'))['now_playing'].label).toBe('First tab');
  });

  it(proves('channelstate.queued', 'channelstate.catch-up'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.enter('b');
    await rooms.say('a', long('Hold'));
    const queued = async () => {
      await rooms.soFar();
      return rooms.now()['queued'] as number;
    };
    expect(await queued()).toBe(0);
    await rooms.say('a', 'One.');
    await rooms.say('b', 'One.');
    await rooms.say('b', 'Two.');
    expect(await queued()).toBe(3);
    await rooms.direct(long('Direct'));
    expect(await queued()).toBe(4);
    await rooms.skip();
    await rooms.reads('-: Direct…');
    expect(await queued()).toBe(3);
    await rooms.control('stop', { channel: 'b' });
    expect(await queued()).toBe(1);
    await rooms.skip();
    await rooms.all();
    expect(rooms.now()['queued']).toBe(0);
  });

  it(proves('channelstate.one-each'), async () => {
    const { rooms } = used;
    const { listener } = rooms;
    await rooms.enter('b', { label: 'Build tab' });
    await rooms.caughtUp('a', 'Heard.');
    const { item_id: id } = await rooms.say('a', long('Cut'));
    await rooms.say('b', 'Other.');
    await rooms.soFar();
    const before = listener.client.events().length;
    await rooms.control('next_channel');
    await rooms.began('b: Build tab.');
    const caused = listener.client.events().slice(before, before + 3);
    const announcement = expect.any(Number) as unknown;
    expect(caused).toMatchObject([
      { event: 'item', item_id: id, phase: 'skipped' },
      { event: 'item', item_id: announcement, phase: 'started' },
      { event: 'state', now_playing: { text: 'Build tab.', channel: 'b' } },
    ]);
  });

  it(proves('channelstate.next-change'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Hold'));
    await rooms.soFar();
    const before = rooms.listener.states().length;
    await rooms.say('a', 'Waits.');
    await rooms.say('a', 'Waits as well.');
    await rooms.soFar();
    expect(rooms.listener.states().slice(before)).toMatchObject([{ queued: 2 }]);
  });

  const operations: [string, string, Json][] = [
    ['stop', 'control', { action: 'stop' }],
    ['stop with the channel', 'control', { action: 'stop', channel: 'a' }],
    ['flush', 'control', { action: 'flush' }],
    ['skip', 'control', { action: 'skip' }],
    ['restart with another', 'control', { action: 'restart', channel: 'b' }],
    ['next_channel', 'control', { action: 'next_channel' }],
    ['closing it', 'channel_close', { channel: 'a' }],
    ['muting it', 'set', { key: 'channel_prefs', value: { channel: 'a', muted: true } }],
    ['interrupt', 'speak', { channel: 'b', text: long('Now'), interrupt: true }],
    ['interrupt in its own', 'speak', { channel: 'a', text: long('Now'), interrupt: true }],
    ['a core interrupt', 'speak', { text: long('Now'), interrupt: true }],
    ['replace', 'speak', { channel: 'a', text: long('Now'), mode: 'replace', interrupt: true }],
  ];
  for (const [what, type, fields] of operations) {
    it(`${proves('channelstate.one-each')}: ${what}`, async () => {
      const { rooms } = used;
      const { listener } = rooms;
      await rooms.enter('a');
      await rooms.enter('b');
      const { item_id: id } = await rooms.say('a', long('Cut'));
      for (const channel of ['a', 'b'])
        for (const word of ['Two', 'Three']) await rooms.say(channel, long(word));
      await rooms.soFar();
      const before = listener.client.events().length;
      await rooms.done(type, fields);
      await rooms.soFar();
      const caused = listener.client.events().slice(before);
      expect(caused[0]).toEqual({ event: 'item', item_id: id, phase: 'skipped' });
      // The last one is of `soFar`.
      const started = what === 'stop' ? [] : ['item'];
      const kinds = caused.map(({ event }) => event as string);
      expect(kinds).toEqual(['item', ...started, 'state', 'state']);
    });
  }

  it(proves('channelstate.slow'), () =>
    fresh(transport, async (rooms, { file }) => {
      const slow = await subscriber(transport, file);
      slow.pause();
      const label = 'word '.repeat(13_000);
      await rooms.set('channel_announce', 'off');
      for (const channel of ['a', 'b']) await rooms.enter(channel, { label });
      for (let n = 0; n < 300; n++) {
        const channel = n % 2 === 0 ? 'a' : 'b';
        await rooms.say(channel, 'Word.', { interrupt: true });
      }
      await rooms.control('stop');
      await rooms.set('volume', 41);
      await rooms.listener.state((event) => event['volume'] === 41);
      slow.resume();
      await until(() => slow.events().at(-1)?.['volume'] === 41);
      expect(slow.events().at(-1)).toEqual(rooms.now());
      expect(slow.events().length).toBeLessThan(rooms.listener.states().length - 20);
      slow.close();
    }),
  );
});

async function subscriber(over: 'tcp' | 'http', file: RuntimeFile) {
  if (over === 'http') {
    const stream = (await EventStream.open(file, '?events=state')) as EventStream;
    return {
      pause: () => stream.pause(),
      resume: () => stream.resume(),
      events: (): Json[] => stream.received.map(({ data }) => data),
      close: () => stream.close(),
    };
  }
  const client = await TcpClient.greet(file);
  await client.request('subscribe', { events: ['state'] });
  return {
    pause: () => void client.socket.pause(),
    resume: () => void client.socket.resume(),
    events: (): Json[] => client.received.filter((message) => 'event' in message),
    close: () => client.close(),
  };
}

describe('requests sent ahead', () => {
  const used = useRooms('tcp');

  it(proves('channelstate.order'), async () => {
    const client = await TcpClient.greet(used.runtime.file);
    const requests: Json[] = [
      { type: 'channel_open', channel: 'a', policy: 'queue' },
      { type: 'speak', channel: 'a', text: long('Hold') },
      { type: 'speak', channel: 'a', text: 'Two.' },
      { type: 'focus', channel: 'nobody' },
      { type: 'speak', channel: 'b', text: 'Now.', interrupt: true },
      { type: 'control', action: 'next_channel' },
      { type: 'get', key: 'channel_prefs' },
      { type: 'set', key: 'channel_prefs', value: { channel: 'b', label: 'Mine' } },
      { type: 'control', action: 'flush' },
      { type: 'channel_close', channel: 'b' },
      { type: 'channel_close', channel: 'b' },
    ];
    client.raw(requests.map((each, id) => `${JSON.stringify({ ...each, id })}\n`).join(''));
    const replies: Json[] = [];
    for (const _ of requests) replies.push(await client.reply());
    client.close();
    expect(replies.map(({ id }) => id as number)).toEqual(requests.map((_, id) => id));
    const outcomes = replies.map(({ ok, error }) => (ok === true ? 'ok' : error.code) as string);
    const expected = requests.map(() => 'ok');
    expected[3] = 'E_NOT_FOUND';
    expected[10] = 'E_NOT_FOUND';
    expect(outcomes).toEqual(expected);
  });

  it(proves('channelstate.reply-first'), async () => {
    const client = await TcpClient.greet(used.runtime.file);
    await client.request('subscribe', { events: ['items'] });
    const before = client.received.length;
    const { item_id: id } = await client.request('speak', { channel: 'a', text: long('Hold') });
    await client.event();
    expect(client.received.slice(before, before + 2)).toEqual([
      { ok: true, item_id: id, channel: 'a', dropped: 0 },
      { event: 'item', item_id: id, phase: 'started' },
    ]);
    await client.request('control', { action: 'flush' });
    await client.event();
    expect(client.received.slice(before + 2, before + 4)).toMatchObject([
      { flushed: 'channel' },
      { event: 'item', item_id: id, phase: 'skipped' },
    ]);
    client.close();
  });
});
