import { describe, expect, test } from 'vitest';
import {
  dominantFrequency,
  envelope,
  lastSound,
  onset,
  rms,
  silences,
  sounds,
  trim,
} from './signal.ts';
import { tone } from './wav.ts';

const rate = 48_000;
const quiet = (seconds: number) => new Float32Array(seconds * rate);
const join = (...parts: Float32Array[]) =>
  Float32Array.from(parts.flatMap((part) => Array.from(part)));

describe('measures of sound', () => {
  const heard = join(
    quiet(0.5),
    tone(400, 0.25, rate),
    quiet(0.2),
    tone(700, 0.25, rate),
    quiet(1),
  );

  test('onset and end are exact to a few frames', () => {
    expect(onset(heard)).toBeGreaterThanOrEqual(0.5 * rate);
    expect(onset(heard)).toBeLessThan(0.5 * rate + 10);
    expect(lastSound(heard)).toBeGreaterThan(1.2 * rate - 40);
    expect(lastSound(heard)).toBeLessThanOrEqual(1.2 * rate);
    expect(trim(heard).length).toBeCloseTo(0.7 * rate, -2);
  });

  test('silence has neither onset nor end', () => {
    expect(onset(quiet(1))).toBeNull();
    expect(lastSound(quiet(1))).toBeNull();
    expect(trim(quiet(1))).toHaveLength(0);
  });

  test('silences and sounds part the recording', () => {
    expect(silences(heard, rate, 0.1)).toHaveLength(3);
    expect(silences(heard, rate, 0.3)).toHaveLength(2);
    const [first, second] = sounds(heard, rate, 0.1);
    expect(dominantFrequency(heard.subarray(first!.from, first!.to), rate)).toBe(400);
    expect(dominantFrequency(heard.subarray(second!.from, second!.to), rate)).toBe(700);
    expect(sounds(quiet(1), rate, 0.1)).toEqual([]);
  });

  test('the level of a sine is its amplitude over the root of two', () => {
    expect(rms(tone(400, 1, rate, 0.5))).toBeCloseTo(0.5 / Math.SQRT2, 3);
    const levels = envelope(heard, rate, 0.05);
    expect(levels[0]).toBe(0);
    expect(levels[12]).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });
});
