/**
 * A look-ahead peak limiter. It lowers its gain smoothly in the time before a peak, so that no sample
 * passes the ceiling and nothing clicks; below the ceiling it changes no sample.
 */

/** 5 ms at 48 kHz. */
export const LOOK_AHEAD = 240;
/** How fast the gain comes back: e-fold in 80 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.08 * 48_000));
/** Nearer to one than this it is one. */
const NEARLY = 1e-4;
const SPAN = LOOK_AHEAD + 1;

/**
 * The gain of a frame is the mean, over the look-ahead, of the least gain any frame within the
 * look-ahead needs: so it is there in time, and moves at most by its whole way in 5 ms.
 */
export class Limiter {
  readonly #ceiling: number;
  /** The last LOOK_AHEAD frames taken, not given out yet. */
  #delay = new Float32Array(0);
  /** A queue of the gains needed, rising from its head: the head is the least of the span. */
  readonly #needs = new Float64Array(SPAN);
  readonly #needsAt = new Float64Array(SPAN);
  #head = 0;
  #tail = 0;
  /** The held gain of each of the last SPAN frames, and their sum. */
  readonly #held = new Float64Array(SPAN).fill(1);
  #sum = SPAN;
  #released = 1;
  /** Frames in a row that needed no change, and are released. */
  #calm = SPAN;
  #frame = 0;

  /** @param decibels the ceiling, dBFS */
  constructor(decibels: number) {
    // A hair lower: what is rounded to single precision does not pass it.
    this.#ceiling = 10 ** (decibels / 20) * (1 - 1e-6);
  }

  /** @returns the frames that are ready: as many as taken, LOOK_AHEAD later, without that silence */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    const all = new Float32Array(this.#delay.length + samples.length);
    all.set(this.#delay);
    all.set(samples, this.#delay.length);
    const ready = Math.max(0, all.length - LOOK_AHEAD);
    const before = this.#delay.length;
    this.#delay = all.slice(ready);
    for (let i = 0; i < samples.length; i++) {
      const gain = this.#next(Math.abs(samples[i] as number));
      const at = before + i - LOOK_AHEAD;
      if (at >= 0 && gain !== 1) all[at] = (all[at] as number) * gain;
    }
    return all.subarray(0, ready);
  }

  /** The rest. What comes next follows it at the gain reached. */
  flush(): Float32Array<ArrayBuffer> {
    const count = this.#delay.length;
    const rest = this.push(new Float32Array(LOOK_AHEAD)).subarray(0, count);
    this.#delay = new Float32Array(0);
    return rest;
  }

  /** Forgets what it holds and its gain. */
  reset(): void {
    this.#delay = new Float32Array(0);
    this.#head = this.#tail;
    this.#held.fill(1);
    this.#sum = SPAN;
    this.#released = 1;
    this.#calm = SPAN;
  }

  /** @returns the gain of the frame LOOK_AHEAD before this one */
  #next(level: number): number {
    const frame = this.#frame++;
    if (level <= this.#ceiling && this.#calm >= SPAN && this.#released === 1) return 1;
    this.#queue(frame, level > this.#ceiling ? this.#ceiling / level : 1);
    const least = this.#needs[this.#head % SPAN] as number;
    const recovered = this.#released + (1 - this.#released) * RELEASE;
    this.#released = Math.min(least, recovered > 1 - NEARLY ? 1 : recovered);
    this.#calm = this.#released === 1 ? this.#calm + 1 : 0;

    const slot = frame % SPAN;
    this.#sum += this.#released - (this.#held[slot] as number);
    this.#held[slot] = this.#released;
    if (this.#calm >= SPAN) {
      this.#sum = SPAN;
      return 1;
    }
    return this.#sum / SPAN;
  }

  #queue(frame: number, need: number): void {
    const needs = this.#needs;
    const at = this.#needsAt;
    while (this.#tail > this.#head && (at[this.#head % SPAN] as number) <= frame - SPAN) {
      this.#head++;
    }
    while (this.#tail > this.#head && (needs[(this.#tail - 1) % SPAN] as number) >= need) {
      this.#tail--;
    }
    needs[this.#tail % SPAN] = need;
    at[this.#tail % SPAN] = frame;
    this.#tail++;
  }
}
