/** A sign before a number or an amount; the number after it is read by its own rule. */
import { signs as currencySigns } from '../tables/currencies.ts';
import { isOpenBefore } from './neighbours.ts';
import { matchAt, type Rule } from './rule.ts';

const names: Record<string, string> = {
  '-': 'minus',
  '−': 'minus',
  '–': 'minus',
  '+': 'plus',
  '±': 'plus or minus',
  '+/-': 'plus or minus',
  '~': 'about',
  '≈': 'about',
  '<': 'less than',
  '>': 'more than',
  '<=': 'at most',
  '>=': 'at least',
  '≤': 'at most',
  '≥': 'at least',
  '=': 'equals',
  '^': 'caret',
  '§': 'section',
  '№': 'number',
  '√': 'square root of',
};
const currency = Object.keys(currencySigns)
  .filter((sign) => sign.length === 1)
  .map((sign) => sign.replace('$', '\\$'))
  .join('');
const sign = new RegExp(
  `(\\+/-|[<>]=|[-−–+±~≈<>≤≥^§№√])( ?)(?=\\.?\\d|[${currency}]\\d|[vV]\\d)`,
  'y',
);

export const signs: Rule = {
  name: 'sign',
  begins: '-−–+±~≈<>≤≥^§№√',
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(sign, text, at);
    if (!found || !isOpenBefore(text, at)) return undefined;
    const [{ length }, written, space] = found;
    // "5 - 3" is no negative number; a dash and a space begin a remark.
    if (space !== '' && '-−–+'.includes(written!)) return undefined;
    const isQuoted = written === '~' && /["']/.test(text[at - 1] ?? '');
    const apart = text[at - 1] === ',' ? ' ' : '';
    return { end: at + length, spoken: isQuoted ? 'tilde ' : `${apart}${names[written!]!} ` };
  },
  examples: [
    ['-5', 'minus 5'],
    ['−0.5', 'minus zero point five'],
    ['+12', 'plus 12'],
    ['±5%', 'plus or minus five percent'],
    ['~50', 'about 50'],
    ['>=10', 'at least 10'],
    ['-$5', 'minus five dollars'],
    ['^18.2.0', 'caret eighteen point two point zero'],
  ],
};
