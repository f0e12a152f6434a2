/** Roman numerals: only after a word that numbers things, or a ruler's name. */
import { cardinal, ordinal } from '../say/numbers.ts';
import { numeralKeywords, rulers, speakerVerbs } from '../tables/roman.ts';
import { wordAfter, wordBefore } from './neighbours.ts';
import { matchAt, type Rule } from './rule.ts';

const numeral = /M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}_])/uy;
/** "section iv"; alone they are no words. */
const small = 'ii iii iv vi vii viii ix xi xii xiii xiv xv'.split(' ');
const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

export const romanNumerals: Rule = {
  name: 'roman numeral',
  begins: 'IVXLCDM',
  words: small,
  where: 'prose',
  read({ text, wordEnd }, at) {
    const word = text.slice(at, wordEnd);
    const isSmall = small.includes(word);
    const found = isSmall ? word.toUpperCase() : matchAt(numeral, text, at)?.[0];
    // "Appendix C" has a letter.
    if (!found || text[at - 1] !== ' ' || /^[CDLM]$/.test(found)) return undefined;
    const before = wordBefore(text, at);
    const end = at + found.length;
    if (!isSmall && rulers.has(before) && /[A-Z]/.test(text[at - 1 - before.length] ?? ''))
      return isSpeaker(text, found, end)
        ? undefined
        : { end, spoken: `the ${ordinal(String(valueOf(found)))}` };
    if (!numeralKeywords.has(before) || isSpeaker(text, found, end)) return undefined;
    return { end, spoken: cardinal(String(valueOf(found))) };
  },
  examples: [
    ['Chapter IV', 'Chapter four'],
    ['World War II', 'World War two'],
    ['section iv', 'section four'],
    ['Henry VIII', 'Henry the eighth'],
  ],
};

/** "in this part I think" is no part one. */
function isSpeaker(text: string, numeral: string, end: number): boolean {
  return (
    numeral === 'I' && (speakerVerbs.has(wordAfter(text, end)) || "'’".includes(text[end] ?? ' '))
  );
}

function valueOf(numeral: string): number {
  let sum = 0;
  for (let at = 0; at < numeral.length; at += 1) {
    const value = values[numeral[at]!]!;
    sum += value < (values[numeral[at + 1]!] ?? 0) ? -value : value;
  }
  return sum;
}
