/** The K-weighting filter of ITU-R BS.1770-4, annex 1: a high shelf, then a high-pass. */

/** A second-order section; a0 is 1. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/**
 * The standard tabulates 48 kHz only. These are the analogue prototypes its figures come from (the
 * bilinear transform back), so that any rate can be measured without resampling first.
 */
const SHELF = { hz: 1681.974450955533, q: 0.7071752369554196, decibels: 3.999843853973347 };
const SHELF_SLOPE = 0.4996667741545416;
const HIGH_PASS = { hz: 38.13547087602444, q: 0.5003270373238773 };

/** @param rate Hz */
export function kWeighting(rate: number): { shelf: Biquad; highPass: Biquad } {
  return { shelf: makeShelf(rate), highPass: makeHighPass(rate) };
}

function makeShelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.hz) / rate);
  const high = 10 ** (SHELF.decibels / 20);
  const band = high ** SHELF_SLOPE;
  const a0 = 1 + k / SHELF.q + k * k;
  return {
    b0: (high + (band * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  };
}

function makeHighPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS.hz) / rate);
  const a0 = 1 + k / HIGH_PASS.q + k * k;
  return {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / HIGH_PASS.q + k * k) / a0,
  };
}

/** The filter over a running signal; gives energies, as only they are measured. */
export class KFilter {
  readonly #shelf: Biquad;
  readonly #high: Biquad;
  /** Delay lines of both sections, direct form II transposed. */
  #s1 = 0;
  #s2 = 0;
  #h1 = 0;
  #h2 = 0;

  /** @param rate Hz */
  constructor(rate: number) {
    ({ shelf: this.#shelf, highPass: this.#high } = kWeighting(rate));
  }

  /** Sum of the squares of the weighted samples from `from` up to `to`. */
  energy(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#high;
    let [s1, s2, h1, h2] = [this.#s1, this.#s2, this.#h1, this.#h2];
    let sum = 0;
    for (let i = from; i < to; i++) {
      const x = samples[i] as number;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + h1;
      h1 = -2 * y - c1 * z + h2;
      h2 = y - c2 * z;
      sum += z * z;
    }
    [this.#s1, this.#s2, this.#h1, this.#h2] = [s1, s2, h1, h2];
    return sum;
  }

  /** Energy that `count` samples of silence after the signal would still give; changes nothing. */
  tail(count: number): number {
    const kept = [this.#s1, this.#s2, this.#h1, this.#h2] as const;
    const energy = this.energy(new Float32Array(count), 0, count);
    [this.#s1, this.#s2, this.#h1, this.#h2] = kept;
    return energy;
  }
}
