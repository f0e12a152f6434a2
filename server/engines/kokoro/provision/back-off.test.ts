import { expect, test } from 'vitest';
import { retryDelay, waitInWords } from './back-off.ts';

test('30 s, twice as long each time, up to 30 minutes', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map(retryDelay);
  expect(delays.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800, 1800]);
});

test.each([
  [30_000, '30 s'],
  [60_000, '1 min'],
  [1_800_000, '30 min'],
])('%i ms is %s', (ms, words) => {
  expect(waitInWords(ms)).toBe(words);
});
