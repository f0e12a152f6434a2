/** Lines of the log (section "Saved settings", `logs\sonarad.log`). */
import { quoteValue } from '../../shared/speech/quote.ts';
import type { DropReason, Entry, MachineEffect } from '../../shared/speech/chunk.ts';

/** @param item the reader's id when it was cut while read */
export function dropTrace(
  channel: string,
  entry: Entry,
  item: number | null,
  reason: DropReason,
): MachineEffect {
  const cut = item === null ? '' : ` item=${item} (cut while read)`;
  const source = entry.source === 'host' ? '' : ` kind=${entry.kind} from=${entry.from}`;
  return {
    type: 'trace',
    line: `drop channel=${quoteValue(channel)} entry=${entry.id}${cut}${source} reason=${reason}`,
    text: entry.chunks.map((chunk) => chunk.text).join(' '),
    unheard: {
      channel,
      label: entry.label,
      kind: entry.kind,
      from: entry.from,
      chunks: entry.chunks.length,
      reason,
      item,
    },
  };
}
