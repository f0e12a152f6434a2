/** What the reader knows: the item being read, what waits, and the plays handed to the output. */
import type { Chunk, Style } from '../../shared/speech/chunk.ts';

/** A text as it is given to the reader. */
export interface Text {
  readonly label: string | null;
  /** What is read, one navigation unit each. */
  readonly chunks: readonly Chunk[];
  readonly style?: Style | undefined;
  /** Where it came from; nothing in the reader looks inside. */
  readonly origin?: Origin | undefined;
}

/** For the log and the state event. */
export interface Origin {
  readonly channel: string | null;
  readonly hostTab: string | null;
  /** What it is, and the type of the request that brought it. */
  readonly kind: string;
  readonly from: string;
  /** It was heard, or skipped, before. */
  readonly again?: boolean;
}

export interface Item extends Text {
  readonly id: number;
}

/** A text that is likely to be spoken next, by someone who waits for the reader to be idle. */
export interface Offer extends Text {
  /** Names it when it is spoken. */
  readonly key: number;
  /** It may be made, but not sounded before it is spoken. */
  readonly held: boolean;
}

/** An offer under the id that it will have if it is the next. */
export interface Offered extends Offer {
  readonly id: number;
}

/** One chunk handed to the output: `audio` names its samples, `play` this sounding of them. */
export interface Slot {
  readonly audio: number;
  readonly play: number;
  readonly item: number;
  readonly chunk: number;
  /** Its first sample was heard. */
  readonly started: boolean;
  /** Its synthesis failed; what was made before the failure is still played. */
  readonly failed: boolean;
  /** It is made, but the output does not have it yet. */
  readonly held: boolean;
  /** The output has it under an item id that is another's now. */
  readonly renamed: boolean;
}

export interface Current {
  readonly item: Item;
  /** 0-based index of the chunk being read. */
  readonly chunk: number;
  /** Some chunk of this item was heard: it ends `finished`, not `failed`. */
  readonly sounded: boolean;
}

export interface ReaderState {
  readonly current: Current | null;
  readonly queue: readonly Item[];
  /** The plays in the output, in order; the first is the chunk being read. */
  readonly window: readonly Slot[];
  /** What follows the queue if nothing changes. */
  readonly ahead: readonly Offered[];
  readonly paused: boolean;
  readonly muted: boolean;
  /** Step mode of code. */
  readonly stepping: boolean;
  /** Step mode holds the chunk being read until a line action, play or a move. */
  readonly waiting: boolean;
  /** The item whose block of code is read straight through in spite of step mode. */
  readonly through: number | null;
  /** What `restart` replays while idle. */
  readonly last: Item | null;
  /** The next item id, and the next audio or play id. */
  readonly nextItem: number;
  readonly nextId: number;
}

/** How many chunks are synthesized and handed to the output besides the one being read. */
export const AHEAD = 2;

export const initialState: ReaderState = {
  current: null,
  queue: [],
  window: [],
  ahead: [],
  paused: false,
  muted: false,
  stepping: false,
  waiting: false,
  through: null,
  last: null,
  nextItem: 1,
  nextId: 1,
};
