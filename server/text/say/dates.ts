/** Dates and times of day in words. */
import { months } from '../tables/months.ts';
import { cardinal, ordinal, yearWords } from './numbers.ts';
import { spell } from './spelling.ts';

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDate(day: number, month: number): boolean {
  return day >= 1 && month >= 1 && month <= 12 && day <= longest[month - 1]!;
}

/** @param year as written; none is not said */
export function dateWords(day: number, month: number, year?: string): string {
  const date = `the ${ordinal(String(day))} of ${months[month - 1]!}`;
  return year === undefined ? date : `${date} ${yearWords(year)}`;
}

export interface Clock {
  hour: number;
  minute: number;
  second?: number | undefined;
  /** `am` or `pm`, in any writing. */
  half?: string | undefined;
  /** A zone's letters, `Z`, or an offset as "+02:00". */
  zone?: string | undefined;
}

export function clockWords({ hour, minute, second, half, zone }: Clock): string {
  const words = [hourAndMinute(hour, minute, second, half)];
  if (second !== undefined)
    words.push(second < 10 ? `oh ${cardinal(String(second))}` : cardinal(String(second)));
  if (half) words.push(spell(half));
  if (zone) words.push(zoneWords(zone));
  return words.join(' ');
}

function hourAndMinute(hour: number, minute: number, second?: number, half?: string): string {
  const name = cardinal(String(hour));
  if (minute > 0) return `${name} ${minute < 10 ? 'oh ' : ''}${cardinal(String(minute))}`;
  if (second !== undefined) return `${name} zero zero`;
  if (half) return name;
  if (hour === 0) return 'midnight';
  return hour > 12 ? `${name} hundred` : `${name} o'clock`;
}

/** "Z" -> U T C, "+02:00" -> U T C plus two, "-05:30" -> U T C minus five thirty. */
export function zoneWords(zone: string): string {
  const offset = /^(?:UTC|GMT)? ?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!offset) return zone === 'Z' ? 'U T C' : spell(zone);
  const [, sign, hours, minutes = '00'] = offset;
  const words = `U T C ${sign === '+' ? 'plus' : 'minus'} ${cardinal(hours!)}`;
  return minutes === '00' ? words : `${words} ${cardinal(minutes)}`;
}
