/** The reading end of the ring: what the worklet runs for each quantum. Allocates nothing. */
import { GAIN_UNITY, Slot, ahead } from '../../shared/audio/ring-layout.ts';
import type { Ring } from './ring.ts';

/**
 * 5 ms at 48 kHz: short enough to feel immediate, long enough not to click. A power of two, so that
 * the steps add up to exactly one.
 */
const FADE_STEP = 1 / 256;
/** Full scale in 10 ms. */
const GAIN_STEP = 1 / 512;

export class Mixer {
  readonly #ring: Ring;
  /** 0 to 1; falls before a pause or a cut, rises after a pause. */
  #envelope = 1;
  #gain: number;
  /** Whether the last frame was audible; if not, a new gain is taken over at once. */
  #sounding = false;
  #cutSeq: number;
  #cutFrom = 0;
  #cutTo = 0;

  constructor(ring: Ring) {
    this.#ring = ring;
    this.#gain = ring.load(Slot.GAIN) / GAIN_UNITY;
    this.#cutSeq = ring.load(Slot.CUT_ACK);
  }

  /** Fills `out` with the next mono frames. */
  process(out: Float32Array): void {
    const ring = this.#ring;
    const { frames, mask } = ring;
    const before = ring.load(Slot.READ);
    const paused = ring.load(Slot.PAUSED) === 1;
    const target = ring.load(Slot.GAIN) / GAIN_UNITY;
    // Before WRITE: the frames of a gap are in the ring when its cut is seen.
    this.#lookForCut();
    const written = ring.load(Slot.WRITE);

    let cutting = this.#cutSeq !== ring.load(Slot.CUT_ACK);
    let acked = false;
    let read = before;
    let envelope = this.#envelope;
    let gain = this.#sounding ? this.#gain : target;
    let missing = 0;

    for (let i = 0; i < out.length; i++) {
      gain = towards(gain, target, GAIN_STEP);
      if (cutting) {
        const inside = ahead(read, this.#cutFrom) >= 0;
        if (ahead(read, this.#cutTo) >= 0) {
          // The gap's end was reached while fading, or there never was a gap.
          cutting = false;
        } else if (inside && (envelope === 0 || read === this.#cutFrom)) {
          read = this.#cutTo;
          cutting = false;
        }
        if (!cutting) {
          acked = true;
          envelope = paused ? 0 : 1;
        }
      }
      if (ahead(written, read) <= 0) {
        // Nothing to fade: what comes next starts, or resumes, at its full level.
        envelope = paused ? 0 : 1;
        gain = target;
        if (!paused) missing++;
        out[i] = 0;
        continue;
      }
      const fading = paused || (cutting && ahead(read, this.#cutFrom) >= 0);
      envelope = towards(envelope, fading ? 0 : 1, FADE_STEP);
      if (fading && envelope === 0) {
        gain = target;
        out[i] = 0;
        continue;
      }
      out[i] = (frames[read & mask] as number) * envelope * gain;
      read = (read + 1) | 0;
    }

    this.#envelope = envelope;
    this.#gain = gain;
    this.#sounding = envelope > 0 && ahead(written, read) > 0;
    ring.store(Slot.READ, read);
    if (acked) ring.store(Slot.CUT_ACK, this.#cutSeq);
    if (missing > 0 && ring.load(Slot.OPEN) === 1) {
      ring.store(Slot.UNDERRUNS, (ring.load(Slot.UNDERRUNS) + missing) | 0);
    }
    const wakeAt = ring.load(Slot.WAKE_AT);
    if (acked || (ahead(before, wakeAt) < 0 && ahead(read, wakeAt) >= 0)) {
      Atomics.add(ring.header, Slot.WAKE, 1);
      Atomics.notify(ring.header, Slot.WAKE);
    }
  }

  /** Takes over CUT_FROM and CUT_TO; a cut just being written is seen in the next quantum. */
  #lookForCut(): void {
    const ring = this.#ring;
    const seq = ring.load(Slot.CUT_SEQ);
    if (seq === this.#cutSeq || (seq & 1) === 1) return;
    const from = ring.load(Slot.CUT_FROM);
    const to = ring.load(Slot.CUT_TO);
    if (ring.load(Slot.CUT_SEQ) !== seq) return;
    this.#cutSeq = seq;
    this.#cutFrom = from;
    this.#cutTo = to;
  }
}

function towards(value: number, target: number, step: number): number {
  return value < target ? Math.min(target, value + step) : Math.max(target, value - step);
}
