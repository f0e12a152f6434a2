/**
 * The shared memory between the link worker (writer) and the worklet (reader): one ring for speech
 * and one for each clip that may sound at once. A ring is an Int32 header, then mono float32 frames,
 * then an Int32 mark for each frame. Frame positions are absolute Int32 counters that wrap; compare
 * them only by subtraction (`ahead`).
 */
import { tempoOf } from './tempo.ts';

/** Frames per second in the rings, and of the audio context. */
export const RING_RATE = 48_000;

/** Frames the ring of speech holds (2.7 s). A power of two, so that wrapped counters keep their slot. */
export const RING_FRAMES = 1 << 17;

/** Clips that sound at once, and the frames each ring of them holds (0.34 s). */
export const CLIP_VOICES = 6;
export const CLIP_FRAMES = 1 << 14;

/** Int32 slots of a ring's header. */
export const Slot = {
  /** Written by the worker: frames put in so far. */
  WRITE: 0,
  /** Written by the worklet: frames taken so far; this is the audio clock of all plays. Never goes back. */
  READ: 1,
  /** Worker: frames from CUT_FROM up to CUT_TO are to be dropped, once CUT_SEQ is even and not CUT_ACK. */
  CUT_FROM: 2,
  CUT_TO: 3,
  /** Worker: odd while CUT_FROM and CUT_TO are being changed. */
  CUT_SEQ: 4,
  /** Worklet: the CUT_SEQ of the last cut done. */
  CUT_ACK: 5,
  /** Worklet: counts up, with a notify, when READ reaches WAKE_AT or a cut is done. In the first ring, for all. */
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
  /** Worker: words a minute all plays are to be heard at; 0 while each keeps the rate it was made at. */
  LIVE_RATE: 12,
  /** Worker sets it, the worklet counts it down: frames of silence for a device that wakes up. */
  PRE_ROLL: 13,
} as const;

export const HEADER_SLOTS = 16;
export const GAIN_UNITY = 1 << 16;

/**
 * What a frame belongs to, in one Int32: a tag that tells it from the play before and after it, the
 * stretch its engine asked for, the rate it was made at.
 */
export type Mark = number;

const STRETCH_UNITY = 1 << 12;
const STRETCH_BITS = 14;
const RATE_BITS = 9;
const TAG_BITS = 8;
const bits = (count: number): number => (1 << count) - 1;

/**
 * @param tag any counter of plays; neighbours must differ
 * @param stretch above 0, below 4
 * @param rate words a minute, 0 to 511; 0 when it keeps its own rate
 */
export function markOf(tag: number, stretch = 1, rate = 0): Mark {
  const factor = Math.min(bits(STRETCH_BITS), Math.max(1, Math.round(stretch * STRETCH_UNITY)));
  const words = Math.min(bits(RATE_BITS), Math.max(0, Math.round(rate)));
  return ((tag & bits(TAG_BITS)) << (STRETCH_BITS + RATE_BITS)) | (words << STRETCH_BITS) | factor;
}

/** @param live as in LIVE_RATE */
export function tempoOfMark(mark: Mark, live: number): number {
  const stretch = (mark & bits(STRETCH_BITS)) / STRETCH_UNITY;
  return tempoOf(stretch, (mark >> STRETCH_BITS) & bits(RATE_BITS), live);
}

/** Bytes of shared memory for a ring of `frames` frames. */
export function ringBytes(frames: number): number {
  return HEADER_SLOTS * 4 + frames * 8;
}

/** Bytes of shared memory for all rings of the mixer. */
export function mixerBytes(): number {
  return ringBytes(RING_FRAMES) + CLIP_VOICES * ringBytes(CLIP_FRAMES);
}

/** How far `a` lies after `b`, negative when before; right across the wrap of the counters. */
export function ahead(a: number, b: number): number {
  return (a - b) | 0;
}
