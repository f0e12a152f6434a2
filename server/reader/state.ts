/** What the reader knows: the item being read, what waits, and the plays handed to the output. */
export interface Item {
  readonly id: number;
  readonly label: string | null;
  /** What is read, one navigation unit each; never empty here. */
  readonly chunks: readonly string[];
  readonly style?: Style | undefined;
}

/** What this item alone is read with, in place of the settings in force. */
export interface Style {
  readonly voice?: string | undefined;
  readonly rate?: number | undefined;
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
  readonly paused: boolean;
  readonly muted: boolean;
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
  paused: false,
  muted: false,
  last: null,
  nextItem: 1,
  nextId: 1,
};
