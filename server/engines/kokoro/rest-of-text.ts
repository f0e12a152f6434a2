/** What was not said of a text whose speech was cut short. */
import { hasSounds } from './speech.ts';

export interface Pronounced {
  /** Kokoro's symbols. */
  text: string;
  /** In order: where each begins in the text (`start`), and in the symbols (`at`). */
  words: readonly { start: number; at: number }[];
}

/**
 * The text whose sounds begin at an index into its symbols. A word that was begun is said again.
 * @returns '' when there is nothing to say in it, such as marks only
 */
export function restOf(text: string, { text: symbols, words }: Pronounced, from: number): string {
  const found = words.findIndex(({ at }) => at >= from);
  const next = found < 0 ? words.length : found;
  const before = words[next - 1];
  const untilNext = symbols.slice(from, words[next]?.at);
  const word = before && hasSounds(untilNext) ? before : words[next];
  const rest = word ? text.slice(word.start) : '';
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
}
