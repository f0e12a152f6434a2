/** Phonemes that the user wrote between slashes: `/kˈOkəɹO/`. */
import { vocabulary } from './vocabulary.ts';

const longest = 200;
/** What no ordinary text between slashes holds: letters of the phonetic alphabet, and its marks. */
const phonetic = /[ˈˌː\u0250-\u02afæðøŋœɡβθχᵊᵻʤʧ]/;
const ascii: Record<string, string> = { g: 'ɡ', "'": 'ˈ', '’': 'ˈ', ':': 'ː' };

/**
 * @param at where a slash stands
 * @returns what it says in Kokoro's symbols and where it ends, or undefined when this is no such stretch
 */
export function readIpa(text: string, at: number): { sounds: string; end: number } | undefined {
  let close = at + 1;
  while (text[close] !== '/') {
    if (close >= text.length || close - at > longest || text[close] === '\n') return undefined;
    close += 1;
  }
  const inside = text.slice(at + 1, close);
  if (!phonetic.test(inside)) return undefined;
  let sounds = '';
  for (const symbol of inside) {
    const kept = ascii[symbol] ?? symbol;
    if (vocabulary.has(kept)) sounds += kept;
  }
  return { sounds: sounds.trim(), end: close + 1 };
}
