import { describe, expect, test } from 'vitest';
import { LOOK_AHEAD, Limiter } from './limiter.ts';

const CEILING = 10 ** (-1.5 / 20);

/** A small linear congruential generator, so that a failure can be repeated. 0 to 1. */
function generator(seed: number): () => number {
  let value = seed;
  return () => (value = (Math.imul(value, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Noise with bursts, peaks of up to 4, and rests. */
function wild(seed: number, count: number): Float32Array {
  const random = generator(seed);
  let level = 0.1;
  return Float32Array.from({ length: count }, () => {
    if (random() < 0.002) level = random() ** 3;
    return random() < 0.0005 ? 4 * (random() - 0.5) * 2 : level * (random() * 4 - 2);
  });
}

function run(limiter: Limiter, samples: Float32Array, part = samples.length): Float32Array {
  const out = new Float32Array(samples.length + LOOK_AHEAD);
  let length = 0;
  const keep = (made: Float32Array): void => {
    out.set(made, length);
    length += made.length;
  };
  for (let at = 0; at < samples.length; at += part) {
    keep(limiter.push(samples.subarray(at, at + part)));
  }
  keep(limiter.flush());
  return out.slice(0, length);
}

const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);

describe('Limiter', () => {
  test.each(seeds)('no sample passes the ceiling (seed %i)', (seed) => {
    const out = run(new Limiter(-1.5), wild(seed, 20_000));
    expect(out.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThanOrEqual(
      CEILING,
    );
  });

  test.each(seeds)('gives out as many frames as it took, each in its place (seed %i)', (seed) => {
    const samples = wild(seed, 5_000);
    const out = run(new Limiter(-1.5), samples, 1 + seed * 37);
    expect(out.length).toBe(samples.length);
    const strange = out.findIndex(
      (value, i) => Math.abs(value) > Math.abs(samples[i]!) || value * samples[i]! < 0,
    );
    expect(strange).toBe(-1);
  });

  test.each([1, 100, 240, 241, 4096])('parts of %i frames give what the whole gives', (part) => {
    const samples = wild(7, 8_000);
    expect(run(new Limiter(-1.5), samples, part)).toEqual(run(new Limiter(-1.5), samples));
  });

  test('below the ceiling it changes no sample', () => {
    const samples = wild(3, 20_000).map((value) => Math.max(-0.84, Math.min(0.84, value)));
    expect(run(new Limiter(-1.5), samples, 500)).toEqual(samples);
  });

  test('touches nothing that is further from a peak than its look-ahead and its release', () => {
    const samples = new Float32Array(200_000).fill(0.5);
    samples[2000] = 2;
    const out = run(new Limiter(-1.5), samples);
    expect(out.findIndex((value) => value !== 0.5)).toBeGreaterThanOrEqual(2000 - LOOK_AHEAD);
    expect(out.findLastIndex((value) => value !== 0.5)).toBeLessThan(2000 + 48_000);
  });

  test('its gain moves without a step', () => {
    const samples = new Float32Array(20_000).fill(0.8);
    samples.fill(1.6, 5_000, 5_500);
    const out = run(new Limiter(-1.5), samples);
    const gains = out.map((value, i) => value / samples[i]!);
    const steps = gains.map((gain, i) => (i === 0 ? 0 : Math.abs(gain - gains[i - 1]!)));
    expect(Math.max(...steps)).toBeLessThan(1 / LOOK_AHEAD);
    expect(gains[5_200]).toBeCloseTo(CEILING / 1.6, 4);
  });

  test('holds its frames back by its look-ahead, no more', () => {
    const limiter = new Limiter(-1.5);
    expect(limiter.push(new Float32Array(1000)).length).toBe(1000 - LOOK_AHEAD);
    expect(limiter.push(new Float32Array(1)).length).toBe(1);
    expect(limiter.flush().length).toBe(LOOK_AHEAD);
    expect(limiter.flush().length).toBe(0);
  });

  test('after a flush the gain goes on where it was', () => {
    const limiter = new Limiter(-1.5);
    run(limiter, new Float32Array(1000).fill(1.2));
    const next = run(limiter, new Float32Array(100_000).fill(0.8));
    expect(next[0]).toBeLessThan(0.61);
    expect(next.at(-1)).toBe(Math.fround(0.8));
  });

  test('after a reset it is as new', () => {
    const limiter = new Limiter(-1.5);
    limiter.push(new Float32Array(1000).fill(3));
    limiter.reset();
    const samples = wild(9, 3_000);
    expect(run(limiter, samples)).toEqual(run(new Limiter(-1.5), samples));
  });
});
