/**
 * The shared memory between the link worker (writer) and the worklet (reader): an Int32 header,
 * then mono float32 frames. Frame positions are absolute Int32 counters that wrap; compare them
 * only by subtraction (`ahead`).
 */

/** Frames per second in the ring, and of the audio context. */
export const RING_RATE = 48_000;

/** Frames the ring holds (2.7 s). A power of two, so that wrapped counters keep their slot. */
export const RING_FRAMES = 1 << 17;

/** Int32 slots of the header. */
export const Slot = {
  /** Written by the worker: frames put in so far. */
  WRITE: 0,
  /** Written by the worklet: frames taken so far; this is the audio clock of all plays. */
  READ: 1,
  /** Worker: frames from CUT_FROM up to CUT_TO are to be dropped, once CUT_SEQ is even and not CUT_ACK. */
  CUT_FROM: 2,
  CUT_TO: 3,
  /** Worker: odd while CUT_FROM and CUT_TO are being changed. */
  CUT_SEQ: 4,
  /** Worklet: the CUT_SEQ of the last cut done. */
  CUT_ACK: 5,
  /** Worklet: counts up, with a notify, when READ reaches WAKE_AT or a cut is done. */
  WAKE: 6,
  /** Worker: the next READ position it wants to hear of. */
  WAKE_AT: 7,
  /** Worker: linear gain in GAIN_UNITY-ths, mute included. */
  GAIN: 8,
  /** Worker: 1 while paused. */
  PAUSED: 9,
  /** Worker: 1 while more samples of the play at WRITE are to come; silence then is an underrun. */
  OPEN: 10,
  /** Worklet: frames of silence inside a play. */
  UNDERRUNS: 11,
} as const;

export const HEADER_SLOTS = 16;
export const GAIN_UNITY = 1 << 16;

/** Bytes of shared memory for a ring of `frames` frames. */
export function ringBytes(frames: number): number {
  return HEADER_SLOTS * 4 + frames * 4;
}

/** How far `a` lies after `b`, negative when before; right across the wrap of the counters. */
export function ahead(a: number, b: number): number {
  return (a - b) | 0;
}
