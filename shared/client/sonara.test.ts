import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type ConnectOptions } from './connect.ts';
import { ConnectionLost, SonaraError } from './errors.ts';
import { type Json, refusal, ScriptedRuntime, welcome } from './fixtures/scripted-runtime.ts';
import type { Sonara } from './sonara.ts';

let runtime: ScriptedRuntime;
let sonara: Sonara;

const state = (seq: number): Json => ({ event: 'state', seq });
const item = (item_id: number, phase: string): Json => ({ event: 'item', item_id, phase });

/** Knows the core's streams; sends the state to whoever subscribes to it. */
function core(message: Json): Json | string {
  const { type, id } = message;
  const events = (message['events'] ?? []) as string[];
  if (type === 'hello') return welcome;
  if (type !== 'subscribe') return { ok: true, item_id: 1, value: 1 };
  const unknown = events.find((name) => !['state', 'items', 'log'].includes(name));
  if (unknown) return refusal('E_UNSUPPORTED', `unknown stream ${unknown}`);
  const reply = JSON.stringify({ ok: true, id, events });
  return events.includes('state') ? `${reply}\n${JSON.stringify(state(1))}` : reply;
}

async function open(options: ConnectOptions = {}): Promise<void> {
  sonara = await connect({ home: runtime.home, autostart: false, ...options });
}
const subscriptions = () =>
  runtime.received.filter(({ type }) => type === 'subscribe').map(({ events }) => events);

beforeEach(async () => {
  runtime = await ScriptedRuntime.start(core);
});
afterEach(async () => {
  sonara.close();
  await runtime.stop();
});

test('the owner of the port is found out for real before hello', async () => {
  await open();
  expect(sonara.welcome.version).toBe('9.9.9');
  expect(sonara.runtime.pid).toBe(process.pid);
});

test('loops with different streams share one subscription, and each gets its own events', async () => {
  await open();
  const states = sonara.events(['state']);
  const items = sonara.events(['items']);
  await sonara.get('rate');
  runtime.send(state(2), item(7, 'started'), { event: 'log', message: 'x' });
  expect((await states.next()).value).toEqual(state(1));
  expect((await states.next()).value).toEqual(state(2));
  expect((await items.next()).value).toEqual(item(7, 'started'));
  await items.return!();
  await sonara.get('rate');
  expect(subscriptions()).toEqual([['state'], ['state', 'items'], ['state']]);
});

test('a second loop gets the current state without the first one seeing it twice', async () => {
  await open();
  const first = sonara.events(['state']);
  const second = sonara.events(['state']);
  await sonara.get('rate');
  runtime.send(state(2));
  const seqs = async (loop: typeof first) => [
    (await loop.next()).value.seq,
    (await loop.next()).value.seq,
  ];
  expect(await seqs(first)).toEqual([1, 2]);
  expect(await seqs(second)).toEqual([1, 2]);
});

test('a loop whose stream is refused fails, and does not take the others with it', async () => {
  await open();
  const bad = sonara.events(['earcons']);
  const good = sonara.events(['items']);
  await expect(bad.next()).rejects.toThrow(SonaraError);
  await sonara.get('rate');
  runtime.send(item(1, 'started'));
  expect((await good.next()).value).toEqual(item(1, 'started'));
  expect(subscriptions().at(-1)).toEqual(['items']);
});

test('subscribe by hand adds to what the loops want; a refused one changes nothing', async () => {
  await open();
  const all = sonara.events();
  await sonara.request('subscribe', { events: ['log'] });
  await expect(sonara.request('subscribe', { events: ['nonsense'] })).rejects.toThrow(SonaraError);
  sonara.events(['items']);
  await sonara.get('rate');
  expect(subscriptions()).toEqual([['log'], ['nonsense'], ['log', 'items']]);
  runtime.send({ event: 'log', message: 'x' });
  expect((await all.next()).value).toEqual({ event: 'log', message: 'x' });
});

test('speakAndWait sees an end that comes together with the reply', async () => {
  runtime.answer = (message) => {
    if (message['type'] !== 'speak') return core(message);
    const reply = JSON.stringify({ ok: true, id: message['id'], item_id: 5 });
    return [item(4, 'finished'), item(5, 'started'), reply, item(6, 'failed'), item(5, 'skipped')]
      .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join('\n');
  };
  await open();
  expect(await sonara.speakAndWait('x')).toEqual({ item_id: 5, phase: 'skipped' });
});

test('speakAndWait sees an end that comes before the reply', async () => {
  runtime.answer = (message) => {
    if (message['type'] !== 'speak') return core(message);
    return `${JSON.stringify(item(5, 'finished'))}\n${JSON.stringify({ ok: true, item_id: 5 })}`;
  };
  await open();
  expect(await sonara.speakAndWait('x')).toEqual({ item_id: 5, phase: 'finished' });
  await sonara.speakAndWait('y');
  expect(subscriptions()).toEqual([['items']]);
});

test('an abort ends speakAndWait with its reason; other waits go on', async () => {
  await open();
  const abort = new AbortController();
  const waiting = sonara.speakAndWait('x', { signal: abort.signal });
  const other = sonara.speakAndWait('y');
  await sonara.get('rate');
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  runtime.send(item(1, 'finished'));
  expect((await other).phase).toBe('finished');
});

test('a lost connection rejects what waits, ends the loops with ConnectionLost, and says why', async () => {
  await open();
  const loop = sonara.events(['items']);
  const waiting = sonara.speakAndWait('x');
  await sonara.get('rate');
  runtime.hangUp();
  await expect(waiting).rejects.toThrow(ConnectionLost);
  await expect(loop.next()).rejects.toThrow(ConnectionLost);
  await expect(sonara.events(['items']).next()).rejects.toThrow(ConnectionLost);
  await expect(sonara.get('rate')).rejects.toThrow(ConnectionLost);
  expect(await sonara.closed).toBeInstanceOf(ConnectionLost);
});

test('close ends the loops, rejects what waits, and is no error', async () => {
  await open();
  const loop = sonara.events(['items']);
  const waiting = sonara.speakAndWait('x');
  sonara.close();
  await expect(waiting).rejects.toThrow(ConnectionLost);
  expect((await loop.next()).done).toBe(true);
  expect((await sonara.events().next()).done).toBe(true);
  expect(await sonara.closed).toBeUndefined();
});

test('reconnecting: loops go on after a gap with a fresh state, nothing is sent twice', async () => {
  await open({ reconnect: true, extensions: ['agent'] });
  const loop = sonara.events(['state', 'items']);
  const plain = sonara.events(['state']);
  await sonara.get('rate');
  runtime.answer = (message) => (message['type'] === 'speak' ? null : core(message));
  const inFlight = sonara.speak('once');
  while (!runtime.received.some(({ type }) => type === 'speak')) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  runtime.hangUp();
  await expect(inFlight).rejects.toThrow(ConnectionLost);
  // Asked for while there is no connection: waits for the next one.
  expect(await sonara.get('rate')).toBe(1);
  const seen = [await loop.next(), await loop.next(), await loop.next()];
  expect(seen.map(({ value }) => value)).toEqual([
    state(1),
    { event: 'gap', reason: 'reconnected', dropped: null },
    state(1),
  ]);
  expect([(await plain.next()).value, (await plain.next()).value]).toEqual([state(1), state(1)]);
  const hellos = runtime.received.filter(({ type }) => type === 'hello');
  expect(hellos.map(({ extensions }) => extensions)).toEqual([['agent'], ['agent']]);
  expect(runtime.received.filter(({ type }) => type === 'speak').length).toBe(1);
});

test('reconnecting: close while there is no runtime ends everything', async () => {
  await open({ reconnect: true });
  const loop = sonara.events(['state']);
  await loop.next();
  runtime.withdraw();
  runtime.hangUp();
  const waiting = sonara.get('rate').catch((error: unknown) => error);
  const next = loop.next();
  await new Promise((resolve) => setImmediate(resolve));
  sonara.close();
  expect(await waiting).toBeInstanceOf(ConnectionLost);
  expect((await next).done).toBe(true);
  expect(await sonara.closed).toBeUndefined();
});

test('reconnecting: a runtime that lacks what is required ends everything with its refusal', async () => {
  await open({ reconnect: true, require: ['core'] });
  const loop = sonara.events(['state']);
  await loop.next();
  runtime.answer = ({ type }) => (type === 'hello' ? refusal('E_UNSUPPORTED', 'no core') : null);
  runtime.hangUp();
  await expect(loop.next()).rejects.toThrow('no core');
  expect(await sonara.closed).toMatchObject({ code: 'E_UNSUPPORTED' });
});

test('typed calls send their fields and give the value', async () => {
  runtime.answer = (message) => (message['type'] === 'hello' ? welcome : { ok: true, value: 300 });
  await open();
  expect(await sonara.set('rate', 300)).toBe(300);
  await sonara.speak('x', { interrupt: true, label: 'l' });
  await sonara.control('pause');
  await sonara.voices({ engine: 'fake' });
  expect(runtime.received.slice(1)).toEqual([
    { id: 2, type: 'set', key: 'rate', value: 300 },
    { id: 3, type: 'speak', text: 'x', interrupt: true, label: 'l' },
    { id: 4, type: 'control', action: 'pause' },
    { id: 5, type: 'voices', engine: 'fake' },
  ]);
});
