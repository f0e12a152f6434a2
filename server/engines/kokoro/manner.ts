/** How a rate is reached: by the model's own speed, and by what the mixer does to its sound. */

/** The speeds that the model takes. */
const possible = { least: 0.5, most: 2 };
/**
 * The speeds that it speaks well: it makes a sound of one frame (25 ms) at least, which at twice the
 * speed most of its consonants would fall short of, and it slurs what is much slower than it learned.
 */
const good = { least: 0.75, most: 1.5 };

export interface Manner {
  /** Of the model; 1 is its own. */
  speed: number;
  /** How much faster than it was made it is to be sounded. */
  stretch: number;
}

/**
 * @param rate words a minute, 100 to 400
 * @param stretches whether the mixer may do the part that the model does badly
 */
export function mannerOf(rate: number, stretches: boolean): Manner {
  const whole = clamped(rate / 200, possible);
  const speed = stretches ? clamped(whole, good) : whole;
  return { speed, stretch: whole / speed };
}

function clamped(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value));
}
