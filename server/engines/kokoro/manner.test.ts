import { describe, expect, test } from 'vitest';
import { mannerOf } from './manner.ts';

describe('by the model alone', () => {
  test.each([
    [100, 0.5],
    [200, 1],
    [250, 1.25],
    [400, 2],
  ])('a rate of %i is a speed of %d', (rate, speed) => {
    expect(mannerOf(rate, false)).toEqual({ speed, stretch: 1 });
  });

  test('no speed is beyond what the model takes', () => {
    expect(mannerOf(50, false).speed).toBe(0.5);
    expect(mannerOf(900, false).speed).toBe(2);
  });
});

describe('with the mixer', () => {
  test.each([150, 200, 250, 300])('a rate of %i is still the model alone', (rate) => {
    expect(mannerOf(rate, true)).toEqual({ speed: rate / 200, stretch: 1 });
  });

  test('what is beyond is stretched', () => {
    expect(mannerOf(400, true)).toEqual({ speed: 1.5, stretch: 2 / 1.5 });
    expect(mannerOf(100, true)).toEqual({ speed: 0.75, stretch: 0.5 / 0.75 });
  });

  test.each([100, 120, 149, 301, 360, 400])('both together are the rate: %i', (rate) => {
    const { speed, stretch } = mannerOf(rate, true);
    expect(speed * stretch).toBeCloseTo(rate / 200, 10);
  });
});
