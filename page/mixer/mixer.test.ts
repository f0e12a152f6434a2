import { describe, expect, test } from 'vitest';
import { GAIN_UNITY, Slot, markOf } from '../../shared/audio/ring-layout.ts';
import { Mixer } from './mixer.ts';
import { Ring, RingWriter } from './ring.ts';

const QUANTUM = 128;
const FADE = 256;

/** A ring whose counters start at `origin`, and its two ends. */
function setUp({ frames = 8192, origin = 0 } = {}) {
  const ring = Ring.create(frames);
  ring.store(Slot.GAIN, GAIN_UNITY);
  ring.store(Slot.READ, origin);
  ring.store(Slot.WRITE, origin);
  ring.store(Slot.WAKE_AT, (origin + 0x3fffffff) | 0);
  const mixer = new Mixer(ring);
  const take = (count: number): number[] => {
    const out: number[] = [];
    while (out.length < count) {
      const quantum = new Float32Array(QUANTUM);
      mixer.process(quantum);
      out.push(...quantum);
    }
    return out;
  };
  return { ring, writer: new RingWriter(ring), take };
}

/** Samples that tell their place: (from + i) / 65536. */
const ramp = (from: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (from + i) / 65536);
const flat = (level: number, count: number): Float32Array => new Float32Array(count).fill(level);
const largestStep = (out: number[]): number =>
  Math.max(...out.slice(1).map((value, i) => Math.abs(value - (out[i] as number))));

describe('Mixer', () => {
  test('gives the samples exactly, then silence', () => {
    const { writer, take, ring } = setUp();
    writer.write(ramp(1, 300));
    const out = take(384);
    expect(out.slice(0, 300)).toEqual([...ramp(1, 300)]);
    expect(out.slice(300)).toEqual(Array(84).fill(0));
    expect(ring.load(Slot.READ)).toBe(300);
  });

  test.each([0x7fffffff - 1000, -500])('counters wrap (from %i)', (origin) => {
    const { writer, take } = setUp({ origin, frames: 2048 });
    const out: number[] = [];
    for (let at = 0; at < 4096; at += 1024) {
      expect(writer.space()).toBe(2048 - 512 - 256);
      writer.write(ramp(at, 1024));
      out.push(...take(1024));
    }
    expect(out).toEqual([...ramp(0, 4096)]);
  });

  test('a pause fades for 5 ms, then nothing is taken; resuming goes on there', () => {
    const { ring, writer, take } = setUp();
    writer.write(flat(1, 4000));
    take(QUANTUM);
    writer.pause(true);
    const out = take(512);
    expect(out[0]).toBeLessThan(1);
    expect(largestStep(out)).toBeLessThan(0.01);
    expect(out.slice(FADE)).toEqual(Array(512 - FADE).fill(0));
    const read = ring.load(Slot.READ);
    expect(read).toBeLessThanOrEqual(QUANTUM + FADE);
    take(5000);
    expect(ring.load(Slot.READ)).toBe(read);
    writer.pause(false);
    const back = take(512);
    expect(back[0]).toBeGreaterThan(0);
    expect(largestStep(back)).toBeLessThan(0.01);
    expect(back[FADE]).toBe(1);
  });

  test('paused while there is nothing: what comes later starts at its full level', () => {
    const { writer, take } = setUp();
    writer.pause(true);
    take(QUANTUM);
    writer.pause(false);
    take(QUANTUM);
    writer.write(flat(1, QUANTUM));
    expect(take(QUANTUM)).toEqual(Array(QUANTUM).fill(1));
  });

  test('the gain moves in 10 ms, without a step', () => {
    const { writer, take } = setUp();
    writer.write(flat(1, 4000));
    take(QUANTUM);
    writer.gain(0.5);
    const out = take(640);
    expect(largestStep(out)).toBeLessThan(0.003);
    expect(out.at(-1)).toBe(0.5);
    expect(out[200]).toBeGreaterThan(0.5);
    writer.gain(0);
    expect(take(640).at(-1)).toBe(0);
  });

  test('a gain that changes in silence holds from the first sample on', () => {
    const { writer, take } = setUp();
    take(QUANTUM);
    writer.gain(0.5);
    writer.write(flat(1, QUANTUM));
    expect(take(QUANTUM)).toEqual(Array(QUANTUM).fill(0.5));
  });

  test('muted samples are taken all the same', () => {
    const { ring, writer, take } = setUp();
    writer.gain(0);
    writer.write(flat(1, 1000));
    take(1024);
    expect(ring.load(Slot.READ)).toBe(1000);
  });

  test('silence inside a play is counted', () => {
    const { ring, writer, take } = setUp();
    writer.write(flat(1, 100));
    writer.open(true);
    take(QUANTUM);
    expect(ring.load(Slot.UNDERRUNS)).toBe(28);
    writer.open(false);
    take(QUANTUM);
    expect(ring.load(Slot.UNDERRUNS)).toBe(28);
  });

  test('missing samples inside a play make no click, neither where they begin nor where they end', () => {
    const { writer, take } = setUp();
    writer.open(true);
    writer.write(flat(0.5, 300));
    const out = take(640);
    writer.write(flat(0.5, 1000));
    out.push(...take(1280));
    expect(out.slice(0, 300)).toEqual(Array(300).fill(0.5));
    expect(largestStep(out.slice(0, 1600))).toBeLessThan(0.02);
    expect(out[639]).toBe(0);
    expect(out[640]).toBeLessThan(0.01);
    expect(out[640 + FADE]).toBe(0.5);
  });

  test('a play that begins after missing samples begins at its full level', () => {
    const { writer, take } = setUp();
    writer.open(true);
    writer.write(flat(0.5, 100), markOf(1));
    take(1024);
    writer.write(flat(0.25, 256), markOf(2));
    expect(take(256)).toEqual(Array(256).fill(0.25));
  });

  test('the wake counter moves only when READ reaches WAKE_AT', () => {
    const { ring, writer, take } = setUp();
    writer.write(flat(1, 1000));
    expect(writer.wakeAt(200)).toBe(true);
    take(QUANTUM);
    expect(ring.load(Slot.WAKE)).toBe(0);
    take(QUANTUM);
    expect(ring.load(Slot.WAKE)).toBe(1);
    take(QUANTUM);
    expect(ring.load(Slot.WAKE)).toBe(1);
    expect(writer.wakeAt(384)).toBe(false);
  });
});

describe('a cut', () => {
  test('of what sounds fades for 5 ms, then the next sounds at once', () => {
    const { ring, writer, take } = setUp();
    writer.write(flat(1, 4000));
    take(QUANTUM);
    expect(writer.cut(0)).toBe(true);
    expect(writer.cutPending()).toBe(true);
    writer.write(flat(-1, 500));
    const out = take(1024);
    const turn = out.indexOf(-1);
    expect(turn).toBeGreaterThan(200);
    expect(turn).toBeLessThanOrEqual(FADE);
    expect(largestStep(out.slice(0, turn))).toBeLessThan(0.01);
    expect(out.slice(turn, turn + 500)).toEqual(Array(500).fill(-1));
    expect(ring.load(Slot.READ)).toBe(4500);
    expect(writer.cutPending()).toBe(false);
    expect(ring.load(Slot.WAKE)).toBe(1);
  });

  test('of what comes soon: plays up to it, then goes on after the gap', () => {
    const { writer, take } = setUp();
    writer.write(ramp(0, 1000));
    take(QUANTUM);
    writer.cut(600);
    expect(writer.cutPending()).toBe(true);
    writer.write(ramp(5000, 300));
    const out = take(1024);
    expect(out.slice(0, 472)).toEqual([...ramp(128, 472)]);
    expect(out.slice(472, 772)).toEqual([...ramp(5000, 300)]);
  });

  test('of what is far takes the frames back and needs no answer', () => {
    const { ring, writer, take } = setUp();
    writer.write(ramp(0, 4000));
    take(QUANTUM);
    expect(writer.cut(3000)).toBe(true);
    expect(writer.cutPending()).toBe(false);
    expect(ring.load(Slot.WRITE)).toBe(3000);
    writer.write(ramp(9000, 100));
    expect(take(3072).slice(0, 2972)).toEqual([...ramp(128, 2872), ...ramp(9000, 100)]);
  });

  test('merges with a pending one that lies after it', () => {
    const { writer, take } = setUp();
    writer.write(ramp(0, 800));
    take(QUANTUM);
    writer.cut(600);
    writer.write(ramp(1000, 100));
    expect(writer.cut(400)).toBe(true);
    writer.write(ramp(2000, 100));
    expect(take(512).slice(0, 372)).toEqual([...ramp(128, 272), ...ramp(2000, 100)]);
  });

  test('of what was written right after a pending gap merges with it', () => {
    const { writer, take } = setUp();
    writer.write(ramp(0, 800));
    writer.cut(600);
    writer.write(ramp(1000, 100));
    expect(writer.cut(800)).toBe(true);
    writer.write(ramp(2000, 100));
    expect(take(768).slice(0, 700)).toEqual([...ramp(0, 600), ...ramp(2000, 100)]);
  });

  test('after a pending gap waits for it', () => {
    const { writer, take } = setUp();
    writer.write(ramp(0, 800));
    writer.cut(600);
    writer.write(ramp(1000, 100));
    writer.write(ramp(1100, 100));
    expect(writer.cut(900)).toBe(false);
    expect(take(640).slice(0, 640)).toEqual([...ramp(0, 600), ...ramp(1000, 40)]);
    expect(writer.cut(900)).toBe(true);
    writer.write(ramp(3000, 100));
    expect(take(256).slice(0, 160)).toEqual([...ramp(1040, 60), ...ramp(3000, 100)]);
  });

  test('while paused is done in silence', () => {
    const { writer, take } = setUp();
    writer.write(flat(1, 2000));
    take(QUANTUM);
    writer.pause(true);
    take(512);
    writer.cut(0);
    writer.write(flat(0.5, 1000));
    expect(take(512)).toEqual(Array(512).fill(0));
    writer.pause(false);
    expect(take(512).at(-1)).toBe(0.5);
  });

  test('across the wrap of the counters', () => {
    const origin = 0x7fffffff - 100;
    const { writer, take } = setUp({ origin });
    writer.write(ramp(0, 1000));
    writer.cut((origin + 300) | 0);
    writer.write(ramp(4000, 100));
    expect(take(512).slice(0, 400)).toEqual([...ramp(0, 300), ...ramp(4000, 100)]);
  });

  test('of nothing changes nothing', () => {
    const { ring, writer } = setUp();
    writer.write(flat(1, 10));
    expect(writer.cut(10)).toBe(true);
    expect(ring.load(Slot.CUT_SEQ)).toBe(0);
  });
});
