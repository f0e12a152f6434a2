/** A number of four digits that is a year: after a word that says so, and decades. */
import { yearWords } from '../say/numbers.ts';
import { isListed, wordAfter, wordBefore } from './neighbours.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const year =
  /(1[5-9]\d{2}|20\d{2})(?:([-–])(1[5-9]\d{2}|20\d{2}|\d{2}))?(?![\p{L}\p{N}_]|[.,:/%-]\d|[%°])/uy;
const anyYear = /([1-9]\d{2,3})()()(?![\p{L}\p{N}_]|[.,:/%-]\d|[%°])/uy;
const decade = /(1[5-9]\d0|20\d0)['’]?s(?![\p{L}\p{N}_])/uy;
const shortDecade = /([2-9])0['’]?s(?![\p{L}\p{N}_])/uy;
/** After these a year follows whatever comes next. */
const sure = new Set(
  'year years ca al © copyright c early late mid spring summer autumn fall winter q1 q2 q3 q4 fy january february march april may june july august september october november december'.split(
    ' ',
  ),
);
/** After these it is a year unless something is counted. */
const likely = new Set(
  'in since until till by during of before after from around circa through'.split(' '),
);
/** Words with an s at the end that count nothing. */
const uncounted = new Set('is was has does this as its us means'.split(' '));
const counted = /(?:instead|out|total|sum|average|max|most|least) of $/;
const decades = [
  '',
  '',
  'twenties',
  'thirties',
  'forties',
  'fifties',
  'sixties',
  'seventies',
  'eighties',
  'nineties',
];

export const years: Rule = {
  name: 'year',
  begins: digits,
  where: 'prose',
  read(scene, at) {
    const { text } = scene;
    const tens = matchAt(decade, text, at);
    if (tens) {
      const words = yearWords(tens[1]!).split(' ');
      const last = words.pop()!;
      const spoken = [...words, last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`].join(
        ' ',
      );
      return { end: at + tens[0].length, spoken };
    }
    const short = matchAt(shortDecade, text, at);
    const before = wordBefore(text, at);
    if (short && (before === 'the' || text[at - 1] === "'" || text[at - 1] === '’'))
      return { end: at + short[0].length, spoken: decades[Number(short[1])]! };
    const found = matchAt(before === 'year' ? anyYear : year, text, at);
    if (!found) return undefined;
    const [{ length }, first, , second] = found;
    if (second !== undefined) {
      const full = second.length === 2 ? first!.slice(0, 2) + second : second;
      if (Number(full) <= Number(first)) return undefined;
      return { end: at + length, spoken: `${yearWords(first!)} to ${yearWords(full)}` };
    }
    if (before === 'of' && counted.test(text.slice(Math.max(0, at - 12), at))) return undefined;
    const isMarked = text.startsWith('© ', at - 2);
    const isNext = isMarked || (isListed(scene, at, 'year') && !counts(text, at + length));
    if (!isNext && !sure.has(before) && !(likely.has(before) && !counts(text, at + length)))
      return undefined;
    return { end: at + length, spoken: yearWords(first!) };
  },
  examples: [
    ['in 2026', 'in twenty twenty six'],
    ['since 2005', 'since two thousand five'],
    ['2024-2026', 'twenty twenty four to twenty twenty six'],
    ['the 1990s', 'the nineteen nineties'],
  ],
};

/** "in 2000 files": a plural after it is what is counted. */
function counts(text: string, end: number): boolean {
  const word = wordAfter(text, end);
  return text[end] === ' ' && /^[a-z].*s$/.test(word) && !uncounted.has(word);
}
