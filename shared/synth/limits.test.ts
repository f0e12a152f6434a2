import { expect, test } from 'vitest';
import { mostSamples } from './limits.ts';

const seconds = (tokens: number, speed: number) => mostSamples(tokens, speed) / 24_000;

test('every speech fits: slow, long, or of one sound', () => {
  expect(seconds(3, 1)).toBeGreaterThan(3);
  expect(seconds(102, 1)).toBeGreaterThan(100 * 0.13);
  expect(seconds(102, 0.5)).toBeGreaterThan(200 * 0.13);
});

test('nothing is longer than what the link of the page lets through', () => {
  expect(4 * mostSamples(512, 0.5)).toBeLessThan((16 << 20) - 1024);
  expect(seconds(512, 0.5)).toBe(170);
});

test('minutes for a short text are too much', () => {
  expect(seconds(42, 1)).toBeLessThan(12);
});
