/** The reading end of a ring: what the worklet runs for each quantum. Allocates nothing. */
import { GAIN_UNITY, Slot, ahead } from '../../shared/audio/ring-layout.ts';
import type { Ring } from './ring.ts';
import { Stretcher } from './stretcher.ts';

/**
 * 5 ms at 48 kHz: short enough to feel immediate, long enough not to click. A power of two, so that
 * the steps add up to exactly one.
 */
const FADE_STEP = 1 / 256;
/** Full scale in 10 ms. */
const GAIN_STEP = 1 / 512;
/** Where samples are missing inside a play, the last one dies away in 5 ms. */
const DECAY = 0.97;
const INAUDIBLE = 1e-4;

export class Mixer {
  readonly #ring: Ring;
  readonly #stretcher: Stretcher;
  /** 0 to 1; falls before a pause or a cut, rises after a pause and after missing samples. */
  #envelope = 1;
  #gain: number;
  /** Whether the last frame was audible; if not, a new gain is taken over at once. */
  #sounding = false;
  /** Where it reads; a stretched play may be a little behind READ. */
  #read: number;
  /** The last sample given, and what is left of the one before missing samples. */
  #last = 0;
  #tail = 0;
  #cutSeq: number;
  #cutFrom = 0;
  #cutTo = 0;

  constructor(ring: Ring) {
    this.#ring = ring;
    this.#stretcher = new Stretcher(ring);
    this.#gain = ring.load(Slot.GAIN) / GAIN_UNITY;
    this.#read = ring.load(Slot.READ);
    this.#cutSeq = ring.load(Slot.CUT_ACK);
  }

  /** Whether `process` would give silence and change nothing. */
  get resting(): boolean {
    const ring = this.#ring;
    return (
      this.#tail === 0 &&
      this.#read === ring.load(Slot.WRITE) &&
      this.#cutSeq === ring.load(Slot.CUT_SEQ)
    );
  }

  /** Fills `out` with the next mono frames. */
  process(out: Float32Array): void {
    const ring = this.#ring;
    const stretcher = this.#stretcher;
    const before = ring.load(Slot.READ);
    const paused = ring.load(Slot.PAUSED) === 1;
    const target = ring.load(Slot.GAIN) / GAIN_UNITY;
    stretcher.live(ring.load(Slot.LIVE_RATE));
    // Before WRITE: the frames of a gap are in the ring when its cut is seen.
    this.#lookForCut();
    const written = ring.load(Slot.WRITE);
    const open = ring.load(Slot.OPEN) === 1;

    let cutting = this.#cutSeq !== ring.load(Slot.CUT_ACK);
    let acked = false;
    let read = this.#read;
    let furthest = before;
    let envelope = this.#envelope;
    let gain = this.#sounding ? this.#gain : target;
    let last = this.#last;
    let tail = this.#tail;
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
          stretcher.reset();
          cutting = false;
        }
        if (!cutting) {
          acked = true;
          envelope = paused ? 0 : 1;
        }
      }
      tail = Math.abs(tail) > INAUDIBLE ? tail * DECAY : 0;
      if (ahead(written, read) <= 0) {
        const inPlay = open && !paused && !cutting;
        if (inPlay && last !== 0) tail = last * DECAY;
        last = 0;
        // Nothing to fade: what comes next starts, or resumes, at its full level; but inside a play
        // it comes in the middle of a sound.
        envelope = paused || inPlay ? 0 : 1;
        gain = target;
        if (!paused) missing++;
        out[i] = tail;
        continue;
      }
      const fading = paused || (cutting && ahead(read, this.#cutFrom) >= 0);
      if (!fading && stretcher.isNew(read)) envelope = 1;
      envelope = towards(envelope, fading ? 0 : 1, FADE_STEP);
      if (fading && envelope === 0) {
        gain = target;
        last = 0;
        out[i] = tail;
        continue;
      }
      last = stretcher.take(read, written) * envelope * gain + tail;
      out[i] = last;
      read = (read + stretcher.step) | 0;
      if (ahead(read, furthest) > 0) furthest = read;
    }

    this.#envelope = envelope;
    this.#gain = gain;
    this.#last = last;
    this.#tail = tail;
    this.#read = read;
    this.#sounding = envelope > 0 && ahead(written, read) > 0;
    ring.store(Slot.READ, furthest);
    if (acked) ring.store(Slot.CUT_ACK, this.#cutSeq);
    if (missing > 0 && open) {
      ring.store(Slot.UNDERRUNS, (ring.load(Slot.UNDERRUNS) + missing) | 0);
    }
    const wakeAt = ring.load(Slot.WAKE_AT);
    if (acked || (ahead(before, wakeAt) < 0 && ahead(furthest, wakeAt) >= 0)) ring.wake();
  }

  /**
   * What the next frames will be, nearly: unstretched, and with nothing changed meanwhile. Added to `out`.
   * Changes nothing.
   */
  foresee(out: Float32Array): void {
    const ring = this.#ring;
    if (ring.load(Slot.PAUSED) === 1) return;
    const { frames, mask } = ring;
    const level = this.#envelope * this.#gain;
    const count = Math.min(out.length, ahead(ring.load(Slot.WRITE), this.#read));
    for (let i = 0; i < count; i++) {
      out[i] = (out[i] as number) + (frames[(this.#read + i) & mask] as number) * level;
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
