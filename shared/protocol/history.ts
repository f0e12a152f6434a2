/** `history`: what was heard, and what was not (additive to the protocol). */
import * as z from 'zod/mini';
import { boolean, optional, text } from './fields.ts';

const when =
  'must be a time such as "2026-10-03T10:59:14Z", or a number of seconds ago that is not negative';
const most = 'must be a whole number from 1 to 500';

export const history = z.object({
  channel: optional(text(256)),
  since: optional(
    z.union(
      [z.iso.datetime({ offset: true, error: when }), z.number(when).check(z.nonnegative(when))],
      when,
    ),
  ),
  limit: optional(z.int(most).check(z.gte(1, most), z.lte(500, most))),
  missed: optional(boolean),
  seen: optional(boolean),
});
export type HistoryRequest = z.infer<typeof history>;

/** A text, at the time when it ended or was dropped. */
export interface HistoryEntry {
  /** ISO, UTC. */
  time: string;
  /** null for a text that never became an item. */
  item: number | null;
  /** null for text spoken without one. */
  channel: string | null;
  label: string | null;
  /** `speak`, `announce`, or what an agent's text is: `prose`, `code`, `question`, ... */
  kind: string;
  /** The type of the message that brought it. */
  from: string;
  /** The cleaned text, its credentials redacted, at most 4 KB. */
  text: string;
  chunks: number;
  /** How many of its chunks were begun. */
  read: number;
  phase: 'finished' | 'skipped' | 'failed' | 'dropped';
  /** Why it was not heard, or not wholly. */
  reason?: string;
  /** It was read again, after it had been heard or skipped once. */
  again?: true;
}

export interface HistoryReply {
  /** The newest last. */
  entries: HistoryEntry[];
  /** Older ones that fit too, and that `limit` left out. */
  more: number;
  /** Nothing is recorded: `debug_log` is false. */
  off?: true;
}
