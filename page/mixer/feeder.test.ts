import { describe, expect, test } from 'vitest';
import { GAIN_UNITY, Slot } from '../../shared/audio/ring-layout.ts';
import { Designs } from './designs.ts';
import { Feeder } from './feeder.ts';
import { Loudness } from './loudness.ts';
import { LoudnessMeter } from './loudness-meter.ts';
import { Mixer } from './mixer.ts';
import { Ring } from './ring.ts';

const QUANTUM = 128;

/** Feeder and mixer over one ring; the feeder runs as the worker does, when it is woken. */
function setUp({ frames = 8192, origin = 0, loudness = new Loudness() } = {}) {
  const ring = Ring.create(frames);
  ring.store(Slot.GAIN, GAIN_UNITY);
  ring.store(Slot.READ, origin);
  ring.store(Slot.WRITE, origin);
  const mixer = new Mixer(ring);
  const events: string[] = [];
  const feeder = new Feeder(
    ring,
    {
      started: (play) => events.push(`started ${play}`),
      ended: (play) => events.push(`ended ${play}`),
    },
    { designs: new Designs(), loudness },
  );
  const pump = (): void => {
    while (feeder.pump());
  };
  const take = (count: number): number[] => {
    const out: number[] = [];
    pump();
    while (out.length < count) {
      const wake = ring.load(Slot.WAKE);
      const quantum = new Float32Array(QUANTUM);
      mixer.process(quantum);
      for (const sample of quantum) out.push(sample);
      if (ring.load(Slot.WAKE) !== wake) pump();
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

  test('a long play is put in slice by slice, so that other work is let in', () => {
    const { ring, feeder } = setUp({ frames: 1 << 16 });
    feeder.begin(1);
    feeder.write(1, 48000, ramp(0, 30_000));
    feeder.end(1);
    expect(feeder.pump()).toBe(true);
    const first = ring.load(Slot.WRITE);
    expect(first).toBeGreaterThan(4000);
    expect(first).toBeLessThan(8000);
    while (feeder.pump());
    expect(ring.load(Slot.WRITE)).toBe(30_000);
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

describe('loudness', () => {
  const RATE = 48000;
  /** Speech-like in that it comes and goes: a tone in syllables, with a pause in the middle. */
  const syllables = (seconds: number, level: number, rate = RATE): Float32Array =>
    Float32Array.from({ length: seconds * rate }, (_, i) => {
      const at = i / rate;
      const pause = at % 2 > 1.8 ? 0 : 1;
      return level * pause * Math.sin(Math.PI * 4 * at) ** 2 * Math.sin(2 * Math.PI * 440 * at);
    });
  const lufs = (samples: ArrayLike<number>): number => {
    const meter = new LoudnessMeter();
    meter.push(Float32Array.from(samples), RATE);
    return meter.integrated() ?? -Infinity;
  };
  const decibels = (ratio: number): number => 20 * Math.log10(Math.abs(ratio));

  function levelled(target: number | null = -16) {
    const loudness = new Loudness();
    loudness.target = target;
    return { ...setUp({ frames: 1 << 17, loudness }), loudness };
  }

  test.each([0.05, 0.1, 0.3, 0.9])('a whole play of level %f comes out at the target', (level) => {
    const { take, play } = levelled();
    play(1, syllables(3, level));
    expect(Math.abs(lufs(take(3 * RATE)) + 16)).toBeLessThan(0.5);
  });

  test.each([-30, -23, -12])('the target may be %i LUFS', (target) => {
    const { take, play } = levelled(target);
    play(1, syllables(3, 0.2));
    expect(Math.abs(lufs(take(3 * RATE)) - target)).toBeLessThan(0.5);
  });

  test.each([0.1, 0.25])(
    '%f s, shorter than a block, come out at the target as well',
    (seconds) => {
      const { take, play } = levelled();
      const tone = syllables(2, 0.1).subarray(3000, 3000 + seconds * RATE);
      play(1, tone);
      expect(Math.abs(lufs(take(seconds * RATE).slice(0, tone.length)) + 16)).toBeLessThan(0.5);
    },
  );

  test('no sample passes the ceiling, and none is lost or moved', () => {
    const { take, play, ring, events } = levelled(-10);
    const clicks = syllables(2, 0.05).map((value, i) => (i % 4800 === 0 ? 0.9 : value));
    play(1, clicks);
    const out = take(2 * RATE);
    const most = out.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    expect(most).toBeLessThanOrEqual(10 ** (-1.5 / 20));
    expect(most).toBeGreaterThan(0.8);
    expect(out.findIndex((value) => value === most) % 4800).toBe(0);
    expect(ring.load(Slot.READ)).toBe(clicks.length);
    expect(events).toEqual(['started 1', 'ended 1']);
  });

  test('silence and hardly more are left alone: at most 20 dB are added', () => {
    const { take, play } = levelled();
    play(1, new Float32Array(RATE));
    play(2, syllables(2, 0.001));
    const out = take(3 * RATE);
    expect(out.slice(0, RATE).every((value) => value === 0)).toBe(true);
    const ratio = out[RATE + 30_000]! / syllables(2, 0.001)[30_000]!;
    expect(decibels(ratio)).toBeCloseTo(20, 2);
  });

  test('off, every sample is as it was', () => {
    const { take, play } = levelled(null);
    const loud = syllables(1, 1);
    play(1, loud);
    expect(take(RATE).slice(0, RATE)).toEqual([...loud]);
  });

  /** Begins at once, and gets the rest 100 ms at a time. */
  function streamed(rig: ReturnType<typeof levelled>, id: number, samples: Float32Array): number[] {
    const part = RATE / 10;
    const out: number[] = [];
    rig.feeder.begin(id, { source: 'voice' });
    for (let at = 0; at < samples.length; at += part) {
      rig.feeder.write(id, RATE, samples.slice(at, at + part));
      out.push(...rig.take(at === 0 ? 4736 - 256 : part - (part % QUANTUM)));
    }
    rig.feeder.end(id);
    out.push(...rig.take(samples.length - out.length + 6400));
    return out;
  }

  /** The gain at each sample that is loud enough, dB. */
  function gains(samples: Float32Array, out: number[]): { at: number; gain: number }[] {
    const found: { at: number; gain: number }[] = [];
    samples.forEach((value, at) => {
      if (Math.abs(value) > 0.02) found.push({ at, gain: decibels(out[at]! / value) });
    });
    return found;
  }

  test('a play that comes in parts begins with the best guess and moves slowly', () => {
    const rig = levelled();
    const samples = syllables(4, 0.08);
    samples.subarray(0, RATE / 2).forEach((value, i) => (samples[i] = value * 0.5));
    const found = gains(samples, streamed(rig, 1, samples));
    const all = found.map(({ gain }) => gain);
    expect(
      all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b)),
    ).toBeGreaterThan(1);
    const fastest = found.slice(1).map(({ at, gain }, i) => {
      const before = found[i]!;
      return Math.max(0, Math.abs(gain - before.gain) - 1e-3) / ((at - before.at) / RATE);
    });
    expect(fastest.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(3.01);
    expect(rig.ring.load(Slot.UNDERRUNS)).toBe(0);
  });

  test('the next play of the same voice begins nearly right', () => {
    const rig = levelled();
    streamed(rig, 1, syllables(4, 0.08));
    const samples = syllables(4, 0.08);
    samples.subarray(0, RATE / 2).forEach((value, i) => (samples[i] = value * 0.5));
    const found = gains(samples, streamed(rig, 2, samples));
    const right = -16 - lufs(samples);
    expect(Math.abs(found[0]!.gain - right)).toBeLessThan(1);
  });

  test('a play of which all is there before its turn is exact from its first sample on', () => {
    const rig = levelled();
    rig.play(1, syllables(2, 0.08));
    rig.feeder.begin(2);
    const second = syllables(2, 0.3);
    rig.feeder.write(2, RATE, second.slice(0, RATE / 2));
    const out = rig.take(RATE);
    rig.feeder.write(2, RATE, second.slice(RATE / 2));
    rig.feeder.end(2);
    const all = out.concat(rig.take(3 * RATE));
    expect(Math.abs(lufs(all.slice(2 * RATE, 4 * RATE)) + 16)).toBeLessThan(0.2);
  });

  test('plays join without a gap or a step, whatever their gains', () => {
    const rig = levelled();
    const tone = (level: number) =>
      Float32Array.from(
        { length: RATE / 2 },
        (_, i) => level * Math.sin((2 * Math.PI * 400 * i) / RATE),
      );
    rig.play(1, tone(0.2));
    rig.play(2, tone(0.2));
    const out = rig.take(RATE);
    let most = 0;
    for (let i = 2; i < RATE - 1; i++) {
      most = Math.max(most, Math.abs(out[i]! - 2 * out[i - 1]! + out[i - 2]!));
    }
    expect(most).toBeLessThan(0.001);
  });

  test('what is no number is silence, and harms nothing after it', () => {
    const rig = levelled();
    const broken = syllables(1, 0.2);
    broken[100] = Number.NaN;
    broken[5000] = Infinity;
    rig.play(1, broken);
    rig.play(2, syllables(1, 0.2));
    const out = rig.take(2 * RATE);
    expect(out.every(Number.isFinite)).toBe(true);
    expect(Math.abs(lufs(out.slice(RATE)) + 16)).toBeLessThan(0.5);
  });

  test('a cut while a play is levelled loses nothing of the next', () => {
    const rig = levelled();
    rig.play(1, syllables(2, 0.2));
    rig.take(QUANTUM * 10);
    rig.feeder.cut(1);
    rig.play(2, syllables(1, 0.2));
    const read = rig.ring.load(Slot.READ);
    rig.take(2 * RATE);
    expect(rig.events).toEqual(['started 1', 'started 2', 'ended 2']);
    expect(rig.ring.load(Slot.READ)).toBeGreaterThan(read + RATE);
  });
});

describe('tempo', () => {
  test('a play made at another rate is heard at the one in force; its events stay right', () => {
    const { ring, feeder, events, take } = setUp({ frames: 1 << 16 });
    feeder.liveRate(300);
    feeder.begin(1, { rate: 200 });
    feeder.write(1, 48000, new Float32Array(48000).fill(0.1));
    feeder.end(1);
    feeder.begin(2, { rate: 300 });
    feeder.write(2, 48000, ramp(0, 1280));
    feeder.end(2);
    const out = take(35_000);
    expect(events).toEqual(['started 1', 'ended 1', 'started 2', 'ended 2']);
    expect(ring.load(Slot.READ)).toBe(49280);
    const second = out.lastIndexOf(1279 / 65536) - 1279;
    expect(Math.abs(second / 32_000 - 1)).toBeLessThan(0.03);
    expect(out.slice(second, second + 1280)).toEqual([...ramp(0, 1280)]);
  });

  test('a part may ask for a stretch of its own', () => {
    const { feeder, take, ring } = setUp({ frames: 1 << 16 });
    feeder.begin(1);
    feeder.write(1, 24000, new Float32Array(24000).fill(0.1), 2);
    feeder.end(1);
    take(25_600);
    expect(ring.load(Slot.READ)).toBe(48000);
  });

  test('a stretch of its own and the rate in force both count', () => {
    const { feeder, take, ring } = setUp({ frames: 1 << 16 });
    feeder.liveRate(300);
    feeder.begin(1, { rate: 400 });
    feeder.write(1, 24000, new Float32Array(24000).fill(0.1), 4 / 3);
    feeder.end(1);
    take(24_064);
    // As fast as it was made: nothing is left out.
    expect(ring.load(Slot.READ)).toBe(24_064);
    take(24_064);
    expect(ring.load(Slot.READ)).toBe(48_000);
  });

  test('with no rate in force a stretch is heard all the same', () => {
    const { feeder, take, ring } = setUp({ frames: 1 << 16 });
    feeder.begin(1, { rate: 400 });
    feeder.write(1, 24000, new Float32Array(24000).fill(0.1), 4 / 3);
    feeder.end(1);
    take(37_500);
    expect(ring.load(Slot.READ)).toBe(48_000);
  });

  test('a rate that changes in the middle is heard over the stretch', () => {
    const { feeder, take, ring } = setUp({ frames: 1 << 17 });
    feeder.liveRate(400);
    feeder.begin(1, { rate: 400 });
    feeder.write(1, 24000, new Float32Array(48000).fill(0.1), 4 / 3);
    feeder.end(1);
    take(24_000);
    const before = ring.load(Slot.READ);
    expect(Math.abs(before / 32_000 - 1)).toBeLessThan(0.05);
    feeder.liveRate(200);
    take(24_000);
    expect(Math.abs((ring.load(Slot.READ) - before) / 16_000 - 1)).toBeLessThan(0.08);
  });
});
