/** What the channels give to the reader, and what they ask to be done. */
import type { Chunk, Entry, MachineEffect, Style } from '../../shared/speech/chunk.ts';

interface Common {
  /** Names it in `ahead` and when it is handed over: the same text for the same purpose has the same key. */
  readonly key: number;
  readonly channel: string;
  readonly chunks: readonly Chunk[];
  readonly label: string | null;
  readonly hostTab: string | null;
}

/** The short item that says which channel is read now. */
export interface Announcement extends Common {
  readonly kind: 'announce';
  /** A chime comes first: it may be made, but is handed over when the earcons are over. */
  readonly held: boolean;
}

export interface MessageHandout extends Common {
  readonly kind: 'message';
  readonly held: false;
  readonly entry: Entry;
  readonly style?: Style | undefined;
}

export type Handout = Announcement | MessageHandout;

export type ChannelEffect =
  | MachineEffect
  /** Skip this item if it is the reader's current one. */
  | { readonly type: 'cut'; readonly item: number }
  /**
   * Skip this item, the current one, and read the announcement before what waits in the reader, in one
   * step, so that nothing sounds between; then `handed`.
   */
  | { readonly type: 'interrupt'; readonly item: number; readonly handout: Announcement }
  /** One chunk back in the current item. */
  | { readonly type: 'previous' }
  /** As the reader's own `restart`: the current item's first chunk, else the last item again. */
  | { readonly type: 'restart_item' }
  | { readonly type: 'resume' }
  /** Preferences changed: save them. */
  | { readonly type: 'prefs' }
  /** A channel was closed to make room for another. */
  | { readonly type: 'closed'; readonly channel: string };

/** What the channels see of the reader. */
export interface ReaderView {
  current(): { readonly item: number; readonly chunk: number; readonly chunks: number } | null;
  paused(): boolean;
}

export interface ChannelSettings {
  readonly announce: boolean;
  readonly background: 'all' | 'earcon_only';
  /** The agent extension is on. */
  readonly agent: boolean;
  readonly muteLevel: 0 | 1 | 2;
}
