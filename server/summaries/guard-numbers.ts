/** Numbers in any notation, as keys to compare: "1,200", "1.2k" and "twelve hundred" are one. */
import type { Word } from './guard-words.ts';
import { readNumberWords } from './guard-number-words.ts';

/** A number as a text mentions it: one of its readings, each of which is all of its keys. */
export interface NumberMention {
  readings: string[][];
  /** Where the word after it stands. */
  next: number;
  /** "one" alone, which is a number only before what it counts. */
  isLoneOne?: boolean;
}

const plain = /^\d+(?:\.\d+)?$/;
const grouped = /^\d{1,3}(?:[,_'’]\d{3})+(?:\.\d+)?$/;
const dotted = /^v?(\d+(?:\.\d+){2,})$/i;
const ordinal = /^(\d+)(?:st|nd|rd|th)$/i;
const united = /^(\d[\d,_.]*)-?(\p{L}{1,12}|%)$/u;
const digits = /\d+(?:[,_]\d{3})*(?:\.\d+)?/g;
const scaleOf: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const letterScale: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, mn: 1e6 };

/** @returns the number that begins at `at`, or undefined */
export function numberAt(words: readonly Word[], at: number): NumberMention | undefined {
  const word = words[at]!;
  return /\d/.test(word.text) ? inDigits(words, at) : readNumberWords(words, at);
}

/** Everything a source can be said to hold of numbers, the parts of its names and versions too. */
export function numbersIn(words: readonly Word[]): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const { text } = words[at]!;
    for (const run of /\d/.test(text) ? (text.match(digits) ?? []) : []) found.add(canonical(run));
    const mention = numberAt(words, at);
    for (const key of mention?.readings.flat() ?? []) found.add(key);
    const following = words[at + 1]?.text ?? '';
    // "1 200" may be one number or two.
    if (/^\d{1,3}$/.test(text) && /^\d{3}$/.test(following)) found.add(canonical(text + following));
    const ratio = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
    if (ratio && Number(ratio[2]) > 0) found.add(String(Number(ratio[1]) / Number(ratio[2])));
    if (mention && mention.next > at + 1) at = mention.next - 1;
  }
  return found;
}

function inDigits(words: readonly Word[], at: number): NumberMention | undefined {
  const { text, endsClause } = words[at]!;
  const bare = text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/%$/, '');
  const next = at + 1;
  const version = dotted.exec(bare)?.[1];
  if (version) return { readings: [[version]], next };
  if (plain.test(bare) || grouped.test(bare)) {
    const scale = endsClause ? undefined : scaleOf[words[next]?.lower ?? ''];
    if (scale === undefined) return { readings: [[canonical(bare)]], next };
    return { readings: [[scaled(bare, scale)]], next: next + 1 };
  }
  const nth = ordinal.exec(bare)?.[1];
  if (nth) return { readings: [[canonical(nth)]], next };
  const unit = united.exec(bare);
  if (unit && (plain.test(unit[1]!) || grouped.test(unit[1]!))) {
    const scale = letterScale[unit[2]!.toLowerCase()];
    const value = [canonical(unit[1]!)];
    return { readings: scale ? [[scaled(unit[1]!, scale)], value] : [value], next };
  }
  const single = /^v(\d+(?:\.\d+)?)$/i.exec(bare)?.[1];
  if (single) return { readings: [[canonical(single)]], next };
  // Dates, times, ratios, ranges, sizes: each of their numbers.
  if (/^\d[\d.,:/x×-]*\d$/i.test(bare) || /^\d+-\p{L}/u.test(bare))
    return { readings: [(bare.match(digits) ?? []).map(canonical)], next };
  return undefined;
}

/** Without separators and zeros that say nothing: "3.0" and "03" are 3. */
export function canonical(written: string): string {
  const [whole = '', fraction = ''] = written.replace(/[,_'’]/g, '').split('.');
  const tail = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (tail === '' ? '' : `.${tail}`);
}

function scaled(written: string, scale: number): string {
  // Twelve digits: what a multiplication of decimals adds beyond is no number of the text's.
  return String(Number((Number(canonical(written)) * scale).toPrecision(12)));
}
