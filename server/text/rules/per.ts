/** What follows a slash after an amount: "/s", "/month". */
import { perNames, perWords } from '../tables/units.ts';
import { matchAt } from './rule.ts';

const per = / ?\/ ?(?:(\d{1,3}[kKM]?) ?)?([A-Za-z]{1,10})(?![\p{L}\p{N}_])/uy;
const counts: Record<string, string> = {
  '1M': 'million',
  '1K': 'thousand',
  '1k': 'thousand',
  '1000': 'thousand',
};

/** @returns the words and the end, or undefined where no such thing stands */
export function perAt(text: string, at: number): { words: string; end: number } | undefined {
  if (text[at] !== '/' && text[at + 1] !== '/') return undefined;
  const found = matchAt(per, text, at);
  if (!found) return undefined;
  const [{ length }, count, name] = found;
  const end = at + length;
  if (count !== undefined && (!counts[count] || !name!.endsWith('s'))) return undefined;
  if (count !== undefined) return { words: `per ${counts[count]} ${name!}`, end };
  const word = perNames[name!] ?? (perWords.has(name!) ? name : undefined);
  return word === undefined ? undefined : { words: `per ${word}`, end };
}
