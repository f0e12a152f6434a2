/**
 * A streaming band-limited resampler: windowed sinc, polyphase. Parts pushed one after the other
 * give the same samples as one push of all of them.
 */

/** Zero crossings of the sinc on each side; sets the steepness of the band edge. */
const HALF_WIDTH = 32;
/** Of the lower Nyquist frequency; the transition band ends just above it. */
const CUTOFF = 0.94;
/** Kaiser window: side lobes below −80 dB. */
const KAISER_BETA = 8;
/** Odd ratios get the nearest of this many phases: an error below −60 dB. */
const MAX_PHASES = 2048;

export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  /** `phases` rows of 2·half taps; null when the rates are equal. */
  readonly #taps: Float32Array | null;
  readonly #phases: number;
  /** Input not needed any more is dropped; `#first` is the index of `#held[0]` in the whole input. */
  #held: Float32Array;
  #first: number;
  #taken = 0;
  #made = 0;

  /** @param from,to integer rates in Hz */
  constructor(from: number, to: number) {
    const divisor = gcd(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const scale = Math.min(1, to / from);
    this.#half = Math.ceil(HALF_WIDTH / scale);
    this.#phases = Math.min(this.#up, MAX_PHASES);
    this.#taps = from === to ? null : makeTaps(this.#phases, this.#half, scale * CUTOFF);
    // Silence before the first sample.
    this.#held = new Float32Array(this.#half);
    this.#first = -this.#half;
  }

  /** The output that `input` makes possible; a few ms stay inside until more comes, or `flush`. */
  push(input: Float32Array): Float32Array {
    this.#taken += input.length;
    if (!this.#taps) return input;
    return this.#run(input, this.#taken - this.#half);
  }

  /** The rest. In all, ceil(input · to / from) samples have come out. */
  flush(): Float32Array {
    if (!this.#taps) return new Float32Array(0);
    return this.#run(new Float32Array(this.#half), this.#taken);
  }

  /** Makes every output sample whose position lies before input index `before`. */
  #run(input: Float32Array, before: number): Float32Array {
    const taps = this.#taps as Float32Array;
    const held = new Float32Array(this.#held.length + input.length);
    held.set(this.#held);
    held.set(input, this.#held.length);

    const total = Math.max(this.#made, Math.ceil((before * this.#up) / this.#down));
    const output = new Float32Array(total - this.#made);
    const width = 2 * this.#half;
    for (let i = 0; i < output.length; i++) {
      const position = (this.#made + i) * this.#down;
      const base = Math.floor(position / this.#up);
      const phase = Math.floor(((position - base * this.#up) * this.#phases) / this.#up);
      const row = phase * width;
      const start = base - this.#half + 1 - this.#first;
      let sum = 0;
      for (let k = 0; k < width; k++) {
        sum += (taps[row + k] as number) * (held[start + k] as number);
      }
      output[i] = sum;
    }
    this.#made = total;

    const next = Math.floor((total * this.#down) / this.#up) - this.#half + 1;
    const drop = Math.min(held.length, Math.max(0, next - this.#first));
    this.#held = held.slice(drop);
    this.#first += drop;
    return output;
  }
}

/** @param cutoff as a part of the input's Nyquist frequency */
function makeTaps(phases: number, half: number, cutoff: number): Float32Array {
  const width = 2 * half;
  const taps = new Float32Array(phases * width);
  for (let phase = 0; phase < phases; phase++) {
    const row = new Float64Array(width);
    let sum = 0;
    for (let k = 0; k < width; k++) {
      // Distance of input sample base − half + 1 + k from the output's position.
      const x = k - half + 1 - phase / phases;
      row[k] = sinc(x * cutoff) * kaiser(x / half);
      sum += row[k] as number;
    }
    // Each phase sums to one, else a constant input would come out with a whine.
    for (let k = 0; k < width; k++) taps[phase * width + k] = (row[k] as number) / sum;
  }
  return taps;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** @param x −1 to 1 over the window */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x));
}

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
