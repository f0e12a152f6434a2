/** What the log says of the reader's items. */
import type { Effect } from '../reader/events.ts';
import type { Item } from '../reader/state.ts';
import type { RuntimeJournal } from './journal-port.ts';

export function logItem(
  log: RuntimeJournal,
  { item, phase, read }: Extract<Effect, { type: 'item' }>,
): void {
  const { id, chunks, origin } = item;
  const session = sessionOf(item);
  const kind = origin?.kind ?? 'speak';
  const from = origin?.from ?? 'speak';
  if (phase === 'started') {
    const announce = kind === 'announce';
    log.readStart({ item: id, session, chunks: chunks.length, ...(announce && { kind }) });
  } else if (read === null) log.readDrop({ item: id, session, kind, from });
  else {
    const heard = chunks.slice(0, read).map((chunk) => chunk.text);
    const text = heard.join(' ');
    log.readEnd({ item: id, session, kind, from, read, chunks: chunks.length, text }, phase);
  }
}

/** Its label, else its channel's id; null for text spoken without either. */
function sessionOf({ label, origin }: Item): string | null {
  return label ?? origin?.channel ?? null;
}
