/** Dates: ISO, day first, month first only when nothing else is a date, and with the month's name. */
import { clockWords, dateWords, isDate, zoneWords } from '../say/dates.ts';
import { ordinal, yearWords } from '../say/numbers.ts';
import { monthNumber, monthPattern, months, monthWords } from '../tables/months.ts';
import { wordBefore } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const iso =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?(?:\d{2})?)?)?(?![\p{L}\p{N}_]|[-/.]\d)/uy;
const dayFirst = /(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\p{L}\p{N}_]|[./-]\d)/uy;
const yearMonth = /((?:19|20)\d{2})-(0[1-9]|1[0-2])(?![\p{L}\p{N}_-])/uy;
const year = '((?:1[5-9]|20)\\d{2})';
const dayMonth = new RegExp(
  `(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${monthPattern})(?![\\p{L}\\p{N}_])\\.?(?:,? ${year}(?![\\p{L}\\p{N}_]|[.,]\\d))?`,
  'uy',
);
const monthDay = new RegExp(
  `(${monthPattern})\\.? (?:(\\d{1,2})(?:st|nd|rd|th)?(?:[-–](\\d{1,2})(?:st|nd|rd|th)?)?(?![\\p{L}\\p{N}_:%]|[.,/]\\d)(?:,? ${year}(?![\\p{L}\\p{N}_]|[.,]\\d))?|${year}(?![\\p{L}\\p{N}_]|[.,]\\d))`,
  'uy',
);

export const isoDates: Rule = {
  name: 'ISO date',
  begins: digits,
  read({ text }, at): Found | undefined {
    const found = matchAt(iso, text, at);
    if (!found) return undefined;
    const [{ length }, written, , month, day, hour, minute, second, zone] = found;
    if (Number(written) < 1000) return undefined;
    if (!isDate(Number(day), Number(month))) return asWritten(text, at, length);
    let spoken = dateWords(Number(day), Number(month), written);
    if (hour !== undefined) {
      const clock = { hour: Number(hour), minute: Number(minute) };
      if (clock.hour > 24 || clock.minute > 59) return undefined;
      spoken += `, ${clockWords(second === undefined || second === '00' ? clock : { ...clock, second: Number(second) })}`;
    }
    if (zone) spoken += ` ${zoneWords(zone)}`;
    return { end: at + length, spoken };
  },
  examples: [
    ['2026-12-12', 'the twelfth of December twenty twenty six'],
    ['2026/03/01', 'the first of March twenty twenty six'],
    [
      '2026-12-12T14:30:05Z',
      'the twelfth of December twenty twenty six, fourteen thirty oh five U T C',
    ],
  ],
};

export const numericDates: Rule = {
  name: 'numeric date',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(dayFirst, text, at);
    if (!found) return undefined;
    const [{ length }, first, mark, second, written] = found;
    let full = written!;
    if (full.length === 2) {
      // With so little to go by, only what is written like a date in full.
      if (mark === '-' || first!.length < 2 || second!.length < 2) return undefined;
      if (mark === '.' && (Number(full) < 19 || Number(full) > 39)) return undefined;
      full = `${Number(full) < 70 ? 20 : 19}${full}`;
    }
    const [a, b] = [Number(first), Number(second)];
    if (Number(full) < 1500 || Number(full) > 2200) return undefined;
    const [day, month] = isDate(a, b) ? [a, b] : [b, a];
    if (!isDate(day, month)) return written!.length === 4 ? asWritten(text, at, length) : undefined;
    return { end: at + length, spoken: dateWords(day, month, full) };
  },
  examples: [
    ['12.12.2026', 'the twelfth of December twenty twenty six'],
    ['5/6/2026', 'the fifth of June twenty twenty six'],
    ['12/25/2026', 'the twenty fifth of December twenty twenty six'],
  ],
};

export const namedDates: Rule = {
  name: 'date with a month',
  begins: digits,
  words: monthWords,
  read({ text }, at) {
    const before = matchAt(dayMonth, text, at);
    if (before) {
      const [{ length }, day, month, written] = before;
      const number = monthNumber(month!);
      if (!isDate(Number(day), number)) return undefined;
      const spoken = dateWords(Number(day), number, written);
      const said = wordBefore(text, at) === 'the' ? spoken.slice(4) : spoken;
      return {
        end: at + length - (before[0].endsWith('.') && isLast(text, at + length) ? 1 : 0),
        spoken: said,
      };
    }
    const after = matchAt(monthDay, text, at);
    if (!after) return undefined;
    const [{ length }, month, day, to, dayYear, alone] = after;
    const number = monthNumber(month!);
    if (day !== undefined && !isDate(Number(day), number)) return undefined;
    const words = [months[number - 1]!];
    if (day !== undefined) words.push(ordinal(day));
    if (to !== undefined) words.push('to', ordinal(to));
    const written = dayYear ?? alone;
    if (written !== undefined) words.push(yearWords(written));
    return { end: at + length, spoken: words.join(' ') };
  },
  examples: [
    ['12 Dec 2026', 'the twelfth of December twenty twenty six'],
    ['Dec 12, 2026', 'December twelfth twenty twenty six'],
    ['May 2026', 'May twenty twenty six'],
    ['Jan 3-5', 'January third to fifth'],
  ],
};

export const yearMonths: Rule = {
  name: 'year and month',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(yearMonth, text, at);
    if (!found) return undefined;
    return {
      end: at + found[0].length,
      spoken: `${months[Number(found[2]) - 1]!} ${yearWords(found[1]!)}`,
    };
  },
  examples: [['2026-12', 'December twenty twenty six']],
};

function isLast(text: string, end: number): boolean {
  return text.slice(end, end + 4).trim() === '';
}

/** No day that there is: its numbers stay together. */
function asWritten(text: string, at: number, length: number): Found {
  return { end: at + length, spoken: text.slice(at, at + length) };
}
