/**
 * Sounds frames of the ring faster or slower without changing their pitch. Frames are taken one by
 * one as they are; now and then a stretch about one pitch period long (or, without pitch, one that
 * matches) is left out or sounded twice, under a cross-fade. At a tempo of 1 nothing is done at all.
 * Allocates nothing after its construction.
 */
import { ahead, tempoOfMark } from '../../shared/audio/ring-layout.ts';
import { ONSET_BLOCK, Onsets } from './onsets.ts';
import type { Ring } from './ring.ts';

/** Periods looked for: 400 Hz down to 65 Hz. */
const MIN_LAG = 120;
const MAX_LAG = 736;
/** Frames compared, and how coarsely at first. */
const WINDOW = 512;
const COARSE = 8;
const COARSE_WINDOW = WINDOW / COARSE;
const COARSE_LAGS = (MAX_LAG - MIN_LAG) / COARSE + 1;
/** A short lag is taken over a long one that fits hardly better: less is lost at once. */
const LAG_COST = 0.05;
/** The longest cross-fade: 10 ms. */
const MAX_FADE = 480;
/** A splice is due when the clock is this far off, 5 ms. */
const DUE = 240;
/** Where no splice was possible for a while, no more than this is made up for. */
const MOST_OWED = 2 * MAX_LAG;
/** How long after a sound sets in no splice is made, 5 ms. */
const BURST = 240;
/** Below it (sum of squares over a coarse window) it is silence, where any lag fits. */
const SILENCE = 1e-6;

export class Stretcher {
  /** How far `take` moved on in the ring; set by each call. May be negative. */
  step = 1;

  readonly #frames: Float32Array;
  readonly #marks: Int32Array;
  readonly #mask: number;
  readonly #here = new Float32Array(COARSE_WINDOW);
  readonly #there = new Float32Array(COARSE_LAGS + COARSE_WINDOW);
  readonly #onsets: Onsets;
  #live = 0;
  /** Of the frame taken last; null before the first and after a jump. */
  #mark: number | null = null;
  #tempo = 1;
  /** Frames that should have been taken by now and were not; negative when too many were. */
  #owed = 0;
  /** The splice under way: where its other side lies, how long it is, how much of it is left. */
  #jump = 0;
  #fade = 0;
  #left = 0;
  /** Frames before a splice is tried again. */
  #wait = 0;
  /** How alike both sides of it are, 0 to 1. */
  #likeness = 1;

  constructor(ring: Ring) {
    this.#frames = ring.frames;
    this.#marks = ring.marks;
    this.#mask = ring.mask;
    this.#onsets = new Onsets(ring, 2 * MAX_LAG);
  }

  /** Whether what was taken last is stretched. */
  get active(): boolean {
    return this.#tempo !== 1 || this.#left > 0;
  }

  /** @param rate words a minute in force, 0 for none; may be called for each quantum */
  live(rate: number): void {
    if (rate === this.#live) return;
    this.#live = rate;
    if (this.#mark !== null) this.#setTempo(tempoOfMark(this.#mark, rate));
  }

  /** Whether the frame at `read` begins a play. */
  isNew(read: number): boolean {
    return this.#marks[read & this.#mask] !== this.#mark;
  }

  /** What comes next does not follow what was taken. */
  reset(): void {
    this.#mark = null;
    this.#left = 0;
    this.#owed = 0;
    this.#wait = 0;
  }

  /** @returns the sample at `read`, which lies before `written`; see `step` */
  take(read: number, written: number): number {
    const mark = this.#marks[read & this.#mask] as number;
    if (mark !== this.#mark) {
      this.reset();
      this.#mark = mark;
      this.#setTempo(tempoOfMark(mark, this.#live));
    }
    this.step = 1;
    if (this.#tempo !== 1) {
      const owed = this.#owed + this.#tempo - 1;
      this.#owed = Math.min(MOST_OWED, Math.max(-MOST_OWED, owed));
      if (this.#wait > 0) this.#wait--;
      else if (this.#left === 0 && this.#isDue()) this.#splice(read, written);
    }
    const sample = this.#frames[read & this.#mask] as number;
    return this.#left > 0 ? this.#blend(sample, read) : sample;
  }

  #setTempo(tempo: number): void {
    this.#tempo = tempo;
    if (tempo !== 1) return;
    this.#owed = 0;
    this.#wait = 0;
  }

  #isDue(): boolean {
    return this.#tempo > 1 ? this.#owed >= DUE : this.#owed <= -DUE;
  }

  #blend(from: number, read: number): number {
    const to = this.#frames[(read + this.#jump) & this.#mask] as number;
    const part = (this.#fade - this.#left + 1) / (this.#fade + 1);
    const rest = 1 - part;
    // Two alike add up as they are, two unlike by their power: else there would be a dip half-way.
    const power = part * part + rest * rest + 2 * part * rest * this.#likeness;
    if (--this.#left === 0) {
      this.step = 1 + this.#jump;
      this.#owed -= this.#jump;
    }
    return (from * rest + to * part) / Math.sqrt(power);
  }

  /** Begins a splice at `read`, if everything it needs is there and of the same play. */
  #splice(read: number, written: number): void {
    const faster = this.#tempo > 1;
    const last = read + (faster ? 2 * MAX_LAG : MAX_LAG) - 1;
    const first = faster ? read : read - MAX_LAG;
    if (ahead(written, last) <= 0) return;
    if (this.#marks[last & this.#mask] !== this.#mark) return;
    if (this.#marks[first & this.#mask] !== this.#mark) return;
    const onset = this.#onsets.find(first, faster ? 2 * MAX_LAG : MAX_LAG + MAX_FADE);
    if (onset < 0) this.#jump = this.#findJump(read, faster ? MIN_LAG : -MAX_LAG);
    else if (!faster || !this.#skipSilence(read, onset)) {
      // Past all of it: nothing of the burst is left out, or sounded twice.
      this.#wait = onset + BURST + (faster ? 0 : MAX_FADE);
      return;
    }
    this.#begin(faster);
  }

  #begin(faster: boolean): void {
    const lag = Math.abs(this.#jump);
    // A hair faster than needed, so that it can catch up; more so when it is far behind.
    const haste = this.#owed > MAX_LAG ? 1.4 : 1.1;
    const longest = faster ? lag / Math.max(1, (this.#tempo - 1) * haste) : lag;
    this.#fade = Math.floor(Math.min(longest, MAX_FADE));
    this.#left = this.#fade;
  }

  /** Before a sound that sets in after `room` frames: leaves out silence only. @returns whether there is some */
  #skipSilence(read: number, room: number): boolean {
    const lag = Math.floor(room / 2);
    if (lag < MIN_LAG) return false;
    if (this.#onsets.energy(read, room - ONSET_BLOCK) > SILENCE) return false;
    this.#jump = lag;
    this.#likeness = 1;
    return true;
  }

  /** @returns the offset from `lowest` on at which the frames are most like those at `read` */
  #findJump(read: number, lowest: number): number {
    const here = this.#here;
    const there = this.#there;
    this.#shrink(here, read);
    this.#shrink(there, read + lowest);
    const power = energy(here, 0, COARSE_WINDOW);
    if (power < SILENCE) {
      // No more than was looked at: a word may begin right after.
      this.#likeness = 1;
      return lowest < 0 ? -WINDOW : WINDOW;
    }
    let best = 0;
    let bestScore = -Infinity;
    let other = energy(there, 0, COARSE_WINDOW);
    for (let k = 0; k < COARSE_LAGS; k++) {
      let sum = 0;
      for (let i = 0; i < COARSE_WINDOW; i++) sum += (here[i] as number) * (there[k + i] as number);
      const lag = Math.abs(lowest + k * COARSE);
      const score = sum / Math.sqrt(power * other + SILENCE) - (LAG_COST * lag) / MAX_LAG;
      if (score > bestScore) {
        bestScore = score;
        best = k;
      }
      other += (there[k + COARSE_WINDOW] as number) ** 2 - (there[k] as number) ** 2;
    }
    return this.#refine(read, lowest + best * COARSE, lowest);
  }

  #refine(read: number, around: number, lowest: number): number {
    const low = Math.max(lowest, around - COARSE);
    const high = Math.min(lowest + MAX_LAG - MIN_LAG, around + COARSE);
    let best = around;
    let most = -Infinity;
    for (let jump = low; jump <= high; jump++) {
      const likeness = this.#compare(read, jump);
      if (likeness > most) {
        most = likeness;
        best = jump;
      }
    }
    this.#likeness = Math.min(1, Math.max(0, most));
    return best;
  }

  /** Normalised correlation, −1 to 1. */
  #compare(read: number, jump: number): number {
    const frames = this.#frames;
    const mask = this.#mask;
    let product = 0;
    let a = SILENCE;
    let b = SILENCE;
    for (let i = 0; i < WINDOW; i++) {
      const x = frames[(read + i) & mask] as number;
      const y = frames[(read + jump + i) & mask] as number;
      product += x * y;
      a += x * x;
      b += y * y;
    }
    return product / Math.sqrt(a * b);
  }

  /** Fills `out` with the means of COARSE frames each, from `at` on. */
  #shrink(out: Float32Array, at: number): void {
    const frames = this.#frames;
    const mask = this.#mask;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      for (let k = 0; k < COARSE; k++) sum += frames[(at + i * COARSE + k) & mask] as number;
      out[i] = sum / COARSE;
    }
  }
}

function energy(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] as number) ** 2;
  return sum;
}
