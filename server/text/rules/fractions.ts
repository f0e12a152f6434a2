/** Fractions, counts ("12/12"), ratios and scores. */
import { cardinal, numberWords, oneByOne, ordinal, yearWords } from '../say/numbers.ts';
import { isSpaceAt, wordAfter, wordBefore } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const slash =
  /(\d{1,9}(?:,\d{3}){0,3}) ?\/ ?(\d{1,9}(?:,\d{3}){0,3})(?![\p{L}\p{N}_]|[./,:]\d|\/)/uy;
const decimal =
  /(\d{1,6}\.\d{1,3}|\d{1,6}(?= ?\/ ?\d{1,6}\.\d)) ?\/ ?(\d{1,6}(?:\.\d{1,3})?)(?![\p{N}_]|[./,:]\d|\/)/uy;
const mixed = /(\d{1,3})[  ](1\/2|1\/3|2\/3|1\/4|3\/4|1\/8|3\/8|5\/8|7\/8)(?![\p{L}\p{N}_/])/uy;
const vulgar = /(\d{1,9})? ?([½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])(?![\p{L}\p{N}_])/uy;
const ratio =
  /(\d{1,4}(?:\.\d{1,2})?):(\d{1,3}(?:,\d{3}){1,2}|\d{1,4}(?:\.\d{1,2})?)(?::(\d{1,4}))?(?![\p{L}\p{N}_:]|\.\d)/uy;
const places = new Set('line lines row ln'.split(' '));

const signs: Record<string, [number, number]> = {
  '½': [1, 2],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};
/** What is said as one, whatever it counts. */
const sayings: Record<string, string> = {
  '24/7': 'twenty four seven',
  '9/11': 'nine eleven',
  '50/50': 'fifty fifty',
};
/** Before a count of how many of how many there are. */
const countCues = new Set(
  (
    'step part page phase stage task test tests chapter chunk batch attempt try retry round item file files passed pass passing ' +
    'failed fail failing done complete completed progress iteration epoch worker shard slide day week level run job all got only ' +
    'score scored rated rating result results reported covered ran at'
  ).split(' '),
);
const plural = /^[a-z]{2,}s$/;
const countNouns = new Set(
  'done complete completed passed passing failed failing green ok OK correct'.split(' '),
);

export const counts: Rule = {
  name: 'count or fraction',
  begins: digits,
  where: 'prose',
  read({ text }, at): Found | undefined {
    const half = matchAt(mixed, text, at);
    if (half) {
      const [a, b] = half[2]!.split('/').map(Number);
      return {
        end: at + half[0].length,
        spoken: `${cardinal(half[1]!)} and ${fractionWords(a!, b!)}`,
      };
    }
    const rated = matchAt(decimal, text, at);
    if (rated) {
      const [a, b] = [Number(rated[1]), Number(rated[2])];
      const between = a <= b && !rated[2]!.includes('.') ? 'of' : 'over';
      // What is of it is read with its own unit.
      return {
        end: at + rated[0].length - rated[2]!.length,
        spoken: `${numberWords(rated[1]!)} ${between} `,
      };
    }
    const found = matchAt(slash, text, at);
    if (!found) return undefined;
    const [written, first, second] = found;
    const end = at + written.length;
    const bare = written.replaceAll(' ', '');
    if (sayings[bare]) return { end, spoken: sayings[bare] };
    const [a, b] = [Number(first!.replaceAll(',', '')), Number(second!.replaceAll(',', ''))];
    if (isFraction(a, b) && !isCount(text, at, end)) return { end, spoken: fractionWords(a, b) };
    // "2026/0314" is the number of something.
    if (/^0\d/.test(second!))
      return {
        end,
        spoken: `${first!.length === 4 ? yearWords(first!) : numberWords(first!)} slash ${oneByOne(second!)}`,
      };
    if (a > b) return { end, spoken: `${numberWords(first!)} over ${numberWords(second!)}` };
    return { end, spoken: `${numberWords(first!)} of ${numberWords(second!)}` };
  },
  examples: [
    ['12/12', 'twelve of twelve'],
    ['1/2', 'one half'],
    ['3/4', 'three quarters'],
    ['3/4 tests', 'three of four tests'],
    ['(2/3)', '(two of three)'],
    ['1 1/2', 'one and one half'],
    ['24/7', 'twenty four seven'],
    ['22/7', 'twenty two over seven'],
  ],
};

export const vulgarFractions: Rule = {
  name: 'fraction',
  begins: `${digits}½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞`,
  read({ text }, at) {
    const found = matchAt(vulgar, text, at);
    if (!found) return undefined;
    const words = fractionWords(...signs[found[2]!]!);
    const whole = found[1];
    const spoken = whole
      ? `${cardinal(whole)} and ${words.replace(/^one half$/, 'a half')}`
      : words;
    const end = at + found[0].length;
    return text[end] === '%' ? { end: end + 1, spoken: `${spoken} percent` } : { end, spoken };
  },
  examples: [
    ['½', 'one half'],
    ['2½', 'two and a half'],
  ],
};

export const ratios: Rule = {
  name: 'ratio',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(ratio, text, at);
    if (!found) return undefined;
    const numbers = found
      .slice(1, 4)
      .filter((part) => part !== undefined)
      .map((part) => numberWords(part!));
    if (places.has(wordBefore(text, at)) && numbers.length === 2)
      return { end: at + found[0].length, spoken: numbers.join(', column ') };
    return { end: at + found[0].length, spoken: numbers.join(' to ') };
  },
  examples: [
    ['16:9', 'sixteen to nine'],
    ['a ratio of 1:10', 'a ratio of one to ten'],
    ['line 10:5', 'line ten, column five'],
  ],
};

function isFraction(a: number, b: number): boolean {
  return a > 0 && a < b && (b <= 6 || b === 8 || b === 10 || b === 16) && gcd(a, b) === 1;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** Whether so many of so many are meant. */
function isCount(text: string, at: number, end: number): boolean {
  if ('([#'.includes(text[at - 1] ?? ' ')) return true;
  // "7/10" rates, "7/10 of them" are a part.
  if (
    text.startsWith('/10', end - 3) &&
    !text.startsWith('1/', at) &&
    wordAfter(text, end) !== 'of'
  )
    return true;
  if (isSpaceAt(text, at - 1) && countCues.has(wordBefore(text, at))) return true;
  const next = text[end] === ' ' ? wordAfter(text, end) : '';
  return (
    countNouns.has(next) ||
    (plural.test(next) && !['is', 'was', 'has', 'as', 'this'].includes(next))
  );
}

function fractionWords(a: number, b: number): string {
  const part = b === 2 ? 'half' : b === 4 ? 'quarter' : ordinal(String(b));
  return `${cardinal(String(a))} ${part}${a > 1 ? 's' : ''}`;
}
