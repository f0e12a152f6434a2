import { describe, expect, test } from 'vitest';
import { SilenceTrimmer, trimSilence } from './silence.ts';

/** 100 ms each of silence, sound and silence, at 1 kHz. */
const speech = Float32Array.from({ length: 300 }, (_, at) =>
  at >= 100 && at < 200 ? 0.5 : 0.0005,
);

test('keeps 30 ms at each end', () => {
  const trimmed = trimSilence(speech, 1000);
  expect(trimmed).toEqual(speech.subarray(70, 230));
});

test('keeps what is asked, up to what there is', () => {
  expect(trimSilence(speech, 1000, { leadMs: 0, tailMs: 50 })).toHaveLength(150);
  expect(trimSilence(speech.subarray(90, 205), 1000)).toHaveLength(115);
  expect(trimSilence(speech, 1000, { db: -70 })).toHaveLength(300);
});

test('nothing is left of silence', () => {
  expect(trimSilence(new Float32Array(100), 1000)).toHaveLength(0);
  expect(trimSilence(new Float32Array(0), 1000)).toHaveLength(0);
});

describe('in pieces', () => {
  test.each([1, 7, 64, 300])('of %d samples it gives the same', (size) => {
    const twice = Float32Array.from([...speech, ...speech]);
    const trimmer = new SilenceTrimmer(1000);
    const out: number[] = [];
    for (let at = 0; at < twice.length; at += size) {
      out.push(...trimmer.push(twice.subarray(at, at + size)));
    }
    out.push(...trimmer.end());
    expect(Float32Array.from(out)).toEqual(trimSilence(twice, 1000));
  });

  test('nothing comes of silence', () => {
    const trimmer = new SilenceTrimmer(1000);
    expect(trimmer.push(new Float32Array(500))).toHaveLength(0);
    expect(trimmer.end()).toHaveLength(0);
  });
});
