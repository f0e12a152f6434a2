/** What was missed, in words: for the screen, and short enough to be heard. */
import type { HistoryEntry } from '../../shared/client/index.ts';
import { oneLine } from './one-line.ts';
import { reasonInWords } from './reasons.ts';
import { clockTime } from './when.ts';

/** The label of the text that `--say` reads: whoever skips it has not missed it. */
export const ownLabel = 'What you missed';

/** Read aloud: so many of the newest, so many characters of each. */
const SPOKEN = { texts: 5, characters: 200 };

/** @returns lines, the newest text last */
export function missedLines(entries: readonly HistoryEntry[], now: Date): string[] {
  return entries.map((entry) => {
    const { time, text, read, chunks } = entry;
    const part = read > 0 && read < chunks ? `${read} of ${chunks} parts were begun: ` : '';
    return oneLine(`${clockTime(time, now)} ${titleOf(entry)}: ${text} (${part}${whyOf(entry)})`);
  });
}

/** @param count of all that were missed */
export function spokenMissed(entries: readonly HistoryEntry[], count: number): string {
  const told = entries.slice(-SPOKEN.texts);
  const before = count - told.length;
  const head = `You have not heard ${count === 1 ? 'one text' : `${count} texts`}.`;
  const newest = before > 0 ? [`The newest ${told.length}:`] : [];
  let title = '';
  const texts = told.map((entry) => {
    const own = titleOf(entry);
    const said = own === title ? short(entry.text) : `${own}: ${short(entry.text)}`;
    title = own;
    return said;
  });
  return [head, ...newest, ...texts].join('\n\n');
}

function titleOf({ channel, label, kind }: HistoryEntry): string {
  const name = label ?? channel ?? 'direct';
  return ['question', 'permission', 'plan', 'code'].includes(kind) ? `${name}, ${kind}` : name;
}

function whyOf({ phase, reason }: HistoryEntry): string {
  if (reason !== undefined) return reasonInWords(reason);
  return phase === 'failed' ? 'the voice could not say it' : 'it was cut';
}

/** Up to the end of a word; a sentence of its own. */
function short(text: string): string {
  const all = oneLine(text);
  const cut =
    all.length <= SPOKEN.characters
      ? all
      : all.slice(0, SPOKEN.characters).replace(/\s+\S*$/, ' and so on');
  return /[.!?…]$/.test(cut) ? cut : `${cut}.`;
}
