/** Keeps a sum within full scale, quantum by quantum, without a delay. Allocates nothing. */

/** e-fold in 80 ms, frames at 48 kHz. */
const RELEASE_FRAMES = 0.08 * 48_000;
/** Nearer to one than this it is one. */
const NEARLY = 1e-4;

export class SumLimiter {
  #gain = 1;

  /** Whether it is lowering the level. */
  get active(): boolean {
    return this.#gain !== 1;
  }

  /**
   * @param out the quantum, in place; within −1 to 1 afterwards, and as it was if that was never passed
   * @param foreseen what the next quantum will be, nearly: the gain is there in time for its peaks
   */
  process(out: Float32Array, foreseen: Float32Array): void {
    const next = peak(foreseen);
    if (this.#gain === 1 && next <= 1 && peak(out) <= 1) return;
    const back = this.#gain + (1 - this.#gain) * (1 - Math.exp(-out.length / RELEASE_FRAMES));
    const end = Math.min(next > 1 ? 1 / next : 1, back > 1 - NEARLY ? 1 : back);
    let gain = this.#gain;
    for (let i = 0; i < out.length; i++) {
      gain += (end - gain) / (out.length - i);
      const level = Math.abs(out[i] as number);
      // Not foreseen: better a bend than a clipped peak.
      if (level * gain > 1) gain = 1 / level;
      // Rounding to single precision may pass the limit by a hair.
      out[i] = Math.min(1, Math.max(-1, (out[i] as number) * gain));
    }
    this.#gain = gain > 1 - NEARLY && end === 1 ? 1 : gain;
  }
}

function peak(samples: Float32Array): number {
  let most = 0;
  for (let i = 0; i < samples.length; i++) {
    const level = Math.abs(samples[i] as number);
    if (level > most) most = level;
  }
  return most;
}
