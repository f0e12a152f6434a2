/** Capitals: said letter by letter unless they make a word; plurals, and with a number. */
import { capitalWords, identifierWords } from '../say/identifiers.ts';
import { numberWords, pairs } from '../say/numbers.ts';
import { matchAt, type Rule, Shape, upperCase } from './rule.ts';

const plural = /([A-Z]{2,12})(?:s|['’]s)(?![\p{L}\p{N}_])/uy;
const numbered =
  /([A-Z][A-Z0-9]{0,9})-(\d{1,7}(?:\.\d{1,3})?)(?:-(\d{1,7}))?(?![\p{L}\p{N}_]|[-.]\d)/uy;
/** Standards, which are known by their number. */
const standard = /(RFC|ISO|PEP|IEEE|DIN|BCP|EIP|JSR) (\d{1,5})(?![\p{L}\p{N}_]|[-.,]\d)/uy;
const only = Shape.upper | Shape.innerUpper;
/** Words that are capitals only where others around them are. */
const shouted = new Set(['IT', 'US', 'A', 'I']);
const capitalBefore = /[A-Z]{2,} $/;
const capitalAfter = / [A-Z]{2,}/y;

export const numberedCapitals: Rule = {
  name: 'capitals with a number',
  begins: upperCase,
  read({ text, shape }, at) {
    if ((shape & Shape.lower) !== 0) return undefined;
    const found = matchAt(numbered, text, at) ?? matchAt(standard, text, at);
    if (!found) return undefined;
    const [{ length }, name, first, second] = found;
    const words = [/\d/.test(name!) ? identifierWords(name!) : capitalWords(name!)];
    for (const number of [first, second]) {
      if (number !== undefined)
        words.push(/^\d{3,4}$/.test(number) ? pairs(number) : numberWords(number));
    }
    return { end: at + length, spoken: words.join(' ') };
  },
  examples: [
    ['ABC-123', 'A B C one twenty three'],
    ['GPT-4', 'G P T four'],
    ['CVE-2024-3094', 'C V E twenty twenty four thirty ninety four'],
  ],
};

export const capitals: Rule = {
  name: 'capitals',
  begins: upperCase,
  read({ text, shape, wordEnd }, at) {
    const many = matchAt(plural, text, at);
    if (many) {
      const spoken = capitalWords(many[1]!);
      if (spoken === many[1]) return undefined;
      return { end: at + many[0].length, spoken: `${spoken}'s` };
    }
    if (shape !== only) return undefined;
    const word = text.slice(at, wordEnd);
    if (shouted.has(word) && isShouted(text, at, wordEnd)) return undefined;
    const spoken = capitalWords(word);
    // A word that is kept needs no reading.
    return spoken === word ? undefined : { end: wordEnd, spoken };
  },
  examples: [
    ['API', 'A P I'],
    ['two PRs', "two P R's"],
    ['NASA uses HTML', 'NASA uses H T M L'],
  ],
};

function isShouted(text: string, at: number, end: number): boolean {
  return (
    capitalBefore.test(text.slice(Math.max(0, at - 12), at)) ||
    matchAt(capitalAfter, text, end) !== null
  );
}
