/** Silence at the ends of speech. A voice begins with 100 ms and more of it, all of which one waits for. */

/** What counts as silence where a voice has no noise of its own. */
export const silenceDb = -60;

/** What is left at an end, so that a soft first or last sound is not clipped. */
export const keptMs = 30;

/**
 * @param db peaks below this (dBFS) are silence
 * @returns a view of the part that sounds, with at most `leadMs` and `tailMs` of silence kept around
 * it; empty when nothing sounds
 */
export function trimSilence(
  samples: Float32Array,
  sampleRate: number,
  { db = silenceDb, leadMs = keptMs, tailMs = keptMs } = {},
): Float32Array {
  const level = 10 ** (db / 20);
  const first = findSound(samples, level);
  if (first < 0) return samples.subarray(0, 0);
  const last = findLastSound(samples, level);
  const start = Math.max(0, first - Math.floor((leadMs * sampleRate) / 1000));
  return samples.subarray(start, last + 1 + Math.floor((tailMs * sampleRate) / 1000));
}

/** The same for speech that comes in pieces: what may be the tail is held back. */
export class SilenceTrimmer {
  readonly #level = 10 ** (silenceDb / 20);
  readonly #kept: number;
  #isBefore = true;
  #held: Float32Array = new Float32Array(0);

  constructor(sampleRate: number) {
    this.#kept = Math.floor((keptMs * sampleRate) / 1000);
  }

  /** @returns what can be played now, perhaps nothing */
  push(samples: Float32Array): Float32Array {
    const all = concat(this.#held, samples);
    const first = findSound(all, this.#level);
    if (first < 0) {
      // Before the first sound only what will be kept of the lead is remembered.
      this.#held = this.#isBefore ? all.slice(Math.max(0, all.length - this.#kept)) : all;
      return all.subarray(0, 0);
    }
    const start = this.#isBefore ? Math.max(0, first - this.#kept) : 0;
    this.#isBefore = false;
    const end = findLastSound(all, this.#level) + 1;
    this.#held = all.slice(end);
    return all.subarray(start, end);
  }

  /** What is left when no more comes. */
  end(): Float32Array {
    const tail = this.#isBefore ? this.#held.subarray(0, 0) : this.#held.subarray(0, this.#kept);
    this.#held = new Float32Array(0);
    return tail;
  }
}

function findSound(samples: Float32Array, level: number): number {
  return samples.findIndex((sample) => Math.abs(sample) >= level);
}

function findLastSound(samples: Float32Array, level: number): number {
  return samples.findLastIndex((sample) => Math.abs(sample) >= level);
}

function concat(a: Float32Array, b: Float32Array): Float32Array {
  if (a.length === 0) return b;
  const all = new Float32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
