import { beforeEach, expect, test } from 'vitest';
import { SimulatedClock } from '../../runtime/clock.ts';
import { settled } from './fixtures/fakes.ts';
import { waitFor } from './wait-for.ts';

let clock: SimulatedClock;
let listeners: Set<() => void>;
let seen: string | undefined;
let armed: number;
beforeEach(() => {
  clock = new SimulatedClock();
  listeners = new Set();
  seen = undefined;
  armed = 0;
});

function wait(signal = new AbortController().signal) {
  return waitFor({
    clock: {
      now: () => clock.now(),
      at(at, due) {
        armed += 1;
        const disarm = clock.at(at, due);
        return () => {
          armed -= 1;
          disarm();
        };
      },
    },
    ms: 1000,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: () => seen,
    signal,
  });
}

const change = (to: string | undefined) => {
  seen = to;
  for (const listener of [...listeners]) listener();
};

test('does not wait for what is there', async () => {
  seen = 'there';
  await expect(wait()).resolves.toBe('there');
});

test('waits until it is there', async () => {
  const waited = wait();
  change(undefined);
  clock.advance(999);
  change('there');
  await expect(waited).resolves.toBe('there');
});

test('gives up in time', async () => {
  const waited = wait();
  clock.advance(1000);
  await expect(waited).resolves.toBeUndefined();
});

test('ends at once when aborted', async () => {
  const abort = new AbortController();
  const waited = wait(abort.signal);
  abort.abort(new Error('skipped'));
  await expect(waited).rejects.toThrow('skipped');
});

test('does not begin when it was aborted before', async () => {
  seen = 'there';
  await expect(wait(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test.each(['found', 'late', 'aborted'])('leaves nothing behind when %s', async (how) => {
  const abort = new AbortController();
  const waited = wait(abort.signal).catch(() => undefined);
  expect([armed, listeners.size]).toEqual([1, 1]);
  if (how === 'found') change('there');
  else if (how === 'late') clock.advance(1000);
  else abort.abort();
  await waited;
  await settled();
  expect([armed, listeners.size]).toEqual([0, 0]);
});
