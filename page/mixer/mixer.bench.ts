/** What the mixer costs: the worklet's quantum, and the worker's way from samples to the ring. */
import { GAIN_UNITY, Slot, markOf, mixerBytes } from '../../shared/audio/ring-layout.ts';
import { Bus } from './bus.ts';
import { Clips } from './clips.ts';
import { Designs } from './designs.ts';
import { Feeder } from './feeder.ts';
import { Loudness } from './loudness.ts';
import { Ring, RingWriter, ringsIn } from './ring.ts';

const RATE = 48_000;
const QUANTUM = 128;
const SECONDS = 60;
/** A tenth of the 2667 µs that a quantum lasts. */
const QUANTUM_TARGET_US = 270;

/** A voice-like sound: harmonics of a pitch that sways, in syllables. */
function voice(seconds: number, rate: number): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    const at = i / rate;
    phase += (120 * (1 + 0.1 * Math.sin(2 * at))) / rate;
    let sum = 0;
    for (let n = 1; n < 12; n++) sum += Math.sin(2 * Math.PI * n * phase) / n;
    return 0.2 * sum * Math.sin(Math.PI * 3 * at) ** 2;
  });
}

export function bench() {
  const samples = voice(2, RATE);
  const plain = quanta(samples, 1, 0);
  const fast = quanta(samples, 1.5, 0);
  const fastest = quanta(samples, 2.5, 0);
  const slow = quanta(samples, 0.6, 0);
  const clips = quanta(samples, 1, 4);
  const all = quanta(samples, 2.5, 4);
  return [
    row('a quantum, speech as it is, mean', mean(plain)),
    row('the same, 1.5 times as fast', mean(fast)),
    row('the same, 2.5 times as fast', mean(fastest)),
    row('the same, 0.6 times as fast', mean(slow)),
    row('the same, with four clips through the limiter', mean(clips)),
    { ...row('all of it, 2.5 times as fast, p99', at(all, 0.99)), target: QUANTUM_TARGET_US },
    ...[16_000, 22_050, 24_000, 48_000].map((rate) => ({
      name: `a second of ${rate} Hz, measured, resampled, limited`,
      value: feeding(rate, -16),
      unit: 'ms',
      target: 20,
    })),
    { name: 'the same from 24000 Hz, loudness off', value: feeding(24_000, null), unit: 'ms' },
    {
      name: 'a sentence of 4 s at 24000 Hz, measured, to its first block in the ring',
      value: firstBlock(24_000, 4),
      unit: 'ms',
      target: 10,
    },
  ];
}

/** Microseconds of each quantum. */
function quanta(samples: Float32Array, tempo: number, clipCount: number): number[] {
  const memory = new SharedArrayBuffer(mixerBytes());
  const rings = ringsIn(memory);
  for (const ring of [rings.speech, ...rings.clips]) ring.store(Slot.GAIN, GAIN_UNITY);
  const bus = new Bus(memory);
  const writer = new RingWriter(rings.speech);
  const clips = new Clips(rings.clips, new Designs(), () => undefined);
  const out = new Float32Array(QUANTUM);
  const mark = markOf(1, tempo);
  const took: number[] = [];
  let written = 0;
  for (let n = 0; n < (SECONDS * RATE) / QUANTUM; n++) {
    const count = Math.min(writer.space(), samples.length - written);
    writer.write(samples.subarray(written, written + count), mark);
    written = (written + count) % samples.length;
    if (clipCount > 0 && !clips.active()) {
      for (let clip = 0; clip < clipCount; clip++)
        clips.start(n * 10 + clip, RATE, samples.slice(), 1);
    }
    while (clips.pump());
    const began = performance.now();
    bus.process(out);
    took.push((performance.now() - began) * 1000);
  }
  return took.slice(took.length / 10);
}

/** Milliseconds for a second of sound, from `write` to the ring. */
function feeding(rate: number, target: number | null): number {
  const { feeder, ring } = worker(target, 1 << 17);
  const samples = voice(1, rate);
  return median(60, (id) => {
    const copy = samples.slice();
    const began = performance.now();
    feeder.begin(id, { source: 'voice' });
    feeder.write(id, rate, copy);
    feeder.end(id);
    while (feeder.pump());
    const took = performance.now() - began;
    // All of it was heard.
    ring.store(Slot.READ, ring.load(Slot.WRITE));
    feeder.pump();
    return took;
  });
}

/** Milliseconds until a whole sentence is measured and its first block is in the ring, which holds no more. */
function firstBlock(rate: number, seconds: number): number {
  const samples = voice(seconds, rate);
  const { designs } = worker(-16, 1 << 12);
  designs.of(rate);
  return median(40, (id) => {
    const { feeder } = worker(-16, 1 << 12, designs);
    const copy = samples.slice();
    const began = performance.now();
    feeder.begin(id, { source: 'voice' });
    feeder.write(id, rate, copy);
    feeder.end(id);
    feeder.pump();
    return performance.now() - began;
  });
}

function worker(target: number | null, frames: number, designs = new Designs()) {
  const ring = Ring.create(frames);
  const loudness = new Loudness();
  loudness.target = target;
  const events = { started: () => undefined, ended: () => undefined };
  return { ring, designs, feeder: new Feeder(ring, events, { designs, loudness }) };
}

function row(name: string, value: number) {
  return { name, value, unit: 'µs' };
}

function median(runs: number, run: (id: number) => number): number {
  return at(
    Array.from({ length: runs }, (_, n) => run(n + 1)),
    0.5,
  );
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function at(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
