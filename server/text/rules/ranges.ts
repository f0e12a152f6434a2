/** Ranges of numbers and letters, and the score of a game. */
import { numberWords } from '../say/numbers.ts';
import { wordBefore } from './neighbours.ts';
import { digits, letters, matchAt, type Rule } from './rule.ts';

const range =
  /(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?)(?:-| - | ?[–—…] ?)(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?)(?![\p{L}\p{N}_]|[-–.,:/]\d|-)/uy;
const dotted = /(\d{1,9}(?:\.\d{1,6})?)\.\.[.=<]?(\d{1,9}(?:\.\d{1,6})?)(?![\p{L}\p{N}_])/uy;
const classRange = /(?=[A-Za-z]-[A-Za-z]|\d-\d)(.)-(.)/y;
const longestClass = 40;
const openClass = /\[[^\]]*$/;
const letterRange = /([A-Za-z])[-–]([A-Za-z])(?![\p{L}\p{N}_-])/uy;
const scoreCues = new Set(
  'won lost win lose wins beat beats led lead leads score scored drew tied victory defeat final finished ahead behind voted vote by'.split(
    ' ',
  ),
);

export const ranges: Rule = {
  name: 'range',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(range, text, at) ?? matchAt(dotted, text, at);
    if (!found) return undefined;
    const [{ length }, first, second] = found;
    const spaced = /\d -|\d - /.test(found[0]) && / [-–—] /.test(found[0]);
    const [a, b] = [first!, second!].map((part) => Number(part.replaceAll(',', ''))) as [
      number,
      number,
    ];
    // "10 - 4" is a sum; digits with a zero before them are a code.
    if (spaced && a > b)
      return { end: at + length, spoken: `${numberWords(first!)} minus ${numberWords(second!)}` };
    if (/^0\d/.test(first!) || /^0\d/.test(second!)) return undefined;
    const words = [numberWords(first!), numberWords(second!)];
    if (scoreCues.has(wordBefore(text, at)) && b < 100 && a < 100)
      return { end: at + length, spoken: words.join(' ').replace(/ zero$/, ' nil') };
    return { end: at + length, spoken: words.join(' to ') };
  },
  examples: [
    ['1-3', 'one to three'],
    ['10–20', 'ten to twenty'],
    ['pages 3-5', 'pages three to five'],
    ['won 3-1', 'won three one'],
    ['1..10', 'one to ten'],
    ['0.00..431.50', 'zero point zero zero to four hundred thirty one point five zero'],
    ['10 - 4', 'ten minus four'],
  ],
};

/** "[a-z0-9]" */
export const classRanges: Rule = {
  name: 'range',
  begins: letters + digits,
  where: 'code',
  read({ text }, at) {
    const found = matchAt(classRange, text, at);
    if (!found || !openClass.test(text.slice(Math.max(0, at - longestClass), at))) return undefined;
    const [, first, last] = found;
    return { end: at + 3, spoken: ` ${first!.toUpperCase()} to ${last!.toUpperCase()} ` };
  },
  examples: [['`[a-z0-9]`', 'open bracket A to Z 0 to 9 close bracket']],
};

export const letterRanges: Rule = {
  name: 'range',
  begins: letters,
  read({ text, wordEnd }, at) {
    if (wordEnd !== at + 1) return undefined;
    const found = matchAt(letterRange, text, at);
    if (!found) return undefined;
    const [{ length }, first, second] = found;
    const isRange = /[A-Z]/.test(first!) === /[A-Z]/.test(second!) && first! < second!;
    return isRange && /[aA0]/.test(first!)
      ? { end: at + length, spoken: `${first!.toUpperCase()} to ${second!.toUpperCase()}` }
      : undefined;
  },
  examples: [['A-Z', 'A to Z']],
};
