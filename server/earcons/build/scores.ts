/** What each earcon sounds like. Told apart by melody first, then by timbre and length. */
import type { EarconKind } from '../../../shared/speech/chunk.ts';
import { bell, block, damped, drop, glass, marimba, reed, type Note } from './tone.ts';

export interface Score {
  readonly seconds: number;
  readonly notes: readonly Note[];
  /** LU against the others. */
  readonly louder?: number;
}

export const scores: Record<EarconKind, Score> = {
  // A question: a fourth up, left open.
  choice: {
    seconds: 0.4,
    notes: [
      { at: 0, pitch: 76, timbre: marimba },
      { at: 0.13, pitch: 81, timbre: marimba },
    ],
  },
  // "Look here": the same bell twice.
  permission: {
    seconds: 0.45,
    notes: [
      { at: 0, pitch: 86, timbre: bell },
      { at: 0.16, pitch: 86, timbre: bell },
    ],
  },
  // A tritone down, low.
  error: {
    seconds: 0.45,
    notes: [
      { at: 0, pitch: 57, timbre: reed },
      { at: 0.17, pitch: 51, timbre: reed },
    ],
  },
  // The leading note falls into a chord at rest.
  turn_done: {
    seconds: 0.45,
    notes: [
      { at: 0, pitch: 79, timbre: glass, level: 0.8 },
      { at: 0.11, pitch: 72, timbre: glass },
      { at: 0.11, pitch: 64, timbre: glass, level: 0.6 },
    ],
  },
  nav: { seconds: 0.09, notes: [{ at: 0, pitch: 88, timbre: block }] },
  nav_edge: {
    seconds: 0.18,
    notes: [
      { at: 0, pitch: 60, timbre: damped },
      { at: 0.085, pitch: 58, timbre: damped },
    ],
  },
  step: { seconds: 0.08, notes: [{ at: 0, pitch: 79, timbre: drop }], louder: -1 },
  // From one place to another: three notes, a fourth apart.
  session_change: {
    seconds: 0.45,
    notes: [
      { at: 0, pitch: 69, timbre: bell },
      { at: 0.1, pitch: 74, timbre: bell },
      { at: 0.2, pitch: 79, timbre: bell },
    ],
  },
  // A small sigh: a third down.
  summary_failed: {
    seconds: 0.28,
    notes: [
      { at: 0, pitch: 63, timbre: marimba },
      { at: 0.1, pitch: 60, timbre: marimba },
    ],
  },
};
