/** The lines of the ledger's file: one JSON object each, an entry or the mark `{"seen": <time>}`. */
import type { HistoryEntry } from '../../shared/protocol/events.ts';

/** The user has heard of everything before it. */
export interface Mark {
  readonly seen: string;
}
export type Line = HistoryEntry | Mark;

const phases: readonly string[] = ['finished', 'skipped', 'failed', 'dropped'];

export function isMark(line: Line): line is Mark {
  return 'seen' in line;
}

/** What of these lines is an entry or a mark; anything else is passed over. */
export function parseLines(lines: readonly string[]): Line[] {
  return lines.flatMap((line) => parseLine(line) ?? []);
}

/** @returns null for a line that nobody here wrote, or not to its end */
export function parseLine(line: string): Line | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const { seen, time, item, channel, label, kind, from, text, chunks, read, phase } = given;
  if (isTime(seen)) return { seen };
  const isEntry =
    isTime(time) &&
    (item === null || isCount(item)) &&
    (channel === null || typeof channel === 'string') &&
    (label === null || typeof label === 'string') &&
    typeof kind === 'string' &&
    typeof from === 'string' &&
    typeof text === 'string' &&
    isCount(chunks) &&
    isCount(read) &&
    phases.includes(phase as string);
  if (!isEntry) return null;
  const { reason, again } = given;
  return {
    ...{ time, item, channel, label, kind, from, text, chunks, read },
    phase: phase as HistoryEntry['phase'],
    ...(typeof reason === 'string' && { reason }),
    ...(again === true && { again }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
