import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, open, transports } from '../harness/client.ts';
import { Runtime } from '../harness/runtime.ts';

/** Long enough that nothing ends by itself while a case looks at it. */
const LONG =
  'This sentence is long enough to be read for a good while, so that nothing here ends early by itself.';

describe.each(transports)('speak and control over %s', (transport) => {
  let runtime: Runtime;
  let client: Client;
  beforeEach(async () => {
    runtime = await Runtime.start({ args: ['--standalone'] });
    client = await open(transport, runtime.file);
    await client.subscribe(['state', 'items', 'log']);
  });
  afterEach(async () => {
    client.close();
    await runtime.stop();
  });

  const speak = async (text: string, fields = {}) =>
    (await client.request('speak', { text, ...fields }))['item_id'] as number;
  const control = (action: string) => client.request('control', { action });
  const item = (id: number, phase: string) =>
    client.next(
      (event) => event['event'] === 'item' && event['item_id'] === id && event['phase'] === phase,
    );
  const state = (fits: (event: Record<string, any>) => boolean) =>
    client.next((event) => event['event'] === 'state' && fits(event));
  const phases = () =>
    client
      .events()
      .flatMap((event) =>
        event['event'] === 'item' ? [`${event['item_id']} ${event['phase']}`] : [],
      );

  it('answers with the item id alone, from 1 on', async () => {
    expect(await client.request('speak', { text: 'One.' })).toEqual({ ok: true, item_id: 1 });
    expect(await client.request('speak', { text: 'Two.' })).toEqual({ ok: true, item_id: 2 });
  });

  it('reads an item to its end', async () => {
    await item(await speak('Done.'), 'finished');
    expect(phases()).toEqual(['1 started', '1 finished']);
  });

  it('shows what is read, chunk by chunk, with its label', async () => {
    await speak('First part. Second part.', { label: 'build' });
    const first = await state((event) => event['now_playing'] !== null);
    expect(first['now_playing']).toEqual({
      item_id: 1,
      label: 'build',
      text: 'First part.',
      chunk: 0,
      chunks: 2,
    });
    const second = await state((event) => event['now_playing']?.chunk === 1);
    expect(second['now_playing'].text).toBe('Second part.');
    expect((await state((event) => event['now_playing'] === null))['queued']).toBe(0);
  });

  it('a state event has exactly the documented fields', async () => {
    await speak(LONG);
    const event = await state((each) => each['now_playing'] !== null);
    expect(Object.keys(event).sort()).toEqual(
      [
        'engine_status',
        'event',
        'muted',
        'now_playing',
        'paused',
        'queued',
        'rate',
        'seq',
        'voice',
        'volume',
      ].sort(),
    );
    expect(event['engine_status']).toEqual({ engine: 'fake', ready: true, status: 'ready' });
  });

  it('seq is strictly increasing', async () => {
    await item(await speak('A. B. C.'), 'finished');
    const seqs = client
      .events()
      .flatMap((event) => (event['event'] === 'state' ? [event['seq']] : []));
    expect(seqs.every((seq, n) => n === 0 || seq > seqs[n - 1])).toBe(true);
  });

  it('append waits for what is queued; queued counts what waits', async () => {
    await speak(LONG);
    await speak('Next.');
    expect((await state((event) => event['queued'] === 1))['now_playing'].item_id).toBe(1);
  });

  it('replace drops the unread items and keeps the current one', async () => {
    const current = await speak(LONG);
    const unread = await speak('Unread.');
    await speak('Instead.', { mode: 'replace' });
    await item(unread, 'skipped');
    expect(phases()).toEqual([`${current} started`, `${unread} skipped`]);
    await control('skip');
    await item(3, 'started');
  });

  it('interrupt cuts the current item and starts the new one before the queue', async () => {
    const first = await speak(LONG);
    await speak('Waiting.');
    const urgent = await speak(LONG, { interrupt: true });
    await item(first, 'skipped');
    await item(urgent, 'started');
    expect((await state((event) => event['now_playing']?.item_id === urgent))['queued']).toBe(1);
  });

  it('a text with nothing speakable gets an id and is skipped, nothing else', async () => {
    const current = await speak(LONG);
    const empty = await speak('', { interrupt: true });
    await item(empty, 'skipped');
    expect(phases()).toEqual([`${current} started`, `${empty} skipped`]);
  });

  it('an item none of whose chunks could be played fails, with a log event', async () => {
    const id = await speak('[fail]');
    await item(id, 'failed');
    expect(client.events().some((event) => event['event'] === 'log')).toBe(true);
  });

  it('a failed chunk among others is passed over', async () => {
    await item(await speak('Good. [fail] bad. Good again.'), 'finished');
  });

  const wrong: [string, string, Record<string, unknown>][] = [
    ['speak without text', 'speak', {}],
    ['text of another type', 'speak', { text: 5 }],
    ['an unknown mode', 'speak', { text: 'x', mode: 'front' }],
    ['interrupt "yes"', 'speak', { text: 'x', interrupt: 'yes' }],
    ['a label that is no string', 'speak', { text: 'x', label: 1 }],
    ['control without action', 'control', {}],
    ['an unknown action', 'control', { action: 'dance' }],
    ['an action of another type', 'control', { action: ['stop'] }],
  ];
  for (const [what, type, fields] of wrong) {
    it(`${what} is E_BAD_REQUEST and changes nothing`, async () => {
      expect((await client.request(type, fields))['error']?.code).toBe('E_BAD_REQUEST');
      expect(await speak('x')).toBe(1);
    });
  }

  for (const action of ['next_channel', 'flush', 'back', 'next_question', 'previous_question']) {
    it(`${action} is E_UNSUPPORTED while its extension is off`, async () => {
      expect((await control(action))['error']?.code).toBe('E_UNSUPPORTED');
    });
  }

  it('speak.channel is an ignored field while channels is off', async () => {
    expect(await client.request('speak', { text: 'x', channel: 'a' })).toEqual({
      ok: true,
      item_id: 1,
    });
  });

  it('pause holds and play goes on', async () => {
    await speak('Short.');
    expect(await control('pause')).toEqual({ ok: true });
    await state((event) => event['paused'] === true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(phases()).toEqual(['1 started']);
    await control('play');
    await item(1, 'finished');
  });

  it('toggle flips', async () => {
    await speak(LONG);
    await control('toggle');
    await state((event) => event['paused'] === true);
    await control('toggle');
    await state((event) => event['paused'] === false);
  });

  it('pause with nothing to read is a no-op', async () => {
    expect(await control('pause')).toEqual({ ok: true });
    await speak('Go.');
    await item(1, 'finished');
  });

  it('an item that starts under a pause reports started and stays silent', async () => {
    await speak(LONG);
    await control('pause');
    const urgent = await speak('Short.', { interrupt: true });
    await item(urgent, 'started');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(phases()).not.toContain(`${urgent} finished`);
  });

  it('stop ends the current item and clears the queue, all skipped', async () => {
    await speak(LONG);
    await speak('Two.');
    await speak('Three.');
    await control('stop');
    await item(3, 'skipped');
    expect(phases()).toEqual(['1 started', '1 skipped', '2 skipped', '3 skipped']);
  });

  it('skip ends the current item and starts the next', async () => {
    await speak(LONG);
    await speak(LONG);
    await control('skip');
    await item(2, 'started');
    expect(phases()).toEqual(['1 started', '1 skipped', '2 started']);
  });

  it('next and previous move one chunk', async () => {
    await speak(`${LONG} ${LONG} ${LONG}`);
    await control('next');
    await state((event) => event['now_playing']?.chunk === 1);
    await control('previous');
    await state((event) => event['now_playing']?.chunk === 0);
  });

  it('next on the last chunk is skip', async () => {
    await speak(LONG);
    await control('next');
    await item(1, 'skipped');
  });

  it('restart goes back to the first chunk', async () => {
    await speak(`${LONG} ${LONG}`);
    await control('next');
    await state((event) => event['now_playing']?.chunk === 1);
    await control('restart');
    await state((event) => event['now_playing']?.chunk === 0);
  });

  it('restart while idle replays the last item as a new one', async () => {
    await item(await speak('Again.'), 'finished');
    await control('restart');
    await item(2, 'finished');
  });

  it('restart after stop replays nothing', async () => {
    await item(await speak('Never again.'), 'finished');
    await control('stop');
    await control('restart');
    expect(await speak('x')).toBe(2);
  });

  it('mute keeps time: the item ends although it is silent', async () => {
    await control('mute');
    await item(await speak('Silent.'), 'finished');
    expect((await state((event) => event['now_playing'] === null))['muted']).toBe(true);
  });

  it('unmute takes it back', async () => {
    await control('mute');
    await state((event) => event['muted'] === true);
    await control('unmute');
    await state((event) => event['muted'] === false);
  });

  it('what follows the item events is at most one state event for an operation', async () => {
    await speak(LONG);
    await state((event) => event['now_playing'] !== null);
    const before = client.events().length;
    await speak(LONG, { interrupt: true });
    await state((event) => event['now_playing']?.item_id === 2);
    const names = client
      .events()
      .slice(before)
      .map((event) => event['event']);
    expect(names).toEqual(['item', 'item', 'state']);
  });

  it('every item that a stop skips is told of, however many', async () => {
    await speak(LONG);
    await control('pause');
    for (let n = 0; n < 500; n++) await speak('Waiting.');
    await control('stop');
    await item(501, 'skipped');
    expect(phases().filter((line) => line.endsWith('skipped'))).toHaveLength(501);
  });

  it('a voice and a rate for one item leave the settings alone', async () => {
    await speak('Once.', { voice: 'silence', rate: 400 });
    await item(1, 'finished');
    expect((await client.request('get', { key: 'voice' }))['value']).toBe(null);
    expect((await client.request('get', { key: 'rate' }))['value']).toBe(250);
  });

  it('an unknown voice for one item is E_NOT_FOUND and nothing is queued', async () => {
    expect((await client.request('speak', { text: 'x', voice: 'nobody' }))['error']?.code).toBe(
      'E_NOT_FOUND',
    );
    expect(await speak('x')).toBe(1);
  });
});
