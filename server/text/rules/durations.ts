/** Lengths of time as programs write them: "1h 5m", "2m30s", "250ms", ISO 8601 "PT5M". */
import { numberWords } from '../say/numbers.ts';
import { isAdjective, isSentenceEnd, wordBefore } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const names: Record<string, string> = {
  w: 'week',
  d: 'day',
  day: 'day',
  days: 'day',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  m: 'minute',
  min: 'minute',
  mins: 'minute',
  s: 'second',
  sec: 'second',
  secs: 'second',
  ms: 'millisecond',
  µs: 'microsecond',
  μs: 'microsecond',
  us: 'microsecond',
  ns: 'nanosecond',
};
const part = '\\d{1,9}(?:\\.\\d{1,9})?(?:ms|[µμun]s|mins?|m|hrs?|h|days?|d|w|secs?|s)';
const several = new RegExp(`${part}(?:,? ?${part}){1,5}(?![\\p{L}\\p{N}_])`, 'uy');
const single = /(\d{1,9}(?:\.\d{1,9})?)(m|h|d|w|y|s|us)(?![\p{L}\p{N}_/²³])/uy;
const onePart = /(\d+(?:\.\d+)?)([a-zµμ]+)/g;
const isoLength =
  /P(?=T?\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?)?(?![\p{L}\p{N}_])/uy;
const isoNames = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const clockLength = /00:([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?(?![\p{L}\p{N}_:]|\.\d)/uy;

const counted = (written: string, name: string) =>
  `${numberWords(written.replace(/^0+(?=\d)/, ''))} ${name}${Number(written) === 1 ? '' : 's'}`;

export const durations: Rule = {
  name: 'duration',
  begins: digits,
  read({ text }, at): Found | undefined {
    const chain = matchAt(several, text, at);
    const parts = chain ? Array.from(chain[0].matchAll(onePart)) : [];
    // "1.2s, 310ms" are two.
    const isApart = chain?.[0].includes(',') && /\.|[mnuµμ]s/.test(chain[0]);
    if (chain && !isApart && isFalling(parts.map(([, , unit]) => names[unit!]!))) {
      const words = parts.map(([, written, unit]) => counted(written!, names[unit!]!));
      return { end: at + chain[0].length, spoken: words.join(' ') };
    }
    const clock = matchAt(clockLength, text, at);
    if (clock && !/^20\d\d-/.test(text.slice(Math.max(0, at - 11), at))) {
      const words = [clock[1] === '00' ? '' : counted(String(Number(clock[1])), 'minute')];
      words.push(counted(String(Number(clock[2])) + (clock[3] ? `.${clock[3]}` : ''), 'second'));
      return { end: at + clock[0].length, spoken: words.filter(Boolean).join(' ') };
    }
    const one = matchAt(single, text, at);
    if (!one) return undefined;
    const [{ length }, written, unit] = one;
    const name = unit === 'y' ? 'year' : names[unit!]!;
    // A hundred and more are metres; "the 90s" are years.
    if (unit === 'm' && Number(written) >= 100) return undefined;
    if (unit === 's' && isDecade(text, at, written!)) return undefined;
    const spoken = isAdjective(text, at, at + length)
      ? `${numberWords(written!)} ${name}`
      : counted(written!, name);
    return { end: at + length, spoken };
  },
  examples: [
    ['30s', 'thirty seconds'],
    ['1h 5m', 'one hour five minutes'],
    ['2m30s', 'two minutes thirty seconds'],
    ['1m 3.2s', 'one minute three point two seconds'],
    ['7d', 'seven days'],
    ['00:01:30', 'one minute thirty seconds'],
  ],
};

export const isoDurations: Rule = {
  name: 'ISO duration',
  begins: 'P',
  read({ text }, at) {
    const found = matchAt(isoLength, text, at);
    if (!found || isSentenceEnd(found[0].slice(1), 0)) return undefined;
    const words = found
      .slice(1)
      .flatMap((written, index) =>
        written === undefined ? [] : [counted(written, isoNames[index]!)],
      );
    return words.length > 0 ? { end: at + found[0].length, spoken: words.join(' ') } : undefined;
  },
  examples: [
    ['PT5M', 'five minutes'],
    ['P1DT12H', 'one day twelve hours'],
  ],
};

/** "the 90s", "1990s" */
function isDecade(text: string, at: number, written: string): boolean {
  return (
    /^(?:1[5-9]|20)\d0$/.test(written) ||
    (/^[2-9]0$/.test(written) && wordBefore(text, at) === 'the')
  );
}

const sizes = [
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
  'microsecond',
  'nanosecond',
];

/** Parts of one duration become smaller; "1.2s, 1.3s" are two. */
function isFalling(units: string[]): boolean {
  return units.every(
    (unit, index) => index === 0 || sizes.indexOf(unit) > sizes.indexOf(units[index - 1]!),
  );
}
