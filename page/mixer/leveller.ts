/** Applies the gain of each play, moving slowly, and limits what comes out. One for all plays of a ring. */
import { Limiter } from './limiter.ts';
import type { PlayLoudness } from './loudness.ts';

const PEAK_DECIBELS = -1.5;
/** Frames over which the gain is interpolated: 1 ms at 48 kHz. */
const STEP = 48;
/** What a listener does not notice within a sentence: 3 dB a second. */
const STEP_RATIO = 10 ** (3 / 20 / 1000);
/** From the gain of one play to that of the next, and while there is nothing to hear: 5 ms. */
const JOIN = 240;
/** A play that has not been louder than this is not heard yet. */
const HEARD = 1e-3;

export class Leveller {
  readonly #limiter = new Limiter(PEAK_DECIBELS);
  #play: PlayLoudness | null = null;
  #gain: number | null = null;
  /** Frames left in which the gain may go all its way. */
  #join = 0;
  #heard = false;

  /**
   * @param play what to level by; null passes the play as it is
   * @param joined it follows the play before without a gap
   */
  begin(play: PlayLoudness | null, joined: boolean): void {
    if (!joined) this.reset();
    this.#play = play;
    this.#join = JOIN;
    this.#heard = false;
  }

  /** @returns the frames that are ready; 5 ms stay inside until more comes, or `end` */
  push(samples: Float32Array): Float32Array {
    const play = this.#play;
    if (!play || samples.length === 0) return samples;
    const target = play.gain();
    if (!this.#heard) {
      this.#heard = samples.some((sample) => Math.abs(sample) > HEARD);
      if (!this.#heard) this.#join = JOIN;
    }
    return this.#limiter.push(this.#apply(samples, target));
  }

  /** The rest of the play. */
  end(): Float32Array {
    return this.#play ? this.#limiter.flush() : new Float32Array(0);
  }

  /** What comes next does not follow what was taken. */
  reset(): void {
    this.#gain = null;
    this.#limiter.reset();
  }

  #apply(samples: Float32Array, target: number): Float32Array {
    const out = new Float32Array(samples.length);
    let gain = this.#gain ?? target;
    for (let at = 0; at < samples.length; at += STEP) {
      const end = Math.min(samples.length, at + STEP);
      const next = this.#next(gain, target, end - at);
      const slope = (next - gain) / (end - at);
      for (let i = at; i < end; i++)
        out[i] = (samples[i] as number) * (gain + slope * (i - at + 1));
      gain = next;
    }
    this.#gain = gain;
    return out;
  }

  /** The gain `count` frames later. */
  #next(gain: number, target: number, count: number): number {
    if (this.#join > 0) {
      const part = Math.min(1, count / this.#join);
      this.#join = Math.max(0, this.#join - count);
      return gain + (target - gain) * part;
    }
    if (gain === target) return target;
    const ratio = STEP_RATIO ** (count / STEP);
    return gain < target ? Math.min(target, gain * ratio) : Math.max(target, gain / ratio);
  }
}
