/** Which entries an asker gets. Pure. */
import type { HistoryEntry } from '../../shared/protocol/events.ts';
import { isMark, type Line } from './lines.ts';

export interface Query {
  /** As it stands in the entries: redacted. */
  channel: string | null;
  /** Entries from this time on, ms since 1970; null: all, with `missed` those after the last mark. */
  since: number | null;
  /** So many of the newest. */
  limit: number;
  missed: boolean;
}

/** Left out because a setting says so (`verbosity`, `read_mode` `final`): nobody missed it. */
const bySetting: ReadonlySet<string> = new Set(['skip_code', 'turn_end', 'question', 'plan']);
const decisions: ReadonlySet<string> = new Set(['question', 'permission', 'plan']);

/** @returns the newest last, and how many older ones the limit left out */
export function select(
  lines: readonly Line[],
  { channel, since, limit, missed }: Query,
): { entries: HistoryEntry[]; more: number } {
  const from = missed && since === null ? lines.findLastIndex(isMark) + 1 : 0;
  const entries = lines.slice(from).filter((line) => !isMark(line)) as HistoryEntry[];
  const told = missed ? onlyMissed(entries) : entries;
  const fits = told.filter(
    (entry) =>
      (channel === null || entry.channel === channel) &&
      (since === null || Date.parse(entry.time) >= since),
  );
  return { entries: fits.slice(-limit), more: Math.max(0, fits.length - limit) };
}

/** Each text once, where it was missed last; not when it was heard to its end later. */
function onlyMissed(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const settled = new Set<string>();
  return entries
    .toReversed()
    .filter((entry) => {
      const wasMissed = isMissed(entry);
      if (!wasMissed && !isHeard(entry)) return false;
      const name = JSON.stringify([entry.channel, entry.text]);
      const isNew = !settled.has(name);
      settled.add(name);
      return isNew && wasMissed;
    })
    .toReversed();
}

function isHeard({ phase, reason }: HistoryEntry): boolean {
  return phase === 'finished' && reason === undefined;
}

function isMissed(entry: HistoryEntry): boolean {
  const { kind, reason = '', again } = entry;
  if (kind === 'announce' || again || isHeard(entry) || bySetting.has(reason)) return false;
  // Whoever answered knows the question.
  return !(reason === 'answered' && decisions.has(kind));
}
