/** What is heard of a sentence, for models of every speed, in simulated time. */
import { describe, expect, test } from 'vitest';
import { likelyPace } from './pace.ts';
import { hear, sentence } from './fixtures/simulated-playback.ts';

/** Real runs: silence at both ends, and symbols of unequal length. */
const real = { silence: 0.15, uneven: 0.3 };
const paces = [0.1, 0.31, 0.6, 0.85].flatMap((factor) =>
  [0.03, 0.06, 0.1].map((fixed) => ({ factor, fixed })),
);

describe.each(paces)('a model of $factor times real time and $fixed s a run', (pace) => {
  test.each([250, 600])('has no gap in %i symbols', async (length) => {
    expect((await hear(sentence(length), pace)).gaps).toEqual([]);
    expect((await hear(sentence(length), pace, real)).gaps).toEqual([]);
  });

  test('has no gap in the first sentence ever', async () => {
    const known = likelyPace(pace.factor);
    expect((await hear(sentence(250), pace, { known, ...real })).gaps).toEqual([]);
  });

  test('is heard in under a quarter of the time of the whole', async () => {
    const { first, all } = await hear(sentence(250), pace);
    expect(first / all).toBeLessThan(0.25);
  });

  test('makes its parts longer as time allows', async () => {
    const { runs } = await hear(sentence(250), pace);
    expect(Math.max(...runs)).toBeGreaterThan(1.3 * runs[0]!);
  });

  test('makes one run of a sentence when enough sounds', async () => {
    const { runs } = await hear(sentence(250), pace, { before: 20 });
    expect(runs).toHaveLength(1);
  });

  test('has no gap after a sentence before it', async () => {
    const { first, gaps } = await hear(sentence(250), pace, { before: 2 });
    expect(gaps).toEqual([]);
    expect(first).toBeLessThan(pace.factor < 0.8 ? 2 : 4);
  });
});

describe.each([1.1, 1.4, 3])('a model of %d times real time', (factor) => {
  const pace = { factor, fixed: 0.05 };

  test('has no gap once it sounds', async () => {
    expect((await hear(sentence(250), pace)).gaps).toEqual([]);
    expect((await hear(sentence(250), pace, real)).gaps).toEqual([]);
  });

  test('sounds late, but before all is made', async () => {
    const { first, all } = await hear(sentence(250), pace);
    expect(first).toBeGreaterThan((factor - 1) * 15);
    expect(first / all).toBeLessThan(0.8);
  });
});

test('a machine that is slower than it was known learns it within a sentence', async () => {
  const pace = { factor: 0.7, fixed: 0.05 };
  const { gaps } = await hear(sentence(500), pace, { known: likelyPace(0.2) });
  expect(gaps.length).toBeLessThanOrEqual(1);
});

test('a fast one is heard in a third of a second', async () => {
  const { first } = await hear(sentence(250), { factor: 0.31, fixed: 0.04 });
  expect(first).toBeLessThan(0.33);
});

describe.each([0.67, 1.33])('sound that is stretched %d times', (stretch) => {
  test.each([0.31, 0.6])('has no gap with a model of %d times real time', async (factor) => {
    const spoken = { ...sentence(250), stretch };
    const { gaps, runs } = await hear(spoken, { factor, fixed: 0.05 }, real);
    expect(gaps).toEqual([]);
    expect(runs.length).toBeGreaterThan(2);
  });
});

test.each([1.1, 1.4])('a slow one (%d) that is sounded faster has no gap', async (factor) => {
  const { gaps } = await hear({ ...sentence(400), stretch: 2.5 }, { factor, fixed: 0.05 });
  expect(gaps).toEqual([]);
});

test('what is sounded faster than it is made must be made faster too', async () => {
  const pace = { factor: 0.8, fixed: 0.05 };
  const { gaps, first } = await hear({ ...sentence(250), stretch: 1.33 }, pace);
  expect(gaps).toEqual([]);
  expect(first).toBeGreaterThan((await hear(sentence(250), pace)).first);
});
