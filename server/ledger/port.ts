/** What the runtime tells the ledger. All calls return at once; no file is touched within them. */
import type { HistoryEntry } from '../../shared/protocol/events.ts';

type Told = Pick<HistoryEntry, 'channel' | 'label' | 'kind' | 'from' | 'chunks'> & {
  /** Cleaned, as it went to the voice or would have; not redacted yet. */
  readonly text: string;
};

/** An item that was the current one, or waited in the reader, and is over. */
export type HeardText = Told & {
  readonly item: number;
  readonly read: number;
  readonly phase: HistoryEntry['phase'];
  readonly reason: string | null;
  readonly again: boolean;
};

/** A text that never became an item. */
export type DroppedText = Told & { readonly reason: string };

export interface LedgerPort {
  heard(text: HeardText): void;
  dropped(text: DroppedText): void;
}
