/** A ring's two ends. Only the worker writes through `RingWriter`; the mixer reads. */
import {
  CLIP_FRAMES,
  CLIP_VOICES,
  GAIN_UNITY,
  HEADER_SLOTS,
  RING_FRAMES,
  Slot,
  ahead,
  markOf,
  ringBytes,
  type Mark,
} from '../../shared/audio/ring-layout.ts';

/** More than the frames READ may go on between two looks at the header: a quantum, and two splices in it. */
const SAFE_FRAMES = 2048;

/** 85 ms: longer than the worker ever takes to answer a wake-up. */
const RESERVE_FRAMES = 4096;

/** Behind READ: what a stretched play may go back to, and look at. */
const HISTORY_FRAMES = 4096;

const PLAIN = markOf(0);

/** Views on the shared memory; `frames.length` is a power of two. */
export class Ring {
  readonly header: Int32Array;
  readonly frames: Float32Array;
  readonly marks: Int32Array;
  readonly mask: number;

  /** @param bell the header whose WAKE tells the worker; its own unless several rings share one */
  constructor(memory: SharedArrayBuffer, offset: number, frames: number, bell?: Int32Array) {
    const at = offset + HEADER_SLOTS * 4;
    this.header = new Int32Array(memory, offset, HEADER_SLOTS);
    this.frames = new Float32Array(memory, at, frames);
    this.marks = new Int32Array(memory, at + frames * 4, frames);
    this.mask = frames - 1;
    this.bell = bell ?? this.header;
  }

  readonly bell: Int32Array;

  static create(frames: number): Ring {
    return new Ring(new SharedArrayBuffer(ringBytes(frames)), 0, frames);
  }

  load(slot: number): number {
    return Atomics.load(this.header, slot);
  }

  store(slot: number, value: number): void {
    Atomics.store(this.header, slot, value);
  }

  /** Wakes the worker. */
  wake(): void {
    Atomics.add(this.bell, Slot.WAKE, 1);
    Atomics.notify(this.bell, Slot.WAKE);
  }
}

/** @param memory of `mixerBytes()` bytes */
export function ringsIn(memory: SharedArrayBuffer): { speech: Ring; clips: Ring[] } {
  const speech = new Ring(memory, 0, RING_FRAMES);
  const clips = Array.from({ length: CLIP_VOICES }, (_, voice) => {
    const offset = ringBytes(RING_FRAMES) + voice * ringBytes(CLIP_FRAMES);
    return new Ring(memory, offset, CLIP_FRAMES, speech.bell);
  });
  return { speech, clips };
}

export class RingWriter {
  constructor(readonly ring: Ring) {}

  get read(): number {
    return this.ring.load(Slot.READ);
  }

  get written(): number {
    return this.ring.load(Slot.WRITE);
  }

  /**
   * Frames that may be written now. A part of the ring is kept for what follows a pending gap:
   * else a full ring would have nothing behind the gap when the worklet gets there.
   */
  space(): number {
    const { length } = this.ring.frames;
    const reserve = this.cutPending() ? 0 : Math.min(RESERVE_FRAMES, length / 4);
    const history = Math.min(HISTORY_FRAMES, length / 8);
    return Math.max(0, length - history - reserve - ahead(this.written, this.read));
  }

  /** @param samples at most `space()` of them */
  write(samples: Float32Array, mark: Mark = PLAIN): void {
    const { frames, marks, mask } = this.ring;
    const at = this.written & mask;
    const head = Math.min(samples.length, frames.length - at);
    frames.set(samples.subarray(0, head), at);
    frames.set(samples.subarray(head), 0);
    marks.fill(mark, at, at + head);
    marks.fill(mark, 0, samples.length - head);
    this.ring.store(Slot.WRITE, (this.written + samples.length) | 0);
  }

  /** Whether a cut waits for the worklet. */
  cutPending(): boolean {
    return this.ring.load(Slot.CUT_SEQ) !== this.ring.load(Slot.CUT_ACK);
  }

  /**
   * Drops all frames from `from` on; later writes follow the gap.
   * @returns false when it must be asked again once the pending cut is done; write nothing until then.
   */
  cut(from: number): boolean {
    if (from === this.written) return true;
    const pending = this.cutPending();
    const pendingFrom = this.ring.load(Slot.CUT_FROM);
    const pendingTo = this.ring.load(Slot.CUT_TO);
    if (pending && (ahead(from, pendingFrom) <= 0 || from === pendingTo)) {
      this.#publish(ahead(from, pendingFrom) < 0 ? from : pendingFrom);
      return true;
    }
    if (this.#rewind(from, pending ? pendingTo : null)) return true;
    if (pending && this.cutPending()) return false;
    this.#publish(from);
    return true;
  }

  /**
   * Takes back frames the worklet is still far from, which needs no answer from it. Its quantum in
   * flight may have seen the old WRITE: it ends before READ + SAFE_FRAMES, so the check after the
   * store is enough.
   */
  #rewind(from: number, gapEnd: number | null): boolean {
    const written = this.written;
    this.ring.store(Slot.WRITE, from);
    const read = this.read;
    const reach = gapEnd !== null && ahead(gapEnd, read) > 0 ? gapEnd : read;
    if (ahead(from, reach) >= SAFE_FRAMES) return true;
    this.ring.store(Slot.WRITE, written);
    return false;
  }

  #publish(from: number): void {
    const seq = this.ring.load(Slot.CUT_SEQ);
    this.ring.store(Slot.CUT_SEQ, (seq + 1) | 0);
    this.ring.store(Slot.CUT_FROM, from);
    this.ring.store(Slot.CUT_TO, this.written);
    this.ring.store(Slot.CUT_SEQ, (seq + 2) | 0);
  }

  pause(paused: boolean): void {
    this.ring.store(Slot.PAUSED, paused ? 1 : 0);
  }

  /** @param gain linear, 0 to 1 */
  gain(gain: number): void {
    this.ring.store(Slot.GAIN, Math.round(Math.min(1, Math.max(0, gain)) * GAIN_UNITY));
  }

  /** @param rate words a minute; 0 lets each play keep its own */
  liveRate(rate: number): void {
    this.ring.store(Slot.LIVE_RATE, rate);
  }

  open(open: boolean): void {
    this.ring.store(Slot.OPEN, open ? 1 : 0);
  }

  /** Asks for a wake-up once READ reaches `at`. False when it is there already. */
  wakeAt(at: number): boolean {
    this.ring.store(Slot.WAKE_AT, at);
    return ahead(this.read, at) < 0;
  }
}
