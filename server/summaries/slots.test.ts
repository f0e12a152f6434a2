import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const { signal } = new AbortController();

function job() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

/** After all that is due has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('jobs that wait start in order, each when one ends', async () => {
  const slots = new Slots(1);
  const order: string[] = [];
  const [first, second] = [job(), job()];
  const runs = [
    slots.run(signal, () => (order.push('a'), first.ended)),
    slots.run(signal, () => (order.push('b'), second.ended)),
    slots.run(signal, async () => void order.push('c')),
  ];
  await settled();
  expect(order).toEqual(['a']);
  first.end();
  await settled();
  expect(order).toEqual(['a', 'b']);
  second.end();
  await Promise.all(runs);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('one that leaves while it waits takes no place with it', async () => {
  const slots = new Slots(1);
  const first = job();
  const running = slots.run(signal, () => first.ended);
  const abort = new AbortController();
  const leaving = slots.run(abort.signal, async () => 'left').catch(() => 'left early');
  const last = slots.run(signal, async () => 'last');
  abort.abort();
  expect(await leaving).toBe('left early');
  first.end();
  await running;
  expect(await last).toBe('last');
  expect(await slots.run(signal, async () => 'again')).toBe('again');
});

test('one that leaves just when its turn comes gives it on', async () => {
  const slots = new Slots(1);
  const abort = new AbortController();
  const first = job();
  const running = slots.run(signal, async () => {
    await first.ended;
    // The turn is given, and then nobody takes it.
    queueMicrotask(() => abort.abort());
  });
  const leaving = slots.run(abort.signal, async () => 'ran').catch(() => 'left early');
  first.end();
  await running;
  expect(['ran', 'left early']).toContain(await leaving);
  expect(await slots.run(signal, async () => 'again')).toBe('again');
});

test('a job that fails frees its place', async () => {
  const slots = new Slots(1);
  await expect(slots.run(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(signal, async () => 'next')).toBe('next');
});
