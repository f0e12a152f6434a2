/**
 * Keeps a ring filled from the queue of plays, resampled and brought to one loudness, and tells from
 * READ where the plays are.
 */
import { RING_RATE, ahead, markOf, type Mark } from '../../shared/audio/ring-layout.ts';
import { Resampler } from '../../shared/audio/resample.ts';
import { Leveller } from './leveller.ts';
import type { Loudness, PlayLoudness } from './loudness.ts';
import type { Designs } from './designs.ts';
import { RingWriter, type Ring } from './ring.ts';

/** Input samples resampled at once: few enough that the first reach the ring within a millisecond. */
const BLOCK = 256;
/** Frames (85 ms) put in at once, a ms of work: what was asked for meanwhile need not wait long. */
const SLICE_FRAMES = 1 << 12;
/** A wake-up that is not expected to come. */
const FAR = 0x3fffffff;
/**
 * A play that is not all there is handed on no earlier than this before it sounds (0.34 s), so that as
 * much of it as can be is measured by then.
 */
const LEAD_FRAMES = 1 << 14;

interface Part {
  sampleRate: number;
  samples: Float32Array;
  stretch: number;
}

interface QueuedPlay {
  play: number;
  /** Words a minute it was made at; 0 when it keeps its own rate. */
  rate: number;
  /** Null when it is not levelled. */
  loudness: PlayLoudness | null;
  parts: Part[];
  /** Of the part resampled last. */
  stretch: number;
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

export interface FeederOptions {
  designs: Designs;
  /** Without it plays are sounded as loud as they are. */
  loudness?: Loudness;
}

export interface PlayOptions {
  /** Words a minute it was made at, when it follows the rate in force. */
  rate?: number | undefined;
  /** Whose voice it is: plays of one source are about as loud as each other. */
  source?: string | undefined;
}

export class Feeder {
  readonly #writer: RingWriter;
  readonly #events: FeederEvents;
  readonly #options: FeederOptions;
  readonly #leveller = new Leveller();
  /** Tells the frames of one play from those of its neighbours. */
  #tag = 0;
  /** Plays not ended, in order; `#feeding` is the first that is not wholly in the ring. */
  #plays: QueuedPlay[] = [];
  #feeding = 0;
  /** Samples of the play being fed, ready for the ring, and their mark. */
  #rest: Float32Array = EMPTY;
  #restMark: Mark = 0;
  #paused = false;
  /** Frame of a cut that waits for the one before it. */
  #waitingCut: number | null = null;

  constructor(ring: Ring, events: FeederEvents, options: FeederOptions) {
    this.#writer = new RingWriter(ring);
    this.#events = events;
    this.#options = options;
  }

  begin(play: number, { rate = 0, source = '' }: PlayOptions = {}): void {
    this.#plays.push({
      play,
      rate,
      loudness: this.#options.loudness?.measure(source) ?? null,
      parts: [],
      stretch: 1,
      complete: false,
      resampler: null,
      start: null,
      stop: null,
      started: false,
    });
  }

  /** @param stretch above 1: to be sounded faster than it was made */
  write(play: number, sampleRate: number, samples: Float32Array, stretch = 1): void {
    const queued = this.#find(play);
    if (!queued || queued.complete || samples.length === 0) return;
    silenceNonsense(samples);
    queued.parts.push({ sampleRate, samples, stretch });
    queued.loudness?.push(samples, sampleRate);
  }

  end(play: number): void {
    const queued = this.#find(play);
    if (!queued || queued.complete) return;
    queued.complete = true;
    queued.loudness?.complete();
  }

  /** Drops this play and every later one. */
  cut(play: number): void {
    const first = this.#plays.findIndex((queued) => queued.play >= play);
    if (first < 0) return;
    const dropped = this.#plays.splice(first);
    if (this.#feeding >= first) {
      this.#feeding = first;
      this.#rest = EMPTY;
      this.#leveller.reset();
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

  /** @param rate words a minute all plays that follow it are to be heard at; 0: as they were made */
  liveRate(rate: number): void {
    this.#writer.liveRate(rate);
  }

  /** Whether the audio clock is needed. */
  active(): boolean {
    return this.#plays.length > 0 && !this.#paused;
  }

  /** Whether the audio clock must be moving: there are samples to take. */
  mustMove(): boolean {
    return !this.#paused && ahead(this.#writer.written, this.#writer.read) > 0;
  }

  /**
   * Call after every change and every wake-up: reports, refills, asks for the next wake-up.
   * @returns whether it is to be called again as soon as other work was let in
   */
  pump(): boolean {
    let more: boolean;
    // Before the work: it is waited for.
    this.#report();
    do {
      if (this.#waitingCut !== null) this.#cutRing(this.#waitingCut);
      more = this.#fill();
      this.#report();
    } while (!this.#writer.wakeAt(this.#nextWake(more)));
    return more;
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

  /** @returns whether it stopped in the middle of its work */
  #fill(): boolean {
    let filled = 0;
    while (this.#waitingCut === null && filled < SLICE_FRAMES) {
      const queued = this.#current();
      if (!queued) return false;
      if (queued.start === null) this.#beginFeeding(queued);
      if (this.#rest.length > 0) {
        const count = Math.min(this.#rest.length, this.#writer.space());
        if (count === 0) return false;
        this.#writer.open(true);
        this.#writer.write(this.#rest.subarray(0, count), this.#restMark);
        this.#rest = this.#rest.subarray(count);
        filled += count;
      } else if (queued.parts.length > 0) {
        if (this.#writer.space() === 0 || this.#isEarly(queued)) return false;
        this.#take(queued, this.#nextBlock(queued));
      } else if (queued.complete) {
        this.#take(queued, flush(queued));
        if (this.#rest.length > 0) continue;
        this.#rest = this.#leveller.end();
        if (this.#rest.length > 0) continue;
        queued.stop = this.#writer.written;
        this.#writer.open(false);
        this.#feeding++;
      } else {
        return false;
      }
    }
    return this.#waitingCut === null;
  }

  #beginFeeding(queued: QueuedPlay): void {
    queued.start = this.#writer.written;
    this.#tag++;
    this.#leveller.begin(queued.loudness, this.#lead() > 0);
  }

  /** Frames written and not taken. */
  #lead(): number {
    return ahead(this.#writer.written, this.#writer.read);
  }

  /** Whether waiting may still tell more of how loud it is. */
  #isEarly(queued: QueuedPlay): boolean {
    return queued.loudness !== null && !queued.complete && this.#lead() >= LEAD_FRAMES;
  }

  #take(queued: QueuedPlay, block: Float32Array): void {
    this.#rest = this.#leveller.push(block);
    this.#restMark = markOf(this.#tag, queued.stretch, queued.rate);
  }

  #nextBlock(queued: QueuedPlay): Float32Array {
    const part = queued.parts[0] as Part;
    const { sampleRate } = part;
    if (queued.resampler && queued.resampler.rate !== sampleRate) return flush(queued);
    const design = this.#options.designs.of(sampleRate);
    queued.resampler ??= { rate: sampleRate, run: new Resampler(sampleRate, RING_RATE, design) };
    queued.stretch = part.stretch;
    const block = part.samples.subarray(0, BLOCK);
    part.samples = part.samples.subarray(BLOCK);
    if (part.samples.length === 0) queued.parts.shift();
    return queued.resampler.run.push(block);
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

  /**
   * The nearest READ position at which there is something to report or to write.
   * @param filling it will be filled before that anyway
   */
  #nextWake(filling: boolean): number {
    const read = this.#writer.read;
    let distance = FAR;
    const front = this.#plays[0];
    if (front && front.start !== null) {
      const mark = front.started ? front.stop : (front.start + 1) | 0;
      if (mark !== null) distance = ahead(mark, read);
    }
    const current = this.#current();
    const due = this.#rest.length > 0 || (current?.parts.length ?? 0) > 0;
    if (!filling && this.#waitingCut === null && current && due) {
      const early = this.#rest.length === 0 && this.#isEarly(current);
      const behind = early ? LEAD_FRAMES - 1 : this.#writer.ring.frames.length / 2;
      distance = Math.min(distance, ahead((this.#writer.written - behind) | 0, read));
    }
    return (read + distance) | 0;
  }
}

const EMPTY = new Float32Array(0);

function flush(queued: QueuedPlay): Float32Array {
  const rest = queued.resampler?.run.flush() ?? EMPTY;
  queued.resampler = null;
  return rest;
}

/** One sample that is no number would silence every filter it reaches, for good. In place. */
function silenceNonsense(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    if (!Number.isFinite(samples[i] as number)) samples[i] = 0;
  }
}
