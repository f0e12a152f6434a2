import { expect, test } from 'vitest';
import { EventStream, type EventStreamOptions } from './event-stream.ts';
import type { RuntimeEvent } from './messages.ts';

const state = (seq: number) => ({ event: 'state', seq }) as RuntimeEvent;
const item = (item_id: number): RuntimeEvent => ({ event: 'item', item_id, phase: 'started' });

function open(options: Partial<EventStreamOptions> = {}): EventStream {
  return new EventStream({
    takes: () => true,
    tellsGaps: true,
    skipsSeen: true,
    limit: 3,
    left: () => {},
    ...options,
  });
}

/** What waits, in short: s1 a state, i1 an item, g2 a gap of two. */
async function taken(stream: EventStream): Promise<string[]> {
  stream.finish();
  const seen: string[] = [];
  for await (const event of stream) {
    if (event.event === 'state') seen.push(`s${event.seq}`);
    if (event.event === 'item') seen.push(`i${event.item_id}`);
    if (event.event === 'gap') seen.push(event.dropped === null ? 'new' : `g${event.dropped}`);
  }
  return seen;
}

test('past the limit the oldest states go, without a gap', async () => {
  const stream = open();
  for (let seq = 1; seq <= 10; seq++) stream.push(state(seq));
  expect(await taken(stream)).toEqual(['s8', 's9', 's10']);
});

test('states never push out items', async () => {
  const stream = open();
  stream.push(item(1));
  for (let seq = 1; seq <= 10; seq++) stream.push(state(seq));
  expect(await taken(stream)).toEqual(['i1', 's8', 's9', 's10']);
});

test('past the limit items are dropped, and a gap says where and how many', async () => {
  const stream = open();
  for (let id = 1; id <= 5; id++) stream.push(item(id));
  stream.push(state(1));
  stream.push(item(6));
  expect(await taken(stream)).toEqual(['i1', 'i2', 'i3', 'g3', 's1']);
});

test('a loss after the loop went on has a gap of its own', async () => {
  const stream = open();
  for (let id = 1; id <= 4; id++) stream.push(item(id));
  await stream.next();
  await stream.next();
  for (let id = 5; id <= 7; id++) stream.push(item(id));
  expect(await taken(stream)).toEqual(['i3', 'g1', 'i5', 'g2']);
});

test('what waits stays bounded under a flood', async () => {
  const stream = open({ limit: 100 });
  for (let n = 0; n < 100_000; n++) stream.push(n % 2 ? item(n) : state(n));
  expect((await taken(stream)).length).toBe(201);
});

test('a state that was seen is left out, until the runtime is another one', async () => {
  const stream = open();
  for (const seq of [5, 5, 4]) stream.push(state(seq));
  stream.reconnected();
  stream.reconnected();
  stream.push(state(1));
  expect(await taken(stream)).toEqual(['s5', 'new', 's1']);
});

test('a loop that waits gets the event at once; several waiting ones in turn', async () => {
  const stream = open();
  const both = [stream.next(), stream.next()];
  stream.push(item(1));
  stream.push(item(2));
  expect((await Promise.all(both)).map(({ value }) => value)).toEqual([item(1), item(2)]);
});

test('an error comes after what waits, once', async () => {
  const stream = open();
  stream.push(item(1));
  stream.finish(new Error('gone'));
  expect((await stream.next()).value).toEqual(item(1));
  await expect(stream.next()).rejects.toThrow('gone');
  expect((await stream.next()).done).toBe(true);
});

test('an abort ends it at once with the reason', async () => {
  const abort = new AbortController();
  let left = 0;
  const stream = open({ signal: abort.signal, left: () => left++ });
  stream.push(item(1));
  abort.abort(new Error('enough'));
  stream.push(item(2));
  await expect(stream.next()).rejects.toThrow('enough');
  expect((await stream.next()).done).toBe(true);
  expect(left).toBe(1);
});

test('leaving the loop ends it, and says so once', async () => {
  let left = 0;
  const stream = open({ left: () => left++ });
  stream.push(item(1));
  stream.push(item(2));
  for await (const _ of stream) break;
  stream.finish();
  expect([left, (await stream.next()).done]).toEqual([1, true]);
});
