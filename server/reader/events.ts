/** What happens to the reader, and what it asks to be done. */
import type { ControlAction } from '../../shared/protocol/requests.ts';
import type { ItemPhase } from '../../shared/protocol/events.ts';
import type { Item, Style } from './state.ts';

export type ReaderEvent =
  | {
      type: 'speak';
      chunks: readonly string[];
      label: string | null;
      style?: Style | undefined;
      mode: 'append' | 'replace';
      interrupt: boolean;
    }
  | { type: 'control'; action: ControlAction }
  /** The output took the first, or the last, sample of a play. */
  | { type: 'started'; play: number }
  | { type: 'ended'; play: number }
  /** The engine gave up on an audio; its play ends after what was made. */
  | { type: 'failed'; audio: number; message: string }
  /** Rate, voice, engine or a text rule changed: what has not been reached is made anew. */
  | { type: 'retune' };

export type Effect =
  /** `read`: how many of its chunks were begun; null for an item that never became the current one. */
  | { type: 'item'; item: Item; phase: ItemPhase; read: number | null }
  | { type: 'log'; message: string }
  | { type: 'synthesize'; audio: number; text: string; style?: Style | undefined }
  | { type: 'play'; play: number; audio: number; item: number; chunk: number }
  /** Drop this play and all after it from the output. */
  | { type: 'cut'; play: number }
  /** End the work on an audio and forget its samples. */
  | { type: 'release'; audio: number }
  | { type: 'pause'; paused: boolean }
  | { type: 'mute'; muted: boolean };
