/**
 * What the agent needs of the channels: the port it writes through. `Channels` implements it. Nothing
 * here waits; what is to be cut or read follows when the call that caused it has returned.
 */
import type { DropReason, Entry, NewMessage } from '../../shared/speech/chunk.ts';

export interface Floor {
  /** Opens the channel with the defaults when it is not; `label` counts where it has none. */
  ensure(channel: string, label?: string | null): void;
  isOpen(channel: string): boolean;
  /** Ids of the open channels, in opening order. */
  open(): readonly string[];
  /** As the message `channel_close`. */
  close(channel: string): void;
  /** What stands in its label's place in the log: label, else id. */
  nameOf(channel: string): string;
  hostTab(channel: string): string | null;
  /** The user muted this channel (`channel_prefs`). */
  isMuted(channel: string): boolean;

  /**
   * Adds to the session's latest message, which grows until `endMessage`, also after it was caught up.
   * `stored`: as heard, so that it is never read on its own (but by a replay in progress).
   * @returns the entry's id
   */
  add(channel: string, message: NewMessage, options?: { stored?: boolean }): number;
  /** The next text starts a new message: the batch it finds, once all of it is heard, goes. */
  endMessage(channel: string): void;
  /** The batch in order. */
  entries(channel: string): readonly Entry[];
  /**
   * Drops the unread messages that `which` names (all by default), each with its line in the log, and
   * cuts the item being read if it is one of them. @returns how many
   */
  drop(channel: string, reason: DropReason, which?: (entry: Entry) => boolean): number;
  /**
   * Takes messages out of the batch, heard or not; unread ones are logged with the reason, and the item
   * being read is cut if it is one of them.
   */
  takeOut(channel: string, reason: DropReason, which: (entry: Entry) => boolean): void;
  /**
   * As `takeOut`, without a line in the log: the writer keeps what it takes back (a question of a set that
   * is not on the screen) and may add it again.
   * @returns how many
   */
  withdraw(channel: string, which: (entry: Entry) => boolean): number;

  /** What the reader has of a channel now: a message, or the announcement of one. */
  reading(): { channel: string; entry: number | null; announcing: boolean } | null;
  lastRead(): string | null;
  focused(): string | null;
  lastWritten(): string | null;
  /**
   * Cuts what is read and reads the batch from this entry on, as a replay the user started: nothing
   * preempts it. Announced when it is a switch.
   */
  replayFrom(channel: string, entry: number): void;
  /** Resumes a paused reader. */
  resume(): void;
}
