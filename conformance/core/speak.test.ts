import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { post } from '../harness/http-client.ts';
import { LONG } from '../harness/listener.ts';
import { Runtime } from '../harness/runtime.ts';
import { useListener } from '../harness/set-up.ts';
import { proves } from '../proves.ts';

describe.each(transports)('speak over %s', (transport) => {
  const listener = useListener(transport);
  const speak = (text: string, fields = {}) => listener.speak(text, fields);
  const playing = (id: number) => listener.state((event) => event['now_playing']?.item_id === id);

  it(proves('speak.first-id'), async () => {
    const fresh = await Runtime.start();
    const { body } = await post(fresh.file, '/v1/speak', { text: 'One.' });
    expect(body).toEqual({ ok: true, item_id: 1 });
    await fresh.stop();
  });

  it(proves('speak.new-ids'), async () => {
    const ids = [];
    for (const text of ['One.', '', LONG, '[fail]', 'Two.']) {
      ids.push(await speak(text));
      await listener.control('stop');
    }
    const first = ids[0]!;
    expect(ids).toEqual(ids.map((_, n) => first + n));
  });

  it(proves('speak.one-item', 'item.started', 'item.finished'), async () => {
    const id = await speak('One. Two. Three.');
    await listener.item(id, 'finished');
    expect(listener.phases()).toEqual([`${id} started`, `${id} finished`]);
  });

  it(proves('speak.chunks', 'state.text'), async () => {
    const id = await speak('First part. Second part.');
    const first = await playing(id);
    expect(first['now_playing']).toMatchObject({ text: 'First part.', chunk: 0, chunks: 2 });
    const second = await listener.state((event) => event['now_playing']?.chunk === 1);
    expect(second['now_playing']).toMatchObject({ text: 'Second part.', chunk: 1, chunks: 2 });
  });

  const wrong: [string, Record<string, unknown>][] = [
    ['no text', {}],
    ['text null', { text: null }],
    ['text 5', { text: 5 }],
    ['a list as text', { text: ['x'] }],
  ];
  for (const [what, fields] of wrong) {
    it(`${proves('speak.text-required')}: ${what}`, async () => {
      const reply = await listener.client.request('speak', fields);
      expect(reply['error']?.code).toBe('E_BAD_REQUEST');
    });
  }

  const mistyped: [string, unknown][] = [
    ['mode', 'front'],
    ['mode', 1],
    ['interrupt', 'yes'],
    ['interrupt', 1],
    ['label', 1],
    ['label', {}],
  ];
  for (const [field, value] of mistyped) {
    it(`${proves('speak.types')}: ${field} ${JSON.stringify(value)}`, async () => {
      const reply = await listener.client.request('speak', { text: 'x', [field]: value });
      expect(reply['error']?.code).toBe('E_BAD_REQUEST');
    });
  }

  it(proves('errors.nothing-changes'), async () => {
    const id = await speak(LONG);
    await playing(id);
    const fields = { text: 'x', interrupt: true, mode: 'replace', label: 5 };
    await listener.client.request('speak', fields);
    await listener.client.request('set', { key: 'rate', value: 50 });
    expect(await speak('Next.')).toBe(id + 1);
    expect(listener.phases()).toEqual([`${id} started`]);
  });

  for (const text of [' ', '\n\n', '...', '***', '—', '!?', '😀']) {
    it(`${proves('speak.nothing-speakable')}: ${JSON.stringify(text)}`, async () => {
      const id = await speak(text);
      await listener.item(id, 'skipped');
      expect(listener.phases()).toEqual([`${id} skipped`]);
    });
  }

  it(`${proves('speak.nothing-speakable')}: at once, before what is queued`, async () => {
    const current = await speak(LONG);
    const queued = await speak('Queued.');
    const nothing = await speak('...');
    await listener.item(nothing, 'skipped');
    expect(listener.phases()).toEqual([`${current} started`, `${nothing} skipped`]);
    expect(listener.phases()).not.toContain(`${queued} started`);
  });

  it(proves('speak.empty'), async () => {
    const id = await speak('');
    await listener.item(id, 'skipped');
    expect(listener.phases()).toEqual([`${id} skipped`]);
  });

  for (const fields of [{ interrupt: true }, { mode: 'replace' }]) {
    it(`${proves('speak.empty-harmless')}: ${JSON.stringify(fields)}`, async () => {
      const current = await speak(LONG);
      const queued = await speak('Queued.');
      const empty = await speak('', fields);
      await listener.item(empty, 'skipped');
      await listener.settle();
      expect(listener.phases()).toEqual([`${current} started`, `${empty} skipped`]);
      expect(listener.now()).toMatchObject({ queued: 1 });
      await listener.control('skip');
      await listener.item(queued, 'started');
    });
  }

  for (const [what, fields] of [
    ['append', { mode: 'append' }],
    ['no mode', {}],
  ] as const) {
    it(`${proves('speak.append', 'speak.append-default')}: ${what}`, async () => {
      const first = await speak('First.');
      const second = await speak('Second.', fields);
      const third = await speak('Third.', fields);
      await listener.item(third, 'finished');
      expect(listener.phases()).toEqual(
        [first, second, third].flatMap((id) => [`${id} started`, `${id} finished`]),
      );
    });
  }

  it(proves('speak.replace-drops', 'speak.replace-keeps-current', 'item.skipped'), async () => {
    const current = await speak(LONG);
    const [unread, unread2] = [await speak('Unread.'), await speak('Unread as well.')];
    const instead = await speak('Instead.', { mode: 'replace' });
    await listener.item(unread2, 'skipped');
    await listener.settle();
    const phases = [`${current} started`, `${unread} skipped`, `${unread2} skipped`];
    expect(listener.phases()).toEqual(phases);
    await listener.control('skip');
    await listener.item(instead, 'started');
  });

  it(proves('speak.interrupt-cuts', 'speak.interrupt-starts'), async () => {
    const first = await speak(LONG);
    const queued = await speak(LONG);
    await playing(first);
    const urgent = await speak(LONG, { interrupt: true });
    await playing(urgent);
    const cut = [`${first} started`, `${first} skipped`, `${urgent} started`];
    expect(listener.phases()).toEqual(cut);
    expect(listener.phases()).not.toContain(`${queued} started`);
  });

  it(proves('speak.interrupt-keeps-queue'), async () => {
    await speak(LONG);
    const queued = [await speak('A.'), await speak('B.')];
    const urgent = await speak('Now.', { interrupt: true });
    expect((await playing(urgent))['queued']).toBe(2);
    await listener.item(queued[1]!, 'finished');
    const order = listener.phases().filter((line) => line.endsWith('finished'));
    expect(order).toEqual([urgent, ...queued].map((id) => `${id} finished`));
  });

  it(proves('speak.interrupt-idle'), async () => {
    const id = await speak('Go.', { interrupt: true });
    await listener.item(id, 'finished');
    expect(listener.phases()).toEqual([`${id} started`, `${id} finished`]);
  });

  it(`${proves('speak.interrupt-cuts')}: not with false`, async () => {
    const first = await speak(LONG);
    await speak(LONG, { interrupt: false });
    await listener.settle();
    expect(listener.phases()).toEqual([`${first} started`]);
  });

  it(proves('speak.replace-interrupt'), async () => {
    const first = await speak(LONG);
    const queued = await speak(LONG);
    const urgent = await speak(LONG, { mode: 'replace', interrupt: true });
    const state = await playing(urgent);
    expect(state['queued']).toBe(0);
    expect(listener.phases().sort()).toEqual(
      [`${first} skipped`, `${first} started`, `${queued} skipped`, `${urgent} started`].sort(),
    );
  });

  it(proves('speak.label', 'state.now-playing'), async () => {
    const id = await speak(LONG, { label: 'build "x"' });
    expect((await playing(id))['now_playing']).toEqual({
      item_id: id,
      label: 'build "x"',
      text: LONG,
      chunk: 0,
      chunks: 1,
    });
  });

  it(proves('speak.no-label'), async () => {
    expect((await playing(await speak(LONG)))['now_playing'].label).toBe(null);
  });

  it(proves('speak.channel'), async () => {
    const reply = await listener.client.request('speak', { text: LONG, channel: 'a' });
    expect(Object.keys(reply).sort()).toEqual(['item_id', 'ok']);
    expect((await playing(reply['item_id']))['now_playing'].label).toBe(null);
    const other = await listener.client.request('speak', { text: 'x', channel: 5 });
    expect(other['ok']).toBe(true);
  });

  it(proves('item.failed', 'item.one-end'), async () => {
    const id = await speak('[fail] one. [fail] two.');
    await listener.item(id, 'failed');
    await listener.settle();
    const ends = listener.phases().filter((line) => line !== `${id} started`);
    expect(ends).toEqual([`${id} failed`]);
  });

  it(proves('log.failed-chunk', 'log.fields'), async () => {
    await speak('[fail]');
    const log = await listener.heard((event) => event['event'] === 'log');
    expect(log).toEqual({ event: 'log', message: expect.stringMatching(/\w/) });
  });

  for (const text of ['Good. [fail] bad. Good.', '[fail] bad. Good.', 'Good. [fail] bad.']) {
    it(`${proves('item.failed-chunk')}: ${text}`, async () => {
      const id = await speak(text);
      await listener.item(id, 'finished');
      await listener.heard((event) => event['event'] === 'log');
      expect(listener.phases()).toEqual([`${id} started`, `${id} finished`]);
    });
  }

  it(proves('item.fields'), async () => {
    const id = await speak('One.');
    await listener.item(id, 'finished');
    for (const event of listener.client.events().filter((each) => each['event'] === 'item'))
      expect(Object.keys(event).sort()).toEqual(['event', 'item_id', 'phase']);
  });

  // Additive fields of this runtime (docs/protocol.md), which no requirement names.
  it('a voice and a rate for one item leave the settings alone', async () => {
    const id = await speak('Once.', { voice: 'silence', rate: 400 });
    await listener.item(id, 'finished');
    const { client } = listener;
    expect((await client.request('get', { key: 'voice' }))['value']).toBe(null);
    expect((await client.request('get', { key: 'rate' }))['value']).toBe(250);
    const unknown = await client.request('speak', { text: 'x', voice: 'nobody' });
    expect(unknown['error']?.code).toBe('E_NOT_FOUND');
    expect(await speak('x')).toBe(id + 1);
  });
});
