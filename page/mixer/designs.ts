/** The resamplers' tables, kept: making one takes longer than resampling a sentence. */
import { ResamplerDesign } from '../../shared/audio/resample.ts';
import { RING_RATE } from '../../shared/audio/ring-layout.ts';

/** More rates than any set of voices has; a table is 60 kB at most where the ratio is a simple one. */
const MOST = 8;

export class Designs {
  readonly #kept = new Map<number, ResamplerDesign>();

  /** @param rate Hz of the source */
  of(rate: number): ResamplerDesign {
    const design = this.#kept.get(rate) ?? new ResamplerDesign(rate, RING_RATE);
    this.#kept.delete(rate);
    this.#kept.set(rate, design);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST && !oldest.done) this.#kept.delete(oldest.value);
    return design;
  }
}
