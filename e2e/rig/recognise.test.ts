import { describe, expect, test } from 'vitest';
import { fliteSpeech } from './flite.ts';
import { lacks } from './parts.ts';
import { recognise } from './recognise.ts';
import { decodeWav, encodeWav, resample, tone } from './wav.ts';

const sentences = [
  'The build is finished.',
  'All tests have passed.',
  'There are two warnings.',
  'Please review the change.',
];

describe.skipIf(lacks('recogniser'))('recognise', () => {
  test.each(sentences)('hears "%s" and not the others', async (sentence) => {
    const { samples, rate } = await fliteSpeech(sentence);
    expect(await recognise(samples, rate, sentences)).toBe(sentence);
  });

  test('hears it in a recording at another rate', async () => {
    const { samples, rate } = await fliteSpeech(sentences[1]!);
    expect(await recognise(resample(samples, rate, 48_000), 48_000, sentences)).toBe(sentences[1]);
  });

  test('hears nothing in silence', async () => {
    expect(await recognise(new Float32Array(48_000), 48_000, sentences)).toBe('');
  });
});

describe('wav', () => {
  test('what is written is read back', () => {
    const samples = tone(400, 0.1, 16_000);
    const read = decodeWav(encodeWav(samples, 16_000));
    expect(read.rate).toBe(16_000);
    expect(read.samples).toHaveLength(samples.length);
    read.samples.forEach((sample, at) => expect(sample).toBeCloseTo(samples[at]!, 3));
  });

  test('resampling keeps the level and drops what the new rate cannot hold', () => {
    const level = (samples: Float32Array) => Math.max(...samples.subarray(400, -400));
    expect(level(resample(tone(1000, 0.5, 48_000), 48_000, 16_000))).toBeCloseTo(0.5, 1);
    expect(level(resample(tone(12_000, 0.5, 48_000), 48_000, 16_000))).toBeLessThan(0.02);
  });

  test('refuses what is no WAV file', () => {
    expect(() => decodeWav(new Uint8Array(100))).toThrow('no WAV file');
  });
});
