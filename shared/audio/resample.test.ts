import { describe, expect, test } from 'vitest';
import { Resampler } from './resample.ts';

const sine = (hz: number, rate: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));

function whole(input: Float32Array, from: number, to: number, cuts: number[] = []): Float32Array {
  const resampler = new Resampler(from, to);
  const out: number[] = [];
  let at = 0;
  for (const cut of [...cuts, input.length]) {
    out.push(...resampler.push(input.subarray(at, cut)));
    at = cut;
  }
  out.push(...resampler.flush());
  return Float32Array.from(out);
}

/** Largest difference, leaving the edges of the band-limited signal out. */
function worst(a: Float32Array, b: Float32Array, edge: number): number {
  let most = 0;
  for (let i = edge; i < a.length - edge; i++) {
    most = Math.max(most, Math.abs((a[i] as number) - (b[i] as number)));
  }
  return most;
}

/** Amplitude of the tone of `hz` in a signal at 48 kHz, its ends left out (Hann window). */
function levelAt(out: Float32Array, hz: number): number {
  const edge = 1000;
  const count = out.length - 2 * edge;
  let re = 0;
  let im = 0;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * hz * i) / 48000;
    const weight = 1 - Math.cos((2 * Math.PI * i) / count);
    re += weight * (out[edge + i] as number) * Math.cos(angle);
    im += weight * (out[edge + i] as number) * Math.sin(angle);
  }
  return (2 * Math.hypot(re, im)) / count;
}

const decibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-12));

describe('Resampler', () => {
  test.each([
    [8000, 48000],
    [16000, 48000],
    [22050, 48000],
    [24000, 48000],
    [44100, 48000],
    [96000, 48000],
  ])('%i to %i Hz keeps a tone: its phase, level and length', (from, to) => {
    const out = whole(sine(1000, from, from / 2), from, to);
    expect(out.length).toBe(to / 2);
    expect(worst(out, sine(1000, to, to / 2), 1000)).toBeLessThan(1e-4);
  });

  test.each([16000, 22050, 96000])('parts from %i Hz join without a seam', (from) => {
    const input = sine(440, from, 6000);
    const parts = whole(input, from, 48000, [1, 2, 50, 51, 999, 4000]);
    expect(parts).toEqual(whole(input, from, 48000));
  });

  test('equal rates pass every sample unchanged', () => {
    const input = sine(5000, 48000, 1000);
    expect(whole(input, 48000, 48000, [7, 300])).toEqual(input);
  });

  test('a constant stays constant', () => {
    const out = whole(new Float32Array(8000).fill(0.5), 22050, 48000);
    for (let i = 200; i < out.length - 200; i++) expect(out[i]).toBeCloseTo(0.5, 5);
  });

  const rates = [8000, 16000, 22050, 24000, 44100, 96000];
  const bands = rates.flatMap((from) =>
    [0.02, 0.3, 0.6, 0.8, 0.9].map((part) => [from, (part * Math.min(from, 48000)) / 2] as const),
  );

  test.each(bands)('from %i Hz a tone of %f Hz keeps its level within 0.1 dB', (from, hz) => {
    const out = whole(sine(hz, from, from / 2), from, 48000);
    expect(Math.abs(decibels(levelAt(out, hz)))).toBeLessThan(0.1);
  });

  test.each(bands.filter(([from]) => from < 48000))(
    'from %i Hz a tone of %f Hz has no image above −80 dB',
    (from, hz) => {
      const out = whole(sine(hz, from, from / 2), from, 48000);
      for (const image of [from - hz, from + hz, 2 * from - hz]) {
        if (image < 24000) expect(decibels(levelAt(out, image))).toBeLessThan(-80);
      }
    },
  );

  test.each([24100, 26000, 30000, 40000])('of 96 kHz a tone of %i Hz is gone', (hz) => {
    const out = whole(sine(hz, 96000, 48000), 96000, 48000);
    expect(decibels(levelAt(out, 48000 - hz))).toBeLessThan(-80);
  });

  test('a ratio without a common divisor works, and nothing in gives nothing out', () => {
    const out = whole(sine(1000, 22051, 22051), 22051, 48000);
    expect(out.length).toBe(48000);
    expect(worst(out, sine(1000, 48000, 48000), 1000)).toBeLessThan(1e-4);
    expect(whole(new Float32Array(0), 16000, 48000).length).toBe(0);
  });

  test('a single sample gives its share', () => {
    expect(whole(Float32Array.of(1), 16000, 48000).length).toBe(3);
  });
});
