/** Integrated loudness of a mono signal, ITU-R BS.1770-4: blocks of 400 ms overlapping by 75 %, gated twice. */
import { KFilter } from './k-weighting.ts';

const OFFSET = -0.691;
/** Below it a block is silence, LUFS. */
const ABSOLUTE_GATE = -70;
/** Below the mean of the blocks over the absolute gate by this, a block is a pause, LU. */
const RELATIVE_GATE = -10;
const HOPS_A_SECOND = 10;
const HOPS_A_BLOCK = 4;

export class LoudnessMeter {
  #rate = 0;
  #filter: KFilter | null = null;
  #hop = 0;
  /** Of the hop being filled. */
  #count = 0;
  #sum = 0;
  /** Mean squares of the last hops, newest last. */
  #hops: number[] = [];
  /** Mean square of every block so far that lies over the absolute gate. */
  #blocks: number[] = [];
  #blocksSeen = 0;
  #length = 0;

  /** @param rate Hz; where it changes, a new measurement joins the one before */
  push(samples: Float32Array, rate: number): void {
    if (rate !== this.#rate) this.#restart(rate);
    const filter = this.#filter as KFilter;
    this.#length += samples.length / rate;
    for (let at = 0; at < samples.length;) {
      const end = Math.min(samples.length, at + this.#hop - this.#count);
      this.#sum += filter.energy(samples, at, end);
      this.#count += end - at;
      at = end;
      if (this.#count === this.#hop) this.#closeHop();
    }
  }

  /** Seconds measured so far, silence included. */
  get seconds(): number {
    return this.#length;
  }

  /**
   * LUFS of what came so far; null for silence and for nothing. What is shorter than a block is padded
   * to one and the silence taken out of the mean again.
   */
  integrated(): number | null {
    if (this.#blocksSeen === 0) return this.#short();
    if (this.#blocks.length === 0) return null;
    const gate = loudness(mean(this.#blocks)) + RELATIVE_GATE;
    return loudness(mean(this.#blocks.filter((block) => loudness(block) > gate)));
  }

  #short(): number | null {
    const samples = this.#hops.length * this.#hop + this.#count;
    if (samples === 0) return null;
    const block = this.#hop * HOPS_A_BLOCK;
    const before = this.#hops.reduce((sum, hop) => sum + hop * this.#hop, 0);
    const energy = before + this.#sum + (this.#filter as KFilter).tail(block - samples);
    const padded = loudness(energy / block);
    return padded > ABSOLUTE_GATE ? padded + 10 * Math.log10(block / samples) : null;
  }

  #closeHop(): void {
    this.#hops.push(this.#sum / this.#hop);
    this.#sum = 0;
    this.#count = 0;
    if (this.#hops.length < HOPS_A_BLOCK) return;
    const block = mean(this.#hops);
    this.#hops.shift();
    this.#blocksSeen++;
    if (loudness(block) > ABSOLUTE_GATE) this.#blocks.push(block);
  }

  #restart(rate: number): void {
    this.#rate = rate;
    this.#filter = new KFilter(rate);
    this.#hop = Math.max(1, Math.round(rate / HOPS_A_SECOND));
    this.#hops = [];
    this.#sum = 0;
    this.#count = 0;
  }
}

/** @param square mean square of weighted samples */
function loudness(square: number): number {
  return OFFSET + 10 * Math.log10(square);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
