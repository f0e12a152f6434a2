import { describe, expect, test } from 'vitest';
import { GAIN_UNITY, Slot, markOf } from '../../shared/audio/ring-layout.ts';
import { Mixer } from './mixer.ts';
import { Ring, RingWriter } from './ring.ts';

const RATE = 48000;
const QUANTUM = 128;

function setUp({ frames = 1 << 17, origin = 0 } = {}) {
  const ring = Ring.create(frames);
  ring.store(Slot.GAIN, GAIN_UNITY);
  for (const slot of [Slot.READ, Slot.WRITE]) ring.store(slot, origin);
  ring.store(Slot.WAKE_AT, (origin + 0x3fffffff) | 0);
  const mixer = new Mixer(ring);
  const writer = new RingWriter(ring);
  /** Until everything is taken, at most `most` frames. */
  const take = (most = 20 * RATE): Float32Array => {
    const out = new Float32Array(Math.ceil(most / QUANTUM) * QUANTUM);
    let made = 0;
    while (made < most && !mixer.resting) {
      mixer.process(out.subarray(made, made + QUANTUM));
      made += QUANTUM;
    }
    return out.slice(0, made);
  };
  return { ring, writer, take };
}

function stretched(samples: Float32Array, factor: number): Float32Array {
  const { writer, take } = setUp();
  writer.write(samples, markOf(1, factor));
  return take();
}

const sine = (hz: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / RATE),
  );

const square = (hz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) =>
    ((i * 2 * hz) / RATE) % 2 < 1 ? 0.3 : -0.3,
  );

/** A voice that says one vowel: harmonics under two formants, its pitch swaying by 5 % around `hz`. */
function vowel(hz: number, seconds: number): Float32Array {
  const out = new Float32Array(seconds * RATE);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const now = hz * (1 + 0.05 * Math.sin((2 * Math.PI * 3 * i) / RATE));
    phase += now / RATE;
    for (let n = 1; n * now < 4000; n++) {
      const formants =
        Math.exp(-(((n * now - 600) / 250) ** 2)) +
        0.4 * Math.exp(-(((n * now - 1700) / 300) ** 2));
      out[i] = out[i]! + 0.2 * (formants + 0.05) * Math.sin(2 * Math.PI * n * phase);
    }
  }
  return out;
}

function noise(seconds: number): Float32Array {
  let value = 1;
  const next = () => (value = (Math.imul(value, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Float32Array.from({ length: seconds * RATE }, () => 0.6 * (next() - 0.5));
}

/** Mean pitch from the best lag of every 40 ms (autocorrelation) within 20 % of `hz`, Hz. */
function pitch(samples: Float32Array, hz: number): number {
  const found: number[] = [];
  for (let at = 4800; at + 4800 < samples.length; at += 1920) {
    let best = 0;
    let most = 0;
    for (let lag = Math.floor((RATE / hz) * 0.8); lag < (RATE / hz) * 1.2; lag++) {
      let sum = 0;
      for (let i = 0; i < 1536; i++) sum += samples[at + i]! * samples[at + i + lag]!;
      if (sum > most) {
        most = sum;
        best = lag;
      }
    }
    found.push(RATE / best);
  }
  return found.reduce((sum, hz) => sum + hz, 0) / found.length;
}

/** Level of every `ms`, the ends left out, in decibels around their mean. */
function envelope(samples: Float32Array, ms: number): number[] {
  const size = (ms * RATE) / 1000;
  const levels: number[] = [];
  for (let at = 2400; at + size < samples.length - 2400; at += size) {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += samples[at + i]! ** 2;
    levels.push(10 * Math.log10(sum / size + 1e-12));
  }
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

const factors = [0.5, 0.7, 0.9, 1.1, 1.3, 1.7, 2, 2.5];

describe('Stretcher', () => {
  test('at 1 every sample passes unchanged', () => {
    const samples = vowel(140, 1);
    expect([...stretched(samples, 1).subarray(0, samples.length)]).toEqual([...samples]);
  });

  test.each(factors)('at %f a second lasts as long as it should, within 20 ms', (factor) => {
    for (const samples of [vowel(110, 2), noise(2), sine(1000, 2)]) {
      const seconds = stretched(samples, factor).length / RATE;
      expect(Math.abs(seconds - 2 / factor)).toBeLessThan(0.02 + 0.03 * Math.abs(1 - 1 / factor));
    }
  });

  test.each(factors)('at %f a voice keeps its pitch within 1 %', (factor) => {
    for (const hz of [90, 210]) {
      const samples = vowel(hz, 1.5);
      const ratio = pitch(stretched(samples, factor), hz) / pitch(samples, hz);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
    }
  });

  test.each(factors)('at %f a tone keeps its frequency within 1 %', (factor) => {
    for (const hz of [100, 400, 1234]) {
      const out = stretched(sine(hz, 1.5), factor).subarray(4800, -4800);
      let crossings = 0;
      for (let i = 1; i < out.length; i++) if (out[i - 1]! < 0 !== out[i]! < 0) crossings++;
      expect(Math.abs(crossings / 2 / (out.length / RATE) / hz - 1)).toBeLessThan(0.01);
    }
  });

  test.each(factors)('at %f nothing has holes or bumps', (factor) => {
    const deepest = (samples: Float32Array, ms: number): number =>
      Math.max(...envelope(stretched(samples, factor), ms).map(Math.abs));
    expect(deepest(sine(200, 1.5), 10)).toBeLessThan(1);
    expect(deepest(square(400, 1.5), 10)).toBeLessThan(1);
    expect(deepest(noise(1.5), 10)).toBeLessThan(3);
    const own = Math.max(...envelope(vowel(120, 1.5), 25).map(Math.abs));
    expect(deepest(vowel(120, 1.5), 25)).toBeLessThan(own + 1.5);
  });

  test.each(factors)('at %f a tone has no clicks', (factor) => {
    const out = stretched(sine(300, 1), factor);
    let most = 0;
    for (let i = 2; i < out.length - 200; i++) {
      most = Math.max(most, Math.abs(out[i]! - 2 * out[i - 1]! + out[i - 2]!));
    }
    // The tone itself bends by 0.0008 a frame; a step by a tenth of its level would by 0.05.
    expect(most).toBeLessThan(0.01);
  });

  test.each(factors)('at %f every burst in silence is heard, once and with its onset', (factor) => {
    const samples = new Float32Array(2 * RATE);
    const bursts = 13;
    const burst = noise(0.015).map((value, i) => value * Math.exp(-i / 150) * 2);
    burst[0] = 0.9;
    for (let n = 0; n < bursts; n++) samples.set(burst, 1000 + n * 7001);
    const out = stretched(samples, factor);
    let heard = 0;
    for (let i = 0; i < out.length; i++) {
      if (
        out[i]! > 0.85 &&
        out.subarray(Math.max(0, i - 100), i).every((v) => Math.abs(v) < 0.01)
      ) {
        heard++;
      }
    }
    expect(heard).toBe(bursts);
  });

  test('silence within speech gets shorter as well', () => {
    const samples = new Float32Array(3 * RATE);
    samples.set(vowel(120, 1));
    samples.set(vowel(120, 1), 2 * RATE);
    const out = stretched(samples, 2);
    const isLoud = (value: number): boolean => Math.abs(value) > 0.01;
    const gap = out.subarray(RATE * 0.4, RATE * 1.1).findIndex(isLoud);
    expect(out.subarray(RATE * 0.6, RATE * 0.9).some(isLoud)).toBe(false);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(Math.abs(out.length / RATE - 1.5)).toBeLessThan(0.05);
  });

  test.each([
    ['faster', 300],
    ['slower', 150],
  ])('a live rate changes in the middle of a play, within 100 ms: %s', (_, rate) => {
    const { ring, writer, take } = setUp();
    writer.liveRate(200);
    writer.write(vowel(120, 2), markOf(1, 1, 200));
    take(RATE / 2);
    const changed = ring.load(Slot.READ);
    writer.liveRate(rate);
    const window = RATE / 10;
    take(window);
    const second = ring.load(Slot.READ);
    take(5 * window);
    expect(Math.abs((second - changed) / window - 1)).toBeGreaterThan(0.12);
    const tempo = (ring.load(Slot.READ) - second) / (5 * window);
    expect(Math.abs(tempo / (rate / 200) - 1)).toBeLessThan(0.08);
  });

  test('a play without a rate keeps its own', () => {
    const { ring, writer, take } = setUp();
    writer.liveRate(400);
    writer.write(vowel(120, 1), markOf(1, 1, 0));
    take(4800);
    expect(ring.load(Slot.READ)).toBe(4864);
  });

  test('back at the rate it was made at, it is exact again', () => {
    const { ring, writer, take } = setUp();
    const samples = noise(2);
    writer.liveRate(300);
    writer.write(samples, markOf(1, 1, 200));
    take(RATE / 2);
    writer.liveRate(200);
    take(RATE / 10);
    const at = ring.load(Slot.READ);
    expect([...take(RATE / 10)]).toEqual([...samples.subarray(at, at + 4864)]);
  });

  test.each([0.5, 1.5, 2.5])(
    'at %f the next play begins with its first sample, whole',
    (factor) => {
      const { writer, take } = setUp();
      writer.write(vowel(120, 0.5), markOf(1, factor));
      const next = noise(0.2).map((value) => value + 2);
      writer.write(next, markOf(2));
      const out = take();
      const first = out.findIndex((value) => value > 1);
      expect([...out.subarray(first, first + next.length)]).toEqual([...next]);
    },
  );

  test.each([0.5, 0.8, 1.5, 2.5])('at %f READ never goes back', (factor) => {
    const { ring, writer, take } = setUp({ origin: 0x7fffffff - 20_000 });
    writer.write(vowel(120, 1), markOf(1, factor));
    let before = ring.load(Slot.READ);
    for (let n = 0; n < 150; n++) {
      take(QUANTUM);
      const now = ring.load(Slot.READ);
      expect((now - before) | 0).toBeGreaterThanOrEqual(0);
      before = now;
    }
  });

  test.each([0.5, 0.8, 1.5, 2.5])(
    'at %f a ring that is kept full is read right, also where it wraps',
    (factor) => {
      const samples = sine(150, 4);
      const { ring, writer, take } = setUp({ frames: 1 << 15, origin: 0x7fffffff - 60_000 });
      let at = 0;
      let most = 0;
      let last = [0, 0];
      while (at < samples.length) {
        const count = Math.min(writer.space(), samples.length - at);
        writer.write(samples.subarray(at, at + count), markOf(1, factor));
        at += count;
        for (const value of take(QUANTUM)) {
          most = Math.max(most, Math.abs(value - 2 * last[1]! + last[0]!));
          last = [last[1]!, value];
        }
      }
      expect(most).toBeLessThan(0.01);
      expect(ring.load(Slot.UNDERRUNS)).toBe(0);
    },
  );

  test('a cut of a stretched play fades, and the next begins', () => {
    const { writer, take } = setUp();
    writer.write(sine(200, 2), markOf(1, 1.5));
    take(RATE / 4);
    writer.cut(0);
    const next = noise(0.1);
    writer.write(next, markOf(2));
    const out = take();
    expect([...out.subarray(-next.length)].length).toBe(next.length);
    const first = out.findIndex((_, i) => out[i] === next[0] && out[i + 1] === next[1]);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(256);
    expect([...out.subarray(first, first + next.length)]).toEqual([...next]);
  });

  test('while samples are short it goes on as they come, without waiting', () => {
    const { writer, take } = setUp();
    const samples = sine(200, 1);
    let out = 0;
    for (let at = 0; at < samples.length; at += 480) {
      writer.write(samples.subarray(at, at + 480), markOf(1, 0.7));
      out += take(480).length;
    }
    expect(out).toBeGreaterThanOrEqual(RATE);
  });
});
