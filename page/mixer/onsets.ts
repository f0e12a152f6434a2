/** Finds where sounds set in (a plosive), so that they can be left whole. Allocates nothing after its construction. */
import type { Ring } from './ring.ts';

/** Frames, a ms. */
export const ONSET_BLOCK = 48;
/** A block this much louder than each of so many before it: 12 dB, 16 ms, a period of a low voice. */
const RISE = 16;
const BLOCKS_BEFORE = 16;
/** Anything fainter (−50 dBFS) counts as this much. */
const FAINT = ONSET_BLOCK * 0.003 ** 2;

export class Onsets {
  readonly #frames: Float32Array;
  readonly #mask: number;
  readonly #levels: Float32Array;

  /** @param most frames ever looked at */
  constructor(ring: Ring, most: number) {
    this.#frames = ring.frames;
    this.#mask = ring.mask;
    this.#levels = new Float32Array(BLOCKS_BEFORE + Math.ceil(most / ONSET_BLOCK));
  }

  /**
   * Looks at 16 ms before `from`, too.
   * @returns how many frames after `from`, within `count`, the first sound sets in; -1 when none does
   */
  find(from: number, count: number): number {
    const levels = this.#levels;
    const blocks = BLOCKS_BEFORE + Math.floor(count / ONSET_BLOCK);
    for (let block = 0; block < blocks; block++) {
      const offset = (block - BLOCKS_BEFORE) * ONSET_BLOCK;
      const level = this.energy(from + offset, ONSET_BLOCK);
      levels[block] = level;
      if (block < BLOCKS_BEFORE) continue;
      let most = FAINT;
      for (let before = block - BLOCKS_BEFORE; before < block; before++) {
        most = Math.max(most, levels[before] as number);
      }
      if (level > RISE * most) return offset;
    }
    return -1;
  }

  /** Sum of squares. */
  energy(at: number, count: number): number {
    const frames = this.#frames;
    const mask = this.#mask;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const sample = frames[(at + i) & mask] as number;
      sum += sample * sample;
    }
    return sum;
  }
}
