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
    expect(worst(out, sine(1000, to, to / 2), 1000)).toBeLessThan(2e-3);
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

  test('no image above the band of the input', () => {
    // A 3 kHz tone at 8 kHz has its first image at 5 kHz: correlate with it.
    const out = whole(sine(3000, 8000, 8000), 8000, 48000);
    let re = 0;
    let im = 0;
    for (let i = 1000; i < 47000; i++) {
      const angle = (2 * Math.PI * 5000 * i) / 48000;
      re += (out[i] as number) * Math.cos(angle);
      im += (out[i] as number) * Math.sin(angle);
    }
    expect((2 * Math.hypot(re, im)) / 46000).toBeLessThan(1e-3);
  });

  test('what would alias is taken out', () => {
    const out = whole(sine(30000, 96000, 9600), 96000, 48000);
    for (let i = 100; i < out.length - 100; i++)
      expect(Math.abs(out[i] as number)).toBeLessThan(1e-3);
  });

  test('a ratio without a common divisor works, and nothing in gives nothing out', () => {
    const out = whole(sine(1000, 22051, 22051), 22051, 48000);
    expect(out.length).toBe(48000);
    expect(worst(out, sine(1000, 48000, 48000), 500)).toBeLessThan(2e-3);
    expect(whole(new Float32Array(0), 16000, 48000).length).toBe(0);
  });

  test('a single sample gives its share', () => {
    expect(whole(Float32Array.of(1), 16000, 48000).length).toBe(3);
  });
});
