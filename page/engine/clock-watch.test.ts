import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const log: string[] = [];
  const clock = { position: 0, mustMove: false };
  const alive = { count: 0 };
  const watch = new ClockWatch({
    position: () => clock.position,
    mustMove: () => clock.mustMove,
    run: (running) => log.push(running ? 'run' : 'rest'),
    stalled: () => log.push('stalled'),
    alive: () => void alive.count++,
  });
  return { log, clock, alive, watch };
}

test('rests 1.5 s after the last play, once, and runs again at once', () => {
  const { log, watch } = setUp();
  watch.look(false);
  vi.advanceTimersByTime(1000);
  watch.look(false);
  vi.advanceTimersByTime(499);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['rest']);
  watch.look(false);
  vi.advanceTimersByTime(5000);
  watch.look(true);
  watch.look(true);
  expect(log).toEqual(['rest', 'run']);
});

test('a play in time keeps it running', () => {
  const { log, watch } = setUp();
  watch.look(false);
  vi.advanceTimersByTime(1400);
  watch.look(true);
  vi.advanceTimersByTime(5000);
  expect(log).toEqual([]);
});

test('a clock that moved and then stands still for 3 s with samples to take has stalled; told once', () => {
  const { log, clock, watch } = setUp();
  clock.mustMove = true;
  watch.look(true);
  vi.advanceTimersByTime(750);
  clock.position = 128;
  vi.advanceTimersByTime(3000);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(log).toEqual(['stalled']);
  vi.advanceTimersByTime(9000);
  expect(log).toEqual(['stalled']);
});

test('a device that has to wake up has 6 s for its first sample, after each rest', () => {
  const { log, clock, watch } = setUp();
  clock.mustMove = true;
  watch.look(true);
  vi.advanceTimersByTime(5750);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(log).toEqual(['stalled']);
});

test('says once a second that it is here, as long as it is needed', () => {
  const { alive, watch } = setUp();
  vi.advanceTimersByTime(5000);
  expect(alive.count).toBe(0);
  watch.look(true);
  vi.advanceTimersByTime(3000);
  expect(alive.count).toBe(3);
  watch.look(false);
  vi.advanceTimersByTime(20_000);
  expect(alive.count).toBe(4);
});

test('a clock without samples to take has not stalled', () => {
  const { log, watch } = setUp();
  watch.look(true);
  vi.advanceTimersByTime(10_000);
  expect(log).toEqual([]);
});
