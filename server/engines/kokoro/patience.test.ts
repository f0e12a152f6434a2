import { describe, expect, test } from 'vitest';
import { Patience } from './patience.ts';

/** Of `seconds` of sound. */
const run = (seconds: number, speed = 1) => ({
  tokens: new Int32Array(Math.round((seconds * speed) / 0.065)),
  style: new Float32Array(256),
  speed,
});

describe('how long a run is waited for', () => {
  test('a minute before anything is known', () => {
    expect(new Patience(null).longest(run(2))).toBe(60_000);
    expect(new Patience(null).expected(run(2))).toBeNull();
  });

  test('a few seconds where a run takes less than one', () => {
    const patience = new Patience(0.1);
    patience.add(run(2), 200);
    expect(patience.longest(run(2))).toBe(4_000);
  });

  test('five times what is expected of a long run, or a slow one', () => {
    const patience = new Patience(1.5);
    patience.add(run(4), 6_000);
    expect(patience.longest(run(20)) / 5 / 30_100).toBeCloseTo(1, 2);
    expect(patience.longest(run(20, 0.5)) / 5 / 30_100).toBeCloseTo(1, 2);
  });

  test('longer for the first run', () => {
    expect(new Patience(0.1).longest(run(2))).toBe(10_000);
    expect(new Patience(1.5).longest(run(20)) / 8 / 30_100).toBeCloseTo(1, 2);
  });

  test('a machine that became slower is given more at once, and less bit by bit', () => {
    const patience = new Patience(0.3);
    patience.add(run(4), 8_000);
    const slow = patience.longest(run(4));
    expect(slow / 5 / 8_100).toBeCloseTo(1, 2);
    patience.add(run(4), 1_200);
    expect(patience.longest(run(4))).toBeLessThan(slow);
    expect(patience.longest(run(4))).toBeGreaterThan(0.75 * slow);
  });

  test('never more than five minutes', () => {
    expect(new Patience(1e9).longest(run(2))).toBe(300_000);
  });

  test('one token is no measure of a second', () => {
    const patience = new Patience(null);
    patience.add(run(0.1), 300);
    expect(patience.expected(run(10))).toBeCloseTo(3_100, -2);
  });
});
