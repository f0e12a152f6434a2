/** Thousands, millions and billions attached to a number, and how many times something is. */
import { cardinal, numberWords, pairs } from '../say/numbers.ts';
import { amountAt, scaleAt } from './amounts.ts';
import { perAt } from './per.ts';
import { places } from '../tables/names.ts';
import { isDigitAt, wordAfter, wordBefore } from './neighbours.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const rangeOfScales = / ?[-–] ?(?=\d{1,4}(?:\.\d+)?(?:[kKMBT]|bn))/y;
const attached = /[kKMBT]|bn|mn/y;
/** What follows a screen of so many columns; or nothing does. */
const screens = new Set([
  '',
  'video',
  'videos',
  'screen',
  'display',
  'resolution',
  'monitor',
  'tv',
  'footage',
]);
const size = /(\d{1,5})[x×](\d{1,5})(?:[x×](\d{1,5}))?(?=px(?![\p{L}\p{N}_])|(?![\p{L}\p{N}_]))/uy;
const spaced = /(\d{1,5})( ?× ?| x )(\d{1,5})(?:\2(\d{1,5}))?(?![\p{L}\p{N}_])/uy;
const times = /(\d{1,6}(?:\.\d{1,3})?)(?:[-–](\d{1,6}(?:\.\d{1,3})?))?[x×X](?![\p{L}\p{N}_])/uy;
const timesAfter = /x([2-9]|[1-9]\d{1,3})(?![\p{L}\p{N}_]|[.,]\d)/uy;

export const scaledNumbers: Rule = {
  name: 'thousands and millions',
  begins: digits,
  read({ text }, at) {
    const amount = amountAt(text, at);
    if (!amount || !matchAt(attached, text, amount.end)) return undefined;
    const scale = scaleAt(text, amount.end);
    if (!scale || (text[amount.end] === 'B' && places.has(wordBefore(text, at)))) return undefined;
    // A screen of 4K is no four thousand.
    const isScreen =
      /^[248]$/.test(amount.numbers[0]!) &&
      text[amount.end] === 'K' &&
      screens.has(wordAfter(text, scale.end).toLowerCase());
    const per = perAt(text, scale.end);
    const end = per?.end ?? scale.end;
    const range = !per && matchAt(rangeOfScales, text, scale.end);
    if (range)
      return { end: range.index + range[0].length, spoken: `${amount.words} ${scale.word} to ` };
    const words =
      isScreen && amount.numbers.length === 1
        ? `${amount.words} K`
        : `${amount.words} ${scale.word}`;
    return { end, spoken: per ? `${words} ${per.words}` : words };
  },
  examples: [
    ['5k', 'five thousand'],
    ['1.5M', 'one point five million'],
    ['7B parameters', 'seven billion parameters'],
    ['10k-20k', 'ten thousand to twenty thousand'],
    ['4K', 'four K'],
  ],
};

export const sizes: Rule = {
  name: 'size',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(size, text, at) ?? matchAt(spaced, text, at);
    if (!found) return undefined;
    const [{ length }, ...parts] = found;
    if (found[0].startsWith('0x')) return undefined;
    const numbers = parts.filter((part) => part !== undefined && isDigitAt(part, 0)) as string[];
    const words = numbers.map(pairs).join(' by ');
    const pixels = / ?px(?![\p{L}\p{N}_])/uy;
    const unit = matchAt(pixels, text, at + length)?.[0];
    return unit !== undefined
      ? { end: at + length + unit.length, spoken: `${words} pixels` }
      : { end: at + length, spoken: words };
  },
  examples: [
    ['1920x1080', 'nineteen twenty by ten eighty'],
    ['3 × 4', 'three by four'],
  ],
};

export const multiples: Rule = {
  name: 'multiple',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(times, text, at);
    if (!found) return undefined;
    const words = found
      .slice(1, 3)
      .filter(Boolean)
      .map((part) => numberWords(part!))
      .join(' to ');
    return { end: at + found[0].length, spoken: words === 'one' ? 'one time' : `${words} times` };
  },
  examples: [
    ['3x faster', 'three times faster'],
    ['2-3x', 'two to three times'],
  ],
};

export const multiplesAfter: Rule = {
  name: 'multiple',
  begins: 'x',
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(timesAfter, text, at);
    return found
      ? { end: at + found[0].length, spoken: `times ${cardinal(found[1]!)}` }
      : undefined;
  },
  examples: [['x2', 'times two']],
};
