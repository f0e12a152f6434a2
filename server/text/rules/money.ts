/** Amounts of money, before or after a sign or a code. */
import { cardinal, numberWords } from '../say/numbers.ts';
import { afterOnly, codes, type Currency, signs } from '../tables/currencies.ts';
import { Amount, amountAt, scaleAt } from './amounts.ts';
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
const rangeAfter = / ?[-–—] ?(?=[$€£¥₹]\d)/y;
/** "$1" where a pattern is spoken of is what it found. */
const oneDigit = /\d(?![\p{L}\p{N}_%]|[.,]\d)/uy;
const groupCue = /regex|replac|captur|group|placeholder|pattern|\bargument/i;
const groupReach = 60;
const firstCharacters = [
  ...new Set([...leading, ...Object.keys(codes)].map((name) => name[0]!)),
].join('');

export const moneyBefore: Rule = {
  name: 'money',
  begins: firstCharacters,
  words: Object.keys(codes).concat('kr', 'Rs'),
  where: 'prose',
  read({ text }, at): Found | undefined {
    const found = matchAt(prefix, text, at);
    if (!found) return undefined;
    const name = found[1]!;
    const currency = signs[name] ?? (afterOnly.has(name) ? undefined : codes[name]);
    if (!currency) return undefined;
    const from = at + found[0].length;
    const group = name === '$' ? matchAt(oneDigit, text, from) : null;
    if (group && groupCue.test(text.slice(Math.max(0, at - groupReach), at)))
      return { end: from + 1, spoken: `dollar ${cardinal(group[0])}` };
    const amount = european(text, from, currency) ?? amountAt(text, from);
    return amount && withTail(text, amount, currency);
  },
  examples: [
    ['$5', 'five dollars'],
    ['$1,234.56', 'one thousand two hundred thirty four dollars fifty six'],
    ['$1.5M', 'one point five million dollars'],
    ['NOK 500', 'five hundred Norwegian kroner'],
    ['$5-10', 'five to ten dollars'],
    ['€20/month', 'twenty euros per month'],
    ['£0.05', 'five pence'],
    ['€1.234,50', 'one thousand two hundred thirty four euros fifty'],
    ['£4k–£6k', 'four thousand pounds to six thousand pounds'],
    ['the regex keeps $1', 'the reg ex keeps dollar one'],
  ],
};

export const moneyAfter: Rule = {
  name: 'money',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    for (const amount of [european(text, at), amountAt(text, at)]) {
      const found = amount && withSuffix(text, at, amount);
      if (found) return found;
    }
    return undefined;
  },
  examples: [
    ['500 kr', 'five hundred kroner'],
    ['5 €', 'five euros'],
    ['99 USD', 'ninety nine U S dollars'],
    ['2 million NOK', 'two million Norwegian kroner'],
    ['1 299,50 NOK', 'one thousand two hundred ninety nine Norwegian kroner fifty'],
    ['15.000 kr', 'fifteen thousand kroner'],
  ],
};

function withSuffix(text: string, at: number, amount: Amount): Found | undefined {
  const scale = scaleAt(text, amount.end);
  const after = matchAt(suffix, text, scale?.end ?? amount.end);
  const currency = after && (signs[after[1]!] ?? codes[after[1]!]);
  if (!after || !currency) return undefined;
  const grouped = scale ? undefined : european(text, at, currency);
  if (grouped && grouped.end < amount.end) return undefined;
  // "5 $HOME" and "2 $ 3" are no money.
  if (after[1] === '$' && isOpenBefore(text, amount.end + after[0].length + 1)) return undefined;
  const end = (scale?.end ?? amount.end) + after[0].length;
  const per = perAt(text, end);
  return {
    end: per?.end ?? end,
    spoken:
      moneyWords(grouped?.end === amount.end ? grouped : amount, scale?.word, currency) +
      (per ? ` ${per.words}` : ''),
  };
}

function withTail(text: string, amount: Amount, currency: Currency): Found | undefined {
  const scale = scaleAt(text, amount.end);
  const end = scale?.end ?? amount.end;
  if (/[\p{L}\p{N}_]/u.test(text[end] ?? ' ')) return undefined;
  const per = perAt(text, end);
  const words = moneyWords(amount, scale?.word, currency);
  const range = !per && matchAt(rangeAfter, text, end);
  if (range) return { end: end + range[0].length, spoken: `${words} to ` };
  // "500,-" as prices are written in Norway.
  const dash = !per && text.startsWith(',-', end) ? 2 : 0;
  return {
    end: (per?.end ?? end) + dash,
    spoken: words + (per ? ` ${per.words}` : ''),
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

/** "1.234,56", "1 234,56" and "5,50" as much of Europe writes them; a currency must stand next to it. */
const parted = /\d{1,9}[ \u00a0\u202f.,'’]\d/y;
const decimalComma =
  /(\d{1,3}(?:\.\d{3}){1,4}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}|\d{1,9}),(\d{1,2})(?![\p{L}\p{N}_]|[,.]\d)/uy;
/** Thousands alone: with a point only where the currency is of such a country. */
const thousands = /\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}(?![\p{L}\p{N}_]|[,.]\d)/uy;
const swiss = /\d{1,3}(?:['’]\d{3}){1,4}(?:\.\d{2})?(?![\p{L}\p{N}_]|[,.]\d)/uy;
const dottedThousands = /\d{1,3}(?:\.\d{3}){1,4}(?![\p{L}\p{N}_]|[,.]\d)/uy;
const withPoints = /euro|kron|zloty|koruna|forint|lira|reais/;

function european(text: string, at: number, currency?: Currency): Amount | undefined {
  if (!matchAt(parted, text, at)) return undefined;
  const found = matchAt(decimalComma, text, at);
  if (found) {
    const written = `${found[1]!.replace(/\D/g, '')}.${found[2]!.padEnd(2, '0')}`;
    return new Amount(at + found[0].length, [written]);
  }
  const apart = matchAt(swiss, text, at)?.[0];
  if (apart !== undefined) {
    const written = apart.replace(/['’]/g, '');
    return new Amount(at + apart.length, [written]);
  }
  const whole =
    matchAt(thousands, text, at)?.[0] ??
    (currency && withPoints.test(currency.many)
      ? matchAt(dottedThousands, text, at)?.[0]
      : undefined);
  if (whole === undefined) return undefined;
  const digits = whole.replace(/\D/g, '');
  return new Amount(at + whole.length, [digits]);
}
