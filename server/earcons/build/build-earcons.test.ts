import { describe, expect, test } from 'vitest';
import { LoudnessMeter } from '../../../page/mixer/loudness-meter.ts';
import { decodeWav } from '../../../shared/audio/wav-file.ts';
import { earconKinds, type EarconKind } from '../../../shared/speech/chunk.ts';
import { buildEarcons, bundledRate } from './build-earcons.ts';

const files = new Map(buildEarcons());
const samplesOf = (kind: EarconKind) => decodeWav(files.get(`${kind}.wav`)!).samples;
const decibels = (level: number) => 20 * Math.log10(level);
const peak = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

function loudness(samples: Float32Array): number {
  const meter = new LoudnessMeter();
  meter.push(samples, bundledRate);
  return meter.integrated()!;
}

/** Amplitude of one frequency over a stretch of time. */
function amplitude(samples: Float32Array, hz: number, from: number, to: number): number {
  const [first, last] = [Math.round(from * bundledRate), Math.round(to * bundledRate)];
  let [re, im] = [0, 0];
  for (let i = first; i < last; i++) {
    const angle = (2 * Math.PI * hz * i) / bundledRate;
    re += (samples[i] ?? 0) * Math.cos(angle);
    im += (samples[i] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(re, im)) / (last - first);
}

/** The strongest frequency, Hz, in steps of a half-tone. */
function pitch(samples: Float32Array, from: number, to: number): number {
  const candidates = Array.from({ length: 60 }, (_, i) => 110 * 2 ** (i / 12));
  const strength = (hz: number) => amplitude(samples, hz, from, to);
  return candidates.reduce((best, hz) => (strength(hz) > strength(best) ? hz : best));
}

/** What an ear has of it: 24 bands over time, in steps of 30 ms. */
function picture(samples: Float32Array): number[] {
  const bands = Array.from({ length: 24 }, (_, i) => 140 * 2 ** (i / 4.4));
  return Array.from({ length: 15 }, (_, step) =>
    bands.map((hz) => Math.sqrt(amplitude(samples, hz, step * 0.03, step * 0.03 + 0.03))),
  ).flat();
}

function likeness(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('the bundled clips', () => {
  test('there is one for every kind', () => {
    expect([...files.keys()]).toEqual(earconKinds.map((kind) => `${kind}.wav`));
  });

  test('each build makes the same bytes', () => {
    expect(buildEarcons()).toEqual([...files]);
  });

  describe.each(earconKinds)('%s', (kind) => {
    const samples = samplesOf(kind);

    test('is at the mixer’s rate', () => {
      expect(decodeWav(files.get(`${kind}.wav`)!).sampleRate).toBe(48_000);
    });

    test('lasts 80 to 450 ms', () => {
      const ms = (samples.length * 1000) / bundledRate;
      expect(ms >= 80 && ms <= 450).toBe(true);
    });

    test('begins and ends at silence', () => {
      const edge = 20;
      expect(decibels(peak(samples.subarray(0, edge)))).toBeLessThan(-25);
      expect(decibels(peak(samples.subarray(-edge)))).toBeLessThan(-60);
      expect([samples[0], samples.at(-1)]).toEqual([0, 0]);
    });

    test('leaves 3 dB to full scale', () => {
      expect(decibels(peak(samples))).toBeLessThan(-3);
    });

    test('is about as loud as the others', () => {
      const lufs = loudness(samples);
      expect(lufs > -21.1 && lufs < -19.1).toBe(true);
    });

    test('is like no other', () => {
      const own = picture(samples);
      const others = earconKinds.filter((other) => other !== kind);
      const likest = Math.max(...others.map((other) => likeness(own, picture(samplesOf(other)))));
      expect(likest).toBeLessThan(0.85);
    });
  });

  test('step is the shortest', () => {
    const lengths = earconKinds.map((kind) => samplesOf(kind).length);
    expect(samplesOf('step').length).toBe(Math.min(...lengths));
  });

  test.each<[EarconKind, number, number]>([
    ['choice', 659, 880],
    ['permission', 1175, 1175],
    ['error', 220, 156],
    ['turn_done', 784, 523],
    ['session_change', 440, 784],
    ['summary_failed', 311, 262],
  ])('%s goes from %i Hz to %i', (kind, from, to) => {
    const samples = samplesOf(kind);
    const seconds = samples.length / bundledRate;
    expect(Math.round(pitch(samples, 0, 0.095))).toBe(from);
    expect(Math.round(pitch(samples, seconds * 0.6, seconds))).toBe(to);
  });
});
