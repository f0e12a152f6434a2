import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { Listener, LONG } from '../harness/listener.ts';
import { sleep } from '../harness/runtime.ts';
import { useListener, useRuntime } from '../harness/set-up.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const runtime = useRuntime();

const code = (reply: Json) => reply['error']?.code as string | undefined;

describe.each(transports)('events over %s', (transport) => {
  const listener = useListener(transport, runtime);
  const set = (key: string, value: unknown) => listener.client.request('set', { key, value });
  const playing = (id: number) => listener.state((event) => event['now_playing']?.item_id === id);

  it(proves('subscribe.first-state'), () => {
    expect(listener.client.events()[0]!['event']).toBe('state');
  });

  it(proves('state.fields'), async () => {
    const event = await playing(await listener.speak(LONG));
    const flags = ['muted', 'paused', 'queued', 'seq'];
    const rest = ['engine_status', 'event', 'now_playing', 'rate', 'voice', 'volume'];
    expect(Object.keys(event).sort()).toEqual([...flags, ...rest].sort());
    expect(Object.keys(listener.states()[0]!).sort()).toEqual([...flags, ...rest].sort());
  });

  it(proves('state.engine-status', 'fake.status'), () => {
    const { engine_status: status } = listener.now();
    expect(status).toEqual({ engine: 'fake', ready: true, status: 'ready' });
  });

  it(proves('state.idle'), async () => {
    const id = await listener.speak('Short.');
    await playing(id);
    const idle = await listener.state((event) => event['now_playing'] === null);
    expect(idle).toMatchObject({ queued: 0, paused: false });
  });

  it(proves('state.queued'), async () => {
    await playing(await listener.speak(LONG));
    for (const queued of [1, 2, 3]) {
      await listener.speak('Next.');
      await listener.state((event) => event['queued'] === queued);
    }
    await listener.control('skip');
    await listener.state((event) => event['queued'] === 2);
  });

  it(proves('state.settings'), async () => {
    await set('volume', 30);
    await listener.state((event) => event['volume'] === 30);
    await set('rate', 300);
    await listener.state((event) => event['rate'] === 300);
    await set('voice', 'silence');
    await listener.state((event) => event['voice'] === 'silence');
    await set('voice', null);
    expect(await listener.state((event) => event['voice'] === null)).toMatchObject({
      volume: 30,
      rate: 300,
    });
    await set('volume', 100);
    await set('rate', 250);
  });

  it(proves('state.change-only'), async () => {
    await set('volume', 50);
    await listener.state((event) => event['volume'] === 50);
    const before = listener.states().length;
    await set('volume', 50);
    await listener.control('unmute');
    await listener.control('stop');
    await listener.client.request('get', { key: 'volume' });
    await set('rate', 12);
    await set('volume', 51);
    await listener.state((event) => event['volume'] === 51);
    expect(listener.states()).toHaveLength(before + 1);
    await set('volume', 100);
  });

  it(proves('state.seq'), async () => {
    const id = await listener.speak('A. B. C.');
    await listener.item(id, 'finished');
    await listener.settle();
    const seqs = listener.states().map(({ seq }) => seq as number);
    expect(seqs.length).toBeGreaterThan(3);
    expect(seqs.every((seq, n) => n === 0 || seq > seqs[n - 1]!)).toBe(true);
  });

  it(proves('state.one-each'), async () => {
    const first = await listener.speak(LONG);
    await playing(first);
    const heard = async (work: () => Promise<unknown>, fits: (event: Json) => boolean) => {
      const before = listener.client.events().length;
      await work();
      await listener.state(fits);
      return listener.client
        .events()
        .slice(before)
        .map((event) => event['event'] as string);
    };
    const urgent = heard(
      () => listener.speak(LONG, { interrupt: true }),
      (event) => event['now_playing']?.item_id === first + 1,
    );
    expect(await urgent).toEqual(['item', 'item', 'state']);
    const queue = heard(
      () => listener.speak(LONG),
      (event) => event['queued'] === 1,
    );
    expect(await queue).toEqual(['state']);
    const stop = heard(
      () => listener.control('stop'),
      (event) => event['now_playing'] === null,
    );
    expect(await stop).toEqual(['item', 'item', 'state']);
  });
});

describe('two clients', () => {
  it(proves('state.seq-same'), async () => {
    const first = await Listener.open('tcp', runtime.file);
    await first.client.request('set', { key: 'volume', value: 60 });
    await first.state((event) => event['volume'] === 60);
    const late = await Listener.open('http', runtime.file);
    expect(late.now()).toEqual(first.now());
    await first.client.request('set', { key: 'volume', value: 100 });
    const [a, b] = [
      await first.state((event) => event['volume'] === 100),
      await late.state((event) => event['volume'] === 100),
    ];
    expect(a).toEqual(b);
    first.close();
    late.close();
  });
});

describe('subscribe', () => {
  const subscribed = async (fields: Json) => {
    const client = await TcpClient.greet(runtime.file);
    return { client, reply: await client.request('subscribe', fields) };
  };
  const events = (client: TcpClient) =>
    client.received.flatMap((message) => ('event' in message ? [message['event'] as string] : []));
  /** Events of every stream. */
  const stir = async (client: TcpClient) => {
    await client.request('speak', { text: '[fail]' });
    await sleep(100);
    await client.request('get', { key: 'volume' });
  };

  it(proves('subscribe.reply'), async () => {
    const { client, reply } = await subscribed({ events: ['items', 'log'], id: 's' });
    expect(reply).toEqual({ id: 's', ok: true, events: ['items', 'log'] });
    client.close();
  });

  it(proves('subscribe.default'), async () => {
    const { client, reply } = await subscribed({});
    expect(reply).toEqual({ ok: true, events: ['state', 'items', 'log'] });
    await stir(client);
    expect([...new Set(events(client))].sort()).toEqual(['item', 'log', 'state']);
    client.close();
  });

  for (const [stream, name] of [
    ['state', 'state'],
    ['items', 'item'],
    ['log', 'log'],
  ] as const) {
    it(`${proves('subscribe.choice')}: ${stream}`, async () => {
      const { client } = await subscribed({ events: [stream] });
      await stir(client);
      expect([...new Set(events(client))]).toEqual([name]);
      client.close();
    });
  }

  it(`${proves('subscribe.choice')}: none without a subscription`, async () => {
    const client = await TcpClient.greet(runtime.file);
    await stir(client);
    expect(events(client)).toEqual([]);
    client.close();
  });

  it(proves('subscribe.replaces'), async () => {
    const { client } = await subscribed({ events: ['state'] });
    await client.request('subscribe', { events: ['items'] });
    const before = events(client).length;
    await stir(client);
    expect([...new Set(events(client).slice(before))]).toEqual(['item']);
    client.close();
  });

  it(proves('subscribe.empty'), async () => {
    const { client } = await subscribed({ events: ['items'] });
    const reply = await client.request('subscribe', { events: [] });
    expect(reply).toEqual({ ok: true, events: [] });
    await stir(client);
    expect(events(client)).toEqual([]);
    client.close();
  });

  for (const name of ['nope', 'State', '', 'earcons', 'cues']) {
    it(`${proves('subscribe.unknown', 'errors.extension-stream')}: ${name}`, async () => {
      const { client, reply } = await subscribed({ events: ['state', name] });
      expect(code(reply)).toBe('E_UNSUPPORTED');
      await stir(client);
      expect(events(client)).toEqual([]);
      client.close();
    });
  }

  it(proves('subscribe.refused'), async () => {
    const { client } = await subscribed({ events: ['items'] });
    const refused = await client.request('subscribe', { events: ['log', 'nope'] });
    expect(code(refused)).toBe('E_UNSUPPORTED');
    await stir(client);
    expect([...new Set(events(client))]).toEqual(['item']);
    client.close();
  });

  it(proves('subscribe.first-again'), async () => {
    const { client } = await subscribed({ events: ['state'] });
    await client.request('subscribe', { events: ['items', 'state'] });
    const again = await client.request('subscribe', { events: ['state'], colour: 'blue' });
    expect(again).toEqual({ ok: true, events: ['state'] });
    await client.request('get', { key: 'volume' });
    const kinds = client.received.map((message) => message['event'] ?? 'reply');
    expect(kinds.slice(1)).toEqual(['reply', 'state', 'reply', 'state', 'reply', 'state', 'reply']);
    client.close();
  });

  for (const list of ['state', 7, { state: true }, [7], [['state']]]) {
    it(`${proves('subscribe.types')}: ${JSON.stringify(list)}`, async () => {
      const { client, reply } = await subscribed({ events: list });
      expect(code(reply)).toBe('E_BAD_REQUEST');
      client.close();
    });
  }

  it(proves('subscribe.first-state', 'subscribe.after-reply'), async () => {
    const other = await TcpClient.greet(runtime.file);
    // Events of before must not come after: every speak here makes several.
    other.raw('{"type":"speak","text":"[fail]"}\n'.repeat(50));
    const { client } = await subscribed({});
    await client.event();
    expect(client.received.slice(1, 3).map((each) => each['event'] ?? 'reply')).toEqual([
      'reply',
      'state',
    ]);
    await client.request('control', { action: 'stop' });
    client.close();
    other.close();
  });

  it(`${proves('subscribe.after-reply')}: the events a request causes`, async () => {
    const { client } = await subscribed({ events: ['items'] });
    const before = client.received.length;
    const { item_id: id } = await client.request('speak', { text: 'One.' });
    await client.event();
    expect(client.received.slice(before, before + 2)).toEqual([
      { ok: true, item_id: id },
      { event: 'item', item_id: id, phase: 'started' },
    ]);
    await client.request('control', { action: 'stop' });
    client.close();
  });

  it(
    proves('subscribe.slow', 'subscribe.drops', 'subscribe.up-to-date'),
    async () => {
      const slow = await TcpClient.greet(runtime.file);
      await slow.request('subscribe', { events: ['state'] });
      slow.socket.pause();
      const other = await TcpClient.greet(runtime.file);
      await other.request('subscribe', { events: ['state'] });
      // 600 states of 20 kB: more than the system's buffers take for the one that does not read.
      const label = 'word '.repeat(4000);
      for (let n = 0; n < 600; n++)
        await other.request('speak', { text: 'Word.', label, interrupt: true });
      await other.request('control', { action: 'stop' });
      await other.request('set', { key: 'volume', value: 41 });
      await other.event((message) => message['volume'] === 41);
      const all = other.received.filter((message) => 'seq' in message).length;
      expect(all).toBeGreaterThan(600);
      // Once it reads again, it is not left with an old state, although nothing changes any more.
      slow.socket.resume();
      await slow.event((message) => message['volume'] === 41);
      await other.request('set', { key: 'volume', value: 100 });
      const seen = slow.received.filter((message) => 'seq' in message).length;
      expect(seen).toBeLessThan(all - 50);
      slow.close();
      other.close();
    },
    30_000,
  );
});
