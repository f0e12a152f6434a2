/**
 * A streaming band-limited resampler: windowed sinc, polyphase. Parts pushed one after the other
 * give the same samples as one push of all of them. Flat within 0.1 dB up to 0.9 of the lower
 * Nyquist frequency; images and aliases from that frequency on lie below −80 dB.
 */

/** Taps on each side, in samples of the lower rate; with the window it sets how steep the band edge is. */
const HALF_WIDTH = 60;
/** The middle of the band edge, of the lower Nyquist frequency. */
const CUTOFF = 0.95;
/** Kaiser window: side lobes below −86 dB. */
const KAISER_BETA = 8.6;
/** Rates with more phases than this take the nearest two of a table and interpolate: error below −100 dB. */
const MAX_PHASES = 1024;
const TABLE_PHASES = 512;

/** What two rates need; made once, shared by every run. Immutable. */
export class ResamplerDesign {
  readonly up: number;
  readonly down: number;
  /** Input samples on each side of an output sample. */
  readonly half: number;
  readonly phases: number;
  /** `phases` + 1 rows of 2·half taps; null when the rates are equal. */
  readonly taps: Float32Array | null;

  /** @param from,to integer rates in Hz */
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    const divisor = gcd(from, to);
    this.up = to / divisor;
    this.down = from / divisor;
    const scale = Math.min(1, to / from);
    this.half = Math.ceil(HALF_WIDTH / scale);
    this.phases = this.up > MAX_PHASES ? TABLE_PHASES : this.up;
    this.taps = from === to ? null : makeTaps(this.phases, this.half, scale * CUTOFF);
  }
}

export class Resampler {
  readonly #design: ResamplerDesign;
  readonly #taps: Float32Array | null;
  /** Input not needed any more is dropped; `#first` is the index of `#held[0]` in the whole input. */
  #held: Float32Array;
  #first: number;
  #taken = 0;
  #made = 0;

  /**
   * @param from,to integer rates in Hz
   * @param design of these rates, when one was made before: it costs more than a second of audio
   */
  constructor(from: number, to: number, design = new ResamplerDesign(from, to)) {
    this.#design = design;
    this.#taps = design.taps;
    // Silence before the first sample.
    this.#held = new Float32Array(design.half);
    this.#first = -design.half;
  }

  /** The output that `input` makes possible; a few ms stay inside until more comes, or `flush`. */
  push(input: Float32Array): Float32Array {
    this.#taken += input.length;
    if (!this.#taps) return input;
    return this.#run(input, this.#taken - this.#design.half);
  }

  /** The rest. In all, ceil(input · to / from) samples have come out. */
  flush(): Float32Array {
    if (!this.#taps) return new Float32Array(0);
    return this.#run(new Float32Array(this.#design.half), this.#taken);
  }

  /** Makes every output sample whose position lies before input index `before`. */
  #run(input: Float32Array, before: number): Float32Array {
    const { up, down, half, phases } = this.#design;
    const taps = this.#taps as Float32Array;
    const held = new Float32Array(this.#held.length + input.length);
    held.set(this.#held);
    held.set(input, this.#held.length);

    const total = Math.max(this.#made, Math.ceil((before * up) / down));
    const output = new Float32Array(total - this.#made);
    const width = 2 * half;
    for (let i = 0; i < output.length; i++) {
      const position = (this.#made + i) * down;
      const base = Math.floor(position / up);
      const exact = ((position - base * up) * phases) / up;
      const phase = Math.floor(exact);
      const start = base - half + 1 - this.#first;
      const near = dot(taps, phase * width, held, start, width);
      const part = exact - phase;
      output[i] =
        part === 0
          ? near
          : near + (dot(taps, (phase + 1) * width, held, start, width) - near) * part;
    }
    this.#made = total;

    const next = Math.floor((total * down) / up) - half + 1;
    const drop = Math.min(held.length, Math.max(0, next - this.#first));
    this.#held = held.slice(drop);
    this.#first += drop;
    return output;
  }
}

function dot(a: Float32Array, from: number, b: Float32Array, start: number, count: number): number {
  // Four sums at once: one alone would wait for each addition before the next.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < count; k += 4) {
    const i = from + k;
    const j = start + k;
    s0 += (a[i] as number) * (b[j] as number);
    s1 += (a[i + 1] as number) * (b[j + 1] as number);
    s2 += (a[i + 2] as number) * (b[j + 2] as number);
    s3 += (a[i + 3] as number) * (b[j + 3] as number);
  }
  for (; k < count; k++) s0 += (a[from + k] as number) * (b[start + k] as number);
  return s0 + s1 + s2 + s3;
}

/** @param cutoff as a part of the input's Nyquist frequency */
function makeTaps(phases: number, half: number, cutoff: number): Float32Array {
  const width = 2 * half;
  const taps = new Float32Array((phases + 1) * width);
  const row = new Float64Array(width);
  for (let phase = 0; phase <= phases; phase++) {
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
