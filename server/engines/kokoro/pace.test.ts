import { describe, expect, test } from 'vitest';
import { PaceMeter } from './pace.ts';

/** A meter after runs of these lengths, at this pace. */
function after(lengths: readonly number[], { factor = 0.31, fixed = 0.05 } = {}): PaceMeter {
  const meter = new PaceMeter({ fixed: 0.01, factor: 9 });
  for (const audio of lengths) {
    meter.add({
      tokens: audio / 0.1,
      speed: 1,
      audio,
      sound: audio,
      compute: fixed + factor * audio,
    });
  }
  return meter;
}

describe('PaceMeter', () => {
  test('believes what is known from before until there were three runs', () => {
    expect(after([1, 2]).pace()).toEqual({ fixed: 0.01, factor: 9 });
    expect(after([1, 2, 3]).pace().factor).toBeLessThan(1);
  });

  test('believes at once that it is slower than was known', () => {
    const meter = new PaceMeter({ fixed: 0.1, factor: 0.2 });
    meter.add({ tokens: 10, speed: 1, audio: 2, sound: 2, compute: 1.5 });
    expect(meter.pace().factor).toBeCloseTo(0.6, 6);
    expect(meter.pace().fixed).toBeCloseTo(0.3, 6);
  });

  test('silence that is cut off is a cost of the run', () => {
    const meter = new PaceMeter();
    for (const sound of [1, 2, 4]) {
      meter.add({ tokens: 10, speed: 1, audio: sound + 0.5, sound, compute: 0.4 * (sound + 0.5) });
    }
    expect(meter.pace().factor).toBeCloseTo(0.4, 6);
    expect(meter.pace().fixed).toBeCloseTo(0.2, 6);
    expect(meter.realTimeFactor()).toBeCloseTo(0.4, 6);
  });

  test('tells fixed costs from those per second', () => {
    const { factor, fixed } = after([0.5, 1.5, 4, 1, 7]).pace();
    expect(factor).toBeCloseTo(0.31, 6);
    expect(fixed).toBeCloseTo(0.05, 6);
  });

  test('from runs of one length only takes all for a cost per second', () => {
    const { factor, fixed } = after([2, 2, 2, 2]).pace();
    expect(factor).toBeCloseTo(0.31 + 0.05 / 2, 6);
    expect(fixed).toBe(0);
  });

  test('does not believe that longer runs take less', () => {
    const meter = new PaceMeter();
    [1, 2, 3].forEach((audio) => {
      meter.add({ tokens: 20, speed: 1, audio, sound: audio, compute: 2 / audio });
    });
    expect(meter.pace().factor).toBeGreaterThan(0);
  });

  test('does not believe in fixed costs below zero', () => {
    const meter = new PaceMeter();
    [1, 2, 3].forEach((audio) =>
      meter.add({ tokens: 20, speed: 1, audio, sound: audio, compute: audio ** 2 }),
    );
    expect(meter.pace().fixed).toBe(0);
  });

  test('forgets what is long ago', () => {
    const meter = after(Array.from({ length: 24 }, (_, run) => 1 + (run % 3)));
    for (let run = 0; run < 24; run += 1) {
      const audio = 1 + (run % 3);
      meter.add({ tokens: 10, speed: 1, audio, sound: audio, compute: audio });
    }
    expect(meter.pace().factor).toBeCloseTo(1, 6);
  });

  test('the real-time factor has all costs in it', () => {
    expect(after([1, 3, 2]).realTimeFactor()).toBeCloseTo((3 * 0.05 + 0.31 * 6) / 6, 6);
  });

  test('the real-time factor is unknown before there were three runs', () => {
    expect(after([1, 2]).realTimeFactor()).toBeNull();
  });

  test('the real-time factor is of the last eight runs', () => {
    const meter = after(Array.from({ length: 20 }, () => 1));
    for (let run = 0; run < 8; run += 1)
      meter.add({ tokens: 9, speed: 1, audio: 1, sound: 1, compute: 2 });
    expect(meter.realTimeFactor()).toBe(2);
  });

  test('learns how long a symbol lasts, whatever the speed', () => {
    const meter = new PaceMeter();
    for (let run = 0; run < 40; run += 1) {
      meter.add({ tokens: 20, speed: 2, audio: 1, sound: 1, compute: 0.1 });
    }
    expect(meter.seconds(30, 1)).toBeCloseTo(3, 2);
    expect(meter.seconds(30, 2)).toBeCloseTo(1.5, 2);
    expect(meter.tokens(3.01, 1)).toBe(30);
  });

  test('a part has at least one symbol', () => {
    expect(new PaceMeter().tokens(0, 1)).toBe(1);
  });

  test.each([
    { audio: 0 },
    { sound: 0 },
    { audio: Number.NaN },
    { compute: -1 },
    { compute: Number.NaN },
    { tokens: 0 },
  ])('does not learn from what cannot be (%o)', (wrong) => {
    const meter = after([1, 2, 3]);
    const before = meter.pace();
    meter.add({ tokens: 10, speed: 1, audio: 1, sound: 1, compute: 1, ...wrong });
    expect(meter.pace()).toEqual(before);
  });
});
