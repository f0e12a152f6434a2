import { expect, test } from 'vitest';
import { tempoOf } from './tempo.ts';

test.each([
  ['nothing asked for', 1, 250, 0, 1],
  ['the rate it was made at', 1, 250, 250, 1],
  ['a faster rate in force', 1, 200, 300, 1.5],
  ['a slower one', 1, 400, 300, 0.75],
  ['a rate of its own', 1, 0, 300, 1],
  ['a stretch without a live rate', 1.25, 250, 0, 1.25],
  ['both', 1.25, 200, 300, 1.875],
  ['more than is stretched well', 2, 100, 400, 2.5],
  ['less than is stretched well', 1, 400, 100, 0.5],
])('%s', (_, stretch, made, live, tempo) => {
  expect(tempoOf(stretch, made, live)).toBe(tempo);
});
