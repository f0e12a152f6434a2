/** Amounts of money, before or after a sign or a code. */
import { cardinal, numberWords } from '../say/numbers.ts';
import { afterOnly, codes, type Currency, signs } from '../tables/currencies.ts';
import { type Amount, amountAt, scaleAt } from './amounts.ts';
import { perAt } from './per.ts';
import { isOpenBefore } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const leading = [
  ...Object.keys(signs).filter((sign) => !['¢', 'zł', 'Kč', 'kr'].includes(sign)),
  'kr',
];
const prefix = new RegExp(
  `(${leading
    .map((sign) => sign.replaceAll('$', '\\$'))
    .sort((a, b) => b.length - a.length)
    .join('|')}|[A-Z]{3})\\.? ?(?=\\d)`,
  'uy',
);
const suffix = /[ \u00a0]?(€|£|¥|₹|₽|₩|₪|₺|₴|₫|₿|¢|\$|kr|zł|Kč|[A-Z]{3})(?![\p{L}\p{N}_])/uy;
const firstCharacters = [
  ...new Set([...leading, ...Object.keys(codes)].map((name) => name[0]!)),
].join('');

export const moneyBefore: Rule = {
  name: 'money',
  begins: firstCharacters,
  words: Object.keys(codes).concat('kr'),
  where: 'prose',
  read({ text }, at): Found | undefined {
    const found = matchAt(prefix, text, at);
    if (!found) return undefined;
    const name = found[1]!;
    const currency = signs[name] ?? (afterOnly.has(name) ? undefined : codes[name]);
    const amount = currency && amountAt(text, at + found[0].length);
    if (!amount) return undefined;
    return withTail(text, amount, currency);
  },
  examples: [
    ['$5', 'five dollars'],
    ['$1,234.56', 'one thousand two hundred thirty four dollars fifty six'],
    ['$1.5M', 'one point five million dollars'],
    ['NOK 500', 'five hundred Norwegian kroner'],
    ['$5-10', 'five to ten dollars'],
    ['€20/month', 'twenty euros per month'],
    ['£0.05', 'five pence'],
  ],
};

export const moneyAfter: Rule = {
  name: 'money',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    const amount = european(text, at) ?? amountAt(text, at);
    if (!amount) return undefined;
    const scale = scaleAt(text, amount.end);
    const after = matchAt(suffix, text, scale?.end ?? amount.end);
    const currency = after && (signs[after[1]!] ?? codes[after[1]!]);
    if (!after || !currency) return undefined;
    // "5 $HOME" and "2 $ 3" are no money.
    if (after[1] === '$' && isOpenBefore(text, amount.end + after[0].length + 1)) return undefined;
    const end = (scale?.end ?? amount.end) + after[0].length;
    const per = perAt(text, end);
    return {
      end: per?.end ?? end,
      spoken: moneyWords(amount, scale?.word, currency) + (per ? ` ${per.words}` : ''),
    };
  },
  examples: [
    ['500 kr', 'five hundred kroner'],
    ['5 €', 'five euros'],
    ['99 USD', 'ninety nine U S dollars'],
    ['2 million NOK', 'two million Norwegian kroner'],
  ],
};

function withTail(text: string, amount: Amount, currency: Currency): Found | undefined {
  const scale = scaleAt(text, amount.end);
  const end = scale?.end ?? amount.end;
  if (/[\p{L}\p{N}_]/u.test(text[end] ?? ' ')) return undefined;
  const per = perAt(text, end);
  // "500,-" as prices are written in Norway.
  const dash = !per && text.startsWith(',-', end) ? 2 : 0;
  return {
    end: (per?.end ?? end) + dash,
    spoken: moneyWords(amount, scale?.word, currency) + (per ? ` ${per.words}` : ''),
  };
}

function moneyWords(
  { numbers, words }: Amount,
  scale: string | undefined,
  currency: Currency,
): string {
  const written = numbers[0]!;
  if (numbers.length > 1 || scale) return `${words}${scale ? ` ${scale}` : ''} ${currency.many}`;
  const [whole = '', fraction = ''] = written.replaceAll(',', '').split('.');
  if (fraction === '' || /^0+$/.test(fraction))
    return `${cardinal(whole)} ${whole === '1' ? currency.one : currency.many}`;
  if (fraction.length !== 2 || !currency.minor) return `${numberWords(written)} ${currency.many}`;
  if (Number(whole) === 0)
    return `${cardinal(fraction)} ${currency.minor[fraction === '01' ? 0 : 1]}`;
  const change = fraction.startsWith('0')
    ? `oh ${cardinal(fraction.slice(1))}`
    : cardinal(fraction);
  return `${cardinal(whole)} ${whole === '1' ? currency.one : currency.many} ${change}`;
}

/** "1.234,56" and "5,50" as much of Europe writes them; a currency must follow. */
const decimalComma = /(\d{1,3}(?:\.\d{3}){1,4}|\d{1,9}),(\d{1,2})(?![\p{L}\p{N}_,.])/uy;
function european(text: string, at: number): Amount | undefined {
  const found = matchAt(decimalComma, text, at);
  if (!found) return undefined;
  const written = `${found[1]!.replaceAll('.', '')}.${found[2]!.padEnd(2, '0')}`;
  return { end: at + found[0].length, numbers: [written], words: numberWords(written) };
}
