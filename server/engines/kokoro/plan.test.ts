import { describe, expect, test } from 'vitest';
import { MOST_TOKENS } from './inference.ts';
import { cutAt, flows, partSeconds } from './plan.ts';

const silent = { sounding: 0, held: 0 };

describe('the length of a part', () => {
  const fast = { factor: 0.31, fixed: 0.04 };

  test('the whole chunk when enough sounds', () => {
    expect(partSeconds(fast, { sounding: 10, held: 0 }, 16)).toBe(16);
  });

  test('not the whole chunk when it would come too late', () => {
    expect(partSeconds(fast, { sounding: 5, held: 0 }, 16)).toBeLessThan(5 / 0.31 - 0.6);
  });

  test('what is made of the time there is, with some to spare', () => {
    const part = partSeconds(fast, { sounding: 2, held: 0 }, 60);
    const takes = fast.fixed + fast.factor * part;
    expect(takes).toBeLessThan(2 / 1.1);
    expect(takes).toBeGreaterThan(2 / 1.3);
  });

  test('the first one is there in a quarter of a second', () => {
    const part = partSeconds(fast, silent, 16);
    expect(fast.fixed + fast.factor * part).toBeCloseTo(0.25, 5);
  });

  test('of a slow model the first is so long that no gap follows', () => {
    const slow = { factor: 1.4, fixed: 0.05 };
    const part = partSeconds(slow, silent, 16);
    expect(flows(slow, part, 16 - part)).toBe(true);
    expect(part).toBeLessThan(10);
    expect(flows(slow, 0.7 * part, 16 - 0.7 * part)).toBe(false);
  });

  test('what is made and held counts as time too', () => {
    const slow = { factor: 1.4, fixed: 0.05 };
    const held = partSeconds(slow, silent, 16);
    expect(partSeconds(slow, { sounding: 0, held }, 16 - held)).toBeLessThan(held);
  });

  test('never so short that the model clips it', () => {
    expect(partSeconds({ factor: 0.8, fixed: 0.02 }, silent, 3)).toBeGreaterThanOrEqual(0.55);
    expect(partSeconds(fast, { sounding: 0.1, held: 0 }, 16)).toBeGreaterThanOrEqual(0.55);
  });

  test('never leaves a rest that is too short for a run', () => {
    for (let rest = 0.1; rest < 6; rest += 0.07) {
      for (let sounding = 0; sounding < 2; sounding += 0.1) {
        const left = rest - partSeconds(fast, { sounding, held: 0 }, rest);
        expect(left === 0 || left > 0.599).toBe(true);
      }
    }
  });

  test('a short chunk is one run', () => {
    expect(partSeconds(fast, silent, 0.9)).toBe(0.9);
  });

  test('a model that takes no time at all does it at once', () => {
    expect(partSeconds({ factor: 0, fixed: 0 }, silent, 30)).toBe(30);
  });
});

describe('whether sound may begin', () => {
  const slow = { factor: 1.4, fixed: 0.05 };

  test('always when nothing is left', () => {
    expect(flows(slow, 0, 0)).toBe(true);
  });

  test('not with half of it at 1.4 times real time', () => {
    expect(flows(slow, 5, 15)).toBe(false);
  });

  test('with most of it made', () => {
    expect(flows(slow, 9, 5)).toBe(true);
  });

  test('at once when the model is faster than speech', () => {
    expect(flows({ factor: 0.31, fixed: 0.04 }, 0.6, 15)).toBe(true);
  });

  test('not when the costs of every run eat up what a short part brings', () => {
    expect(flows({ factor: 0.7, fixed: 0.2 }, 0.6, 15)).toBe(false);
  });
});

describe('where it is cut', () => {
  const text = 'wˈʌn tˈu, θɹˈi fˈɔɹ fˈIv, sˈɪks sˈɛvən ˈAt nˈIn.';
  const starts = [...text.matchAll(/(?<=^| )\S/g)].map(({ index }) => index);
  const cut = (from: number, wanted: number, late = false) => {
    const { to, pause } = cutAt({ text, starts }, from, wanted, late);
    return { part: text.slice(from, to), pause };
  };

  test('at a clause mark that is near', () => {
    expect(cut(0, 11)).toEqual({ part: 'wˈʌn tˈu,', pause: true });
  });

  test('at the later of two clause marks', () => {
    const clauses = { text: 'ˈA ˈA ˈA, ˈA, ˈA ˈA ˈA', starts: [0, 3, 6, 10, 14, 17, 20] };
    expect(cutAt(clauses, 0, 14, false)).toEqual({ to: 13, pause: true });
  });

  test('before a word when no clause mark is near', () => {
    expect(cut(0, 18)).toEqual({ part: 'wˈʌn tˈu, θɹˈi ', pause: false });
  });

  test('never beyond what is wanted while something sounds', () => {
    for (let wanted = 5; wanted < text.length; wanted += 1) {
      expect(cutAt({ text, starts }, 0, wanted, false).to).toBeLessThanOrEqual(wanted);
    }
  });

  test('never before it when nothing sounds', () => {
    for (let wanted = 1; wanted < text.length; wanted += 1) {
      expect(cutAt({ text, starts }, 0, wanted, true).to).toBeGreaterThanOrEqual(wanted);
    }
  });

  test('when nothing sounds, at a clause mark that comes soon', () => {
    expect(cut(0, 8, true)).toEqual({ part: 'wˈʌn tˈu,', pause: true });
    expect(cut(0, 19, true)).toEqual({ part: 'wˈʌn tˈu, θɹˈi fˈɔɹ fˈIv,', pause: true });
  });

  test('a first word longer than what is wanted is not cut', () => {
    expect(cut(0, 2)).toEqual({ part: 'wˈʌn ', pause: false });
  });

  test('the last word goes to the end', () => {
    expect(cut(text.length - 5, 2)).toEqual({ part: 'nˈIn.', pause: false });
  });

  test('a word longer than the model takes is cut inside', () => {
    const endless = { text: 'a'.repeat(1200), starts: [0] };
    expect(cutAt(endless, 0, 2000, false)).toEqual({ to: MOST_TOKENS, pause: false });
    expect(cutAt(endless, 0, 2000, true)).toEqual({ to: MOST_TOKENS, pause: false });
  });

  test('a number of too many words is cut between two of them', () => {
    const { to } = cutAt({ text: 'ˈAti '.repeat(200), starts: [0] }, 0, 2000, false);
    expect(to % 5).toBe(4);
    expect(to).toBeGreaterThan(MOST_TOKENS - 5);
  });
});
