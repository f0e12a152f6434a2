/** What happens to the reader, and what it asks to be done. */
import type { ControlAction } from '../../shared/protocol/requests.ts';
import type { ItemPhase } from '../../shared/protocol/events.ts';
import type { Chunk, Style } from '../../shared/speech/chunk.ts';
import type { Item, Offer, Text } from './state.ts';

export type ReaderEvent =
  | (Text & {
      type: 'speak';
      mode: 'append' | 'replace';
      interrupt: boolean;
      /** The offer that this is, when it was offered. */
      key?: number | undefined;
    })
  | { type: 'control'; action: ControlAction }
  /** What is likely to be spoken next, in order; in place of what was offered before. */
  | { type: 'offer'; offers: readonly Offer[] }
  /** The output took the first, or the last, sample of a play. */
  | { type: 'started'; play: number }
  | { type: 'ended'; play: number }
  /** The engine gave up on an audio; its play ends after what was made. */
  | { type: 'failed'; audio: number; message: string }
  /** Rate, voice, engine or a text rule changed: what has not been reached is made anew. */
  | { type: 'retune' }
  | { type: 'stepping'; on: boolean };

export type Effect =
  /** `read`: how many of its chunks were begun; null for an item that never became the current one. */
  | { type: 'item'; item: Item; phase: ItemPhase; read: number | null }
  | { type: 'log'; message: string }
  | { type: 'synthesize'; audio: number; chunk: Chunk; style?: Style | undefined }
  | { type: 'play'; play: number; audio: number; item: number; chunk: number }
  /** Drop this play and all after it from the output. */
  | { type: 'cut'; play: number }
  /** End the work on an audio and forget its samples. */
  | { type: 'release'; audio: number }
  | { type: 'pause'; paused: boolean }
  | { type: 'mute'; muted: boolean };
