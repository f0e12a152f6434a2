import { beforeEach, describe, expect, test } from 'vitest';
import { CLIP_VOICES, GAIN_UNITY, Slot, mixerBytes } from '../../shared/audio/ring-layout.ts';
import { Bus } from './bus.ts';
import { Clips } from './clips.ts';
import { Designs } from './designs.ts';
import { RingWriter, ringsIn, type Ring } from './ring.ts';

const QUANTUM = 128;

let bus: Bus;
let clips: Clips;
let speech: RingWriter;
let rings: Ring[];
let ended: number[];

beforeEach(() => {
  const memory = new SharedArrayBuffer(mixerBytes());
  const all = ringsIn(memory);
  rings = [all.speech, ...all.clips];
  for (const ring of rings) ring.store(Slot.GAIN, GAIN_UNITY);
  bus = new Bus(memory);
  speech = new RingWriter(all.speech);
  ended = [];
  clips = new Clips(all.clips, new Designs(), (clip) => ended.push(clip));
});

function take(count: number): number[] {
  const out: number[] = [];
  while (out.length < count) {
    const wake = rings[0]!.load(Slot.WAKE);
    const quantum = new Float32Array(QUANTUM);
    bus.process(quantum);
    for (const sample of quantum) out.push(sample);
    if (rings[0]!.load(Slot.WAKE) !== wake) while (clips.pump());
  }
  return out;
}

/** Samples that tell their place, times 1/65536 so that sums are exact. */
const ramp = (from: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (from + i) / 65536);
const flat = (level: number, count: number): Float32Array => new Float32Array(count).fill(level);

function start(id: number, samples: Float32Array, gain = 1, rate = 48000): void {
  clips.start(id, rate, samples, gain);
  clips.pump();
}

describe('clips', () => {
  test('are added to speech, sample by sample', () => {
    speech.write(ramp(0, 2000));
    take(QUANTUM);
    start(1, ramp(100, 500));
    const out = take(1280);
    const both = [...ramp(128, 1280)].map((value, i) => value + (i < 500 ? (100 + i) / 65536 : 0));
    expect(out).toEqual(both);
    expect(ended).toEqual([1]);
  });

  test('sound without speech, and while it is paused', () => {
    start(1, ramp(0, 300));
    expect(take(384).slice(0, 300)).toEqual([...ramp(0, 300)]);
    speech.write(flat(0.5, 1000));
    speech.pause(true);
    take(1024);
    start(2, ramp(0, 300));
    expect(take(384).slice(0, 300)).toEqual([...ramp(0, 300)]);
  });

  test('several begin together', () => {
    for (let id = 1; id <= 4; id++) clips.start(id, 48000, ramp(id, 200), 1);
    clips.pump();
    const sum = (i: number): number => (10 + 4 * i) / 65536;
    expect(take(256).slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, i) => sum(i)));
    expect(ended).toEqual([1, 2, 3, 4]);
  });

  test('longer than their ring are fed on', () => {
    start(1, ramp(0, 60_000));
    expect(take(60_032).slice(0, 60_000)).toEqual([...ramp(0, 60_000)]);
    expect(ended).toEqual([1]);
  });

  test('have a gain of their own, a rate of their own, and follow the output', () => {
    clips.gain(0.5);
    start(1, flat(0.5, 16_000), 0.5, 16000);
    const out = take(48_128);
    expect(out[24_000]).toBeCloseTo(0.125, 4);
    expect(out.slice(48_000)).toEqual(Array(128).fill(0));
  });

  test('stopped, fade within 5 ms and are not told as ended', () => {
    start(1, flat(0.5, 10_000));
    take(1024);
    clips.stop(1);
    clips.pump();
    const out = take(512);
    const steps = out.slice(1).map((value, i) => Math.abs(value - out[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.01);
    expect(out.slice(256)).toEqual(Array(256).fill(0));
    expect(ended).toEqual([]);
    expect(clips.active()).toBe(false);
  });

  test('of which there are too many: the oldest makes room', () => {
    for (let id = 1; id <= CLIP_VOICES; id++) start(id, flat(0.01, 20_000));
    take(QUANTUM);
    start(100, flat(0.01, 20_000));
    expect(ended).toEqual([1]);
    take(21_000);
    expect(ended).toEqual([1, 2, 3, 4, 5, 6, 100]);
  });

  test('without samples end at once', () => {
    start(1, new Float32Array(0));
    expect(ended).toEqual([1]);
  });

  test('unknown or over: stopping changes nothing', () => {
    start(1, ramp(0, 10));
    take(QUANTUM);
    clips.stop(1);
    clips.stop(7);
    expect(ended).toEqual([1]);
  });
});

describe('the sum', () => {
  const loud = (hz: number, count: number, level = 0.8): Float32Array =>
    Float32Array.from(
      { length: count },
      (_, i) => level * Math.sin((2 * Math.PI * hz * i) / 48000),
    );

  test('never passes full scale', () => {
    speech.write(loud(200, 20_000));
    take(QUANTUM);
    for (let id = 1; id <= 4; id++) start(id, loud(200 + 37 * id, 10_000));
    const out = take(19_000);
    expect(out.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThanOrEqual(1);
  });

  test('is lowered smoothly, before the peaks, and comes back', () => {
    speech.write(flat(0.8, 100_000));
    take(QUANTUM);
    const clip = flat(0, 8000);
    clip.fill(0.6, 2000, 6000);
    start(1, clip);
    const out = take(90_000);
    const gains = out.map((value, i) => value / (0.8 + (clip[i] ?? 0)));
    const steps = gains.slice(1).map((gain, i) => Math.abs(gain - gains[i]!));
    expect(steps.reduce((most, step) => Math.max(most, step), 0)).toBeLessThan(0.005);
    expect(out[4000]).toBeCloseTo(1, 5);
    expect(out.at(-1)).toBe(Math.fround(0.8));
  });

  test('below full scale speech keeps its level: a clip does not duck it', () => {
    speech.write(flat(0.5, 4000));
    take(QUANTUM);
    start(1, flat(0.25, 1000));
    const out = take(1280);
    expect(out.slice(0, 1000)).toEqual(Array(1000).fill(0.75));
    expect(out.slice(1000)).toEqual(Array(280).fill(0.5));
  });

  test('is within full scale although speech alone passes it', () => {
    speech.write(flat(1.5, 1000));
    expect(take(1024).slice(0, 1000)).toEqual(Array(1000).fill(1));
  });
});

test('the pre-roll is silence in which nothing is taken', () => {
  rings[0]!.store(Slot.PRE_ROLL, 300);
  speech.write(ramp(1, 500));
  start(1, flat(0.25, 100));
  const out = take(1024);
  expect(out.slice(0, 384)).toEqual(Array(384).fill(0));
  expect(out[384]).toBe(0.25 + 1 / 65536);
  expect(out.slice(484, 884)).toEqual([...ramp(101, 400)]);
  expect(rings[0]!.load(Slot.PRE_ROLL)).toBe(0);
});
