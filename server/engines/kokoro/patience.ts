/** How long a run of the model is waited for: several times what runs like it took here. */
import type { Run } from './inference.ts';

/** Before anything is known of this model and this machine, ms. */
const UNKNOWN_MS = 60_000;
/** The first run prepares memory and compiles. */
const first = { least: 10_000, times: 8 };
const later = { least: 4_000, times: 5 };
/** What a token lasts at speed 1, s, nearly. */
const TOKEN_SECONDS = 0.065;
/** Of every run, ms. */
const FIXED_MS = 100;
/** Whatever was measured. */
const LONGEST_MS = 5 * 60_000;

export class Patience {
  /** Time over sound; null before it is known. */
  #factor: number | null;
  #runs = 0;

  /** @param factor compute over sound that was measured before; null when it is not known */
  constructor(factor: number | null) {
    this.#factor = factor;
  }

  /** What a run will likely take, ms; null when that is not known. */
  expected(run: Run): number | null {
    return this.#factor === null ? null : FIXED_MS + 1000 * this.#factor * secondsOf(run);
  }

  /** When a run without an answer is given up, ms after it was sent. */
  longest(run: Run): number {
    const expected = this.expected(run);
    if (expected === null) return UNKNOWN_MS;
    const { least, times } = this.#runs === 0 ? first : later;
    return Math.min(LONGEST_MS, Math.max(least, times * expected));
  }

  /** @param ms from its sending to its answer */
  add(run: Run, ms: number): void {
    const factor = ms / 1000 / secondsOf(run);
    this.#runs += 1;
    // A machine that became slower is believed at once, one that became faster bit by bit.
    const before = this.#factor ?? factor;
    this.#factor = Math.max(factor, before + 0.2 * (factor - before));
  }
}

/** At least one: a short run takes no less. */
function secondsOf({ tokens, speed }: Run): number {
  return Math.max(1, (tokens.length * TOKEN_SECONDS) / speed);
}
