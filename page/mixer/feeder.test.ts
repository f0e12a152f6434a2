import { describe, expect, test } from 'vitest';
import { GAIN_UNITY, Slot } from '../../shared/audio/ring-layout.ts';
import { Feeder } from './feeder.ts';
import { Mixer } from './mixer.ts';
import { Ring } from './ring.ts';

const QUANTUM = 128;

/** Feeder and mixer over one ring; the feeder runs as the worker does, when it is woken. */
function setUp({ frames = 8192, origin = 0 } = {}) {
  const ring = Ring.create(frames);
  ring.store(Slot.GAIN, GAIN_UNITY);
  ring.store(Slot.READ, origin);
  ring.store(Slot.WRITE, origin);
  const mixer = new Mixer(ring);
  const events: string[] = [];
  const feeder = new Feeder(ring, {
    started: (play) => events.push(`started ${play}`),
    ended: (play) => events.push(`ended ${play}`),
  });
  const take = (count: number): number[] => {
    const out: number[] = [];
    feeder.pump();
    while (out.length < count) {
      const wake = ring.load(Slot.WAKE);
      const quantum = new Float32Array(QUANTUM);
      mixer.process(quantum);
      out.push(...quantum);
      if (ring.load(Slot.WAKE) !== wake) feeder.pump();
    }
    return out;
  };
  const play = (id: number, samples: Float32Array, sampleRate = 48000): void => {
    feeder.begin(id);
    feeder.write(id, sampleRate, samples);
    feeder.end(id);
  };
  return { ring, feeder, events, take, play };
}

const ramp = (from: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (from + i) / 65536);

describe('Feeder', () => {
  test('plays and their parts join sample by sample', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 1000));
    feeder.begin(2);
    feeder.write(2, 48000, ramp(1000, 333));
    feeder.write(2, 48000, ramp(1333, 1));
    feeder.write(2, 48000, ramp(1334, 700));
    feeder.end(2);
    play(3, ramp(2034, 14));
    expect(take(2048)).toEqual([...ramp(0, 2048)]);
    expect(events).toEqual([
      'started 1',
      'ended 1',
      'started 2',
      'ended 2',
      'started 3',
      'ended 3',
    ]);
  });

  test('a play much longer than the ring is fed without an underrun', () => {
    const { ring, feeder, events, take } = setUp({ frames: 2048, origin: 0x7fffffff - 5000 });
    feeder.begin(1);
    feeder.write(1, 48000, ramp(0, 20000));
    feeder.write(1, 48000, ramp(20000, 20032));
    feeder.end(1);
    expect(take(40064).slice(0, 40032)).toEqual([...ramp(0, 40032)]);
    expect(events).toEqual(['started 1', 'ended 1']);
    expect(ring.load(Slot.UNDERRUNS)).toBe(0);
  });

  test('started comes with the first sample taken, not with the first written', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 200));
    play(2, ramp(0, 200));
    feeder.pump();
    expect(events).toEqual([]);
    take(QUANTUM);
    expect(events).toEqual(['started 1']);
    take(QUANTUM);
    expect(events).toEqual(['started 1', 'ended 1', 'started 2']);
  });

  test('a play is over only after its end', () => {
    const { feeder, events, take } = setUp();
    feeder.begin(1);
    feeder.write(1, 48000, ramp(0, 100));
    take(1024);
    expect(events).toEqual(['started 1']);
    feeder.write(1, 48000, ramp(0, 100));
    take(1024);
    feeder.end(1);
    feeder.pump();
    expect(events).toEqual(['started 1', 'ended 1']);
  });

  test('silence within a play is counted, before and after it is not', () => {
    const { ring, feeder, take } = setUp();
    feeder.begin(1);
    take(1024);
    feeder.write(1, 48000, ramp(0, 100));
    take(QUANTUM);
    feeder.write(1, 48000, ramp(0, QUANTUM));
    feeder.end(1);
    take(1024);
    expect(ring.load(Slot.UNDERRUNS)).toBe(28);
  });

  test('a play without samples ends in its turn, without a start', () => {
    const { events, feeder, take, play } = setUp();
    play(1, ramp(0, 300));
    feeder.begin(2);
    feeder.end(2);
    play(3, ramp(300, 84));
    expect(take(384)).toEqual([...ramp(0, 384)]);
    expect(events).toEqual(['started 1', 'ended 1', 'ended 2', 'started 3', 'ended 3']);
  });

  test('other rates last as long as they should', () => {
    const { ring, events, take, play } = setUp({ frames: 4096 });
    play(1, new Float32Array(16000).fill(0.25), 16000);
    play(2, new Float32Array(22050).fill(0.25), 22050);
    const out = take(96000 + QUANTUM);
    expect(ring.load(Slot.READ)).toBe(96000);
    expect(out[24000]).toBeCloseTo(0.25, 4);
    expect(events).toEqual(['started 1', 'ended 1', 'started 2', 'ended 2']);
  });

  test('the rate may change within a play', () => {
    const { ring, feeder, events, take } = setUp();
    feeder.begin(1);
    feeder.write(1, 16000, new Float32Array(1600));
    feeder.write(1, 24000, new Float32Array(2400));
    feeder.end(1);
    take(9600 + QUANTUM);
    expect(ring.load(Slot.READ)).toBe(9600);
    expect(events).toEqual(['started 1', 'ended 1']);
  });
});

describe('cut', () => {
  test('drops the play and all after it; they report nothing', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 600));
    play(2, ramp(1000, 9000));
    play(3, ramp(1000, 600));
    take(QUANTUM);
    feeder.cut(2);
    play(4, ramp(600, 100));
    expect(take(640).slice(0, 572)).toEqual([...ramp(128, 572)]);
    expect(events).toEqual(['started 1', 'ended 1', 'started 4', 'ended 4']);
  });

  test('of the sounding play: the next begins within 5 ms', () => {
    const { ring, feeder, events, take, play } = setUp();
    play(1, new Float32Array(20000).fill(0.5));
    take(1024);
    feeder.cut(1);
    play(2, new Float32Array(100).fill(-0.5));
    const out = take(512);
    expect(out.indexOf(-0.5)).toBeGreaterThan(0);
    expect(out.indexOf(-0.5)).toBeLessThanOrEqual(256);
    expect(out.filter((value) => value === -0.5).length).toBe(100);
    expect(events).toEqual(['started 1', 'started 2', 'ended 2']);
    expect(ring.load(Slot.UNDERRUNS)).toBe(0);
  });

  test('takes what is queued behind a full ring, too', () => {
    const { feeder, events, take, play } = setUp({ frames: 2048 });
    play(1, ramp(0, 10000));
    play(2, ramp(0, 10000));
    take(QUANTUM);
    feeder.cut(2);
    play(3, ramp(10000, 112));
    expect(take(10112 - QUANTUM).slice(0, 10112 - QUANTUM)).toEqual([...ramp(128, 9984)]);
    expect(events).toEqual(['started 1', 'ended 1', 'started 3', 'ended 3']);
  });

  test('repeated cuts and plays without a quantum between them', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 3000));
    take(QUANTUM);
    for (let id = 2; id < 10; id++) {
      feeder.cut(id - 1);
      play(id, ramp(id * 1000, 300));
      feeder.pump();
    }
    const out = take(1024);
    const first = out.indexOf(9000 / 65536);
    expect(out.slice(first, first + 300)).toEqual([...ramp(9000, 300)]);
    expect(events).toEqual(['started 1', 'started 9', 'ended 9']);
  });

  test('a cut behind a cut that still waits loses and doubles nothing', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 600));
    play(2, ramp(3000, 300));
    take(QUANTUM);
    feeder.cut(2);
    play(3, ramp(600, 50));
    play(4, ramp(4000, 100));
    feeder.pump();
    feeder.cut(4);
    play(5, ramp(650, 100));
    feeder.pump();
    const out = take(1024).filter((value) => value !== 0);
    expect(out).toEqual([...ramp(128, 622)]);
    expect(events).toEqual([
      'started 1',
      'ended 1',
      'started 3',
      'ended 3',
      'started 5',
      'ended 5',
    ]);
  });

  test('of a play that is not there, or later parts of one that is cut, change nothing', () => {
    const { feeder, events, take, play } = setUp();
    play(1, ramp(0, 128));
    feeder.cut(7);
    feeder.begin(2);
    feeder.cut(2);
    feeder.write(2, 48000, ramp(0, 500));
    feeder.end(2);
    expect(take(256)).toEqual([...ramp(0, 128), ...Array(128).fill(0)]);
    expect(events).toEqual(['started 1', 'ended 1']);
  });
});

test('the clock is needed while there is a play, unless paused', () => {
  const { feeder, take, play } = setUp();
  expect(feeder.active()).toBe(false);
  play(1, ramp(0, 100));
  feeder.pump();
  expect([feeder.active(), feeder.mustMove()]).toEqual([true, true]);
  feeder.pause(true);
  expect([feeder.active(), feeder.mustMove()]).toEqual([false, false]);
  feeder.pause(false);
  take(256);
  expect([feeder.active(), feeder.mustMove()]).toEqual([false, false]);
});
