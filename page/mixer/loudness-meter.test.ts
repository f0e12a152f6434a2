import { describe, expect, test } from 'vitest';
import { kWeighting } from './k-weighting.ts';
import { LoudnessMeter } from './loudness-meter.ts';

const RATE = 48000;

const sine = (seconds: number, decibels = 0, hz = 997, rate = RATE): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => 10 ** (decibels / 20) * Math.sin((2 * Math.PI * hz * i) / rate),
  );

function join(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

function measure(samples: Float32Array, rate = RATE): number | null {
  const meter = new LoudnessMeter();
  meter.push(samples, rate);
  return meter.integrated();
}

describe('K-weighting', () => {
  test('has the coefficients the standard tabulates for 48 kHz', () => {
    const { shelf, highPass } = kWeighting(RATE);
    expect(shelf.b0).toBeCloseTo(1.53512485958697, 8);
    expect(shelf.b1).toBeCloseTo(-2.69169618940638, 8);
    expect(shelf.b2).toBeCloseTo(1.19839281085285, 8);
    expect(shelf.a1).toBeCloseTo(-1.69065929318241, 8);
    expect(shelf.a2).toBeCloseTo(0.73248077421585, 8);
    expect(highPass.a1).toBeCloseTo(-1.99004745483398, 8);
    expect(highPass.a2).toBeCloseTo(0.99007225036621, 8);
  });
});

describe('LoudnessMeter', () => {
  test.each([
    [0, -3.01],
    [-20, -23.01],
    [-40, -43.01],
  ])('997 Hz at %i dBFS in one channel reads %f LUFS', (decibels, lufs) => {
    expect(measure(sine(5, decibels))).toBeCloseTo(lufs, 1);
  });

  test.each([8000, 16000, 22050, 24000, 44100, 96000])('at %i Hz it reads the same', (rate) => {
    expect(Math.abs(measure(sine(5, -20, 997, rate), rate)! + 23.01)).toBeLessThan(0.1);
  });

  test('low tones count less, high ones more', () => {
    expect(measure(sine(3, -20, 40))).toBeLessThan(-26);
    expect(Math.abs(measure(sine(3, -20, 4000))! + 19.7)).toBeLessThan(0.1);
  });

  test('pauses are left out: the relative gate', () => {
    const quiet = sine(10, -36);
    const read = measure(join(quiet, sine(30, -23), quiet))!;
    expect(Math.abs(read + 26.01)).toBeLessThan(0.1);
  });

  test('what lies within the relative gate counts', () => {
    const both = measure(join(sine(10, -20), sine(10, -26)));
    expect(both).toBeCloseTo(-23.01 + 10 * Math.log10((1 + 10 ** -0.6) / 2), 1);
  });

  test('silence is left out: the absolute gate', () => {
    const read = measure(join(new Float32Array(10 * RATE), sine(10, -23)))!;
    expect(Math.abs(read + 26.01)).toBeLessThan(0.1);
  });

  test.each([0.05, 0.2, 0.399])('%f s of a tone read as the long tone does', (seconds) => {
    expect(Math.abs(measure(sine(seconds, -20))! + 23.01)).toBeLessThan(0.3);
  });

  test('nothing and silence have no loudness, short or long', () => {
    expect(measure(new Float32Array(0))).toBeNull();
    expect(measure(new Float32Array(1000))).toBeNull();
    expect(measure(new Float32Array(RATE))).toBeNull();
    expect(measure(sine(2, -75))).toBeNull();
  });

  test('parts give what the whole gives', () => {
    const whole = sine(1.23, -12);
    const meter = new LoudnessMeter();
    for (let at = 0; at < whole.length; at += 777) meter.push(whole.subarray(at, at + 777), RATE);
    expect(meter.integrated()).toBeCloseTo(measure(whole)!, 9);
    expect(meter.seconds).toBeCloseTo(1.23, 9);
  });

  test('the rate may change on the way', () => {
    const meter = new LoudnessMeter();
    meter.push(sine(2, -20), RATE);
    meter.push(sine(2, -20, 997, 16000), 16000);
    expect(meter.integrated()).toBeCloseTo(-23.01, 1);
    expect(meter.seconds).toBeCloseTo(4, 9);
  });
});
