/** Keeps the ring filled from the queue of plays, and tells from READ where the plays are. */
import { RING_RATE, ahead } from '../../shared/audio/ring-layout.ts';
import { Resampler } from '../../shared/audio/resample.ts';
import { RingWriter, type Ring } from './ring.ts';

/** Input samples resampled at once: few enough that the first reach the ring within a millisecond. */
const BLOCK = 1024;
/** A wake-up that is not expected to come. */
const FAR = 0x3fffffff;

interface QueuedPlay {
  play: number;
  parts: { sampleRate: number; samples: Float32Array }[];
  /** No more parts will come. */
  complete: boolean;
  resampler: { rate: number; run: Resampler } | null;
  /** Absolute frame of its first sample; null until it is its turn to be written. */
  start: number | null;
  /** Absolute frame after its last sample; null until that is written. */
  stop: number | null;
  started: boolean;
}

export interface FeederEvents {
  started(play: number): void;
  ended(play: number): void;
}

export class Feeder {
  readonly #writer: RingWriter;
  readonly #events: FeederEvents;
  /** Plays not ended, in order; `#feeding` is the first that is not wholly in the ring. */
  #plays: QueuedPlay[] = [];
  #feeding = 0;
  /** Samples of the play being fed, at the ring's rate. */
  #rest = new Float32Array(0);
  #paused = false;
  /** Frame of a cut that waits for the one before it. */
  #waitingCut: number | null = null;

  constructor(ring: Ring, events: FeederEvents) {
    this.#writer = new RingWriter(ring);
    this.#events = events;
  }

  begin(play: number): void {
    this.#plays.push({
      play,
      parts: [],
      complete: false,
      resampler: null,
      start: null,
      stop: null,
      started: false,
    });
  }

  write(play: number, sampleRate: number, samples: Float32Array): void {
    const queued = this.#find(play);
    if (queued && !queued.complete && samples.length > 0) {
      queued.parts.push({ sampleRate, samples });
    }
  }

  end(play: number): void {
    const queued = this.#find(play);
    if (queued) queued.complete = true;
  }

  /** Drops this play and every later one. */
  cut(play: number): void {
    const first = this.#plays.findIndex((queued) => queued.play >= play);
    if (first < 0) return;
    const dropped = this.#plays.splice(first);
    if (this.#feeding >= first) {
      this.#feeding = first;
      this.#rest = new Float32Array(0);
    }
    this.#feeding = Math.min(this.#feeding, this.#plays.length);
    this.#writer.open(this.#feeding < this.#plays.length && this.#current()?.start != null);
    const from = dropped[0]?.start;
    if (from == null) return;
    const earlier = this.#waitingCut;
    this.#cutRing(earlier !== null && ahead(earlier, from) < 0 ? earlier : from);
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.#writer.pause(paused);
  }

  gain(gain: number): void {
    this.#writer.gain(gain);
  }

  /** Whether the audio clock is needed. */
  active(): boolean {
    return this.#plays.length > 0 && !this.#paused;
  }

  /** Whether the audio clock must be moving: there are samples to take. */
  mustMove(): boolean {
    return !this.#paused && ahead(this.#writer.written, this.#writer.read) > 0;
  }

  /** Call after every change and every wake-up: reports, refills, asks for the next wake-up. */
  pump(): void {
    do {
      if (this.#waitingCut !== null) this.#cutRing(this.#waitingCut);
      this.#fill();
      this.#report();
    } while (!this.#writer.wakeAt(this.#nextWake()));
  }

  #find(play: number): QueuedPlay | undefined {
    return this.#plays.find((queued) => queued.play === play);
  }

  #current(): QueuedPlay | undefined {
    return this.#plays[this.#feeding];
  }

  #cutRing(from: number): void {
    this.#waitingCut = this.#writer.cut(from) ? null : from;
  }

  #fill(): void {
    while (this.#waitingCut === null) {
      const queued = this.#current();
      if (!queued) return;
      queued.start ??= this.#writer.written;
      if (this.#rest.length > 0) {
        const count = Math.min(this.#rest.length, this.#writer.space());
        if (count === 0) return;
        this.#writer.open(true);
        this.#writer.write(this.#rest.subarray(0, count));
        this.#rest = this.#rest.subarray(count);
      } else if (queued.parts.length > 0) {
        if (this.#writer.space() === 0) return;
        this.#rest = nextBlock(queued);
      } else if (queued.complete) {
        this.#rest = flush(queued);
        if (this.#rest.length > 0) continue;
        queued.stop = this.#writer.written;
        this.#writer.open(false);
        this.#feeding++;
      } else {
        return;
      }
    }
  }

  #report(): void {
    const read = this.#writer.read;
    for (;;) {
      const queued = this.#plays[0];
      if (!queued || queued.start === null) return;
      if (!queued.started && ahead(read, queued.start) > 0 && queued.stop !== queued.start) {
        queued.started = true;
        this.#events.started(queued.play);
      }
      if (queued.stop === null || ahead(read, queued.stop) < 0) return;
      this.#plays.shift();
      this.#feeding--;
      this.#events.ended(queued.play);
    }
  }

  /** The nearest READ position at which there is something to report or to write. */
  #nextWake(): number {
    const read = this.#writer.read;
    let distance = FAR;
    const front = this.#plays[0];
    if (front && front.start !== null) {
      const mark = front.started ? front.stop : (front.start + 1) | 0;
      if (mark !== null) distance = ahead(mark, read);
    }
    const current = this.#current();
    if (this.#waitingCut === null && current && (this.#rest.length > 0 || current.parts.length)) {
      const refill = (this.#writer.written - this.#writer.ring.frames.length / 2) | 0;
      distance = Math.min(distance, ahead(refill, read));
    }
    return (read + distance) | 0;
  }
}

function nextBlock(queued: QueuedPlay): Float32Array<ArrayBuffer> {
  const part = queued.parts[0] as QueuedPlay['parts'][number];
  if (queued.resampler && queued.resampler.rate !== part.sampleRate) return flush(queued);
  queued.resampler ??= { rate: part.sampleRate, run: new Resampler(part.sampleRate, RING_RATE) };
  const block = part.samples.subarray(0, BLOCK);
  part.samples = part.samples.subarray(BLOCK);
  if (part.samples.length === 0) queued.parts.shift();
  return queued.resampler.run.push(block) as Float32Array<ArrayBuffer>;
}

function flush(queued: QueuedPlay): Float32Array<ArrayBuffer> {
  const rest = queued.resampler?.run.flush() ?? new Float32Array(0);
  queued.resampler = null;
  return rest as Float32Array<ArrayBuffer>;
}
