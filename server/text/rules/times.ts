/** Times of day, with am and pm and a zone. */
import { clockWords } from '../say/dates.ts';
import { cardinal } from '../say/numbers.ts';
import { isSentenceEnd, wordAfter } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const half = ' ?([ap]\\.?m\\.?|[AP]\\.?M\\.?)(?![\\p{L}\\p{N}_])';
const zone =
  '(?: ?(UTC|GMT|CET|CEST|EST|EDT|CST|CDT|MST|MDT|PST|PDT|BST|IST|JST|AEST|Z)(?:([+-]\\d{1,2}(?::?\\d{2})?))?(?![\\p{L}\\p{N}_])|(\\+\\d{2}:[0-5]\\d|-(?:0\\d|1[0-2]):(?:00|30)(?![-–])))';
const clock = new RegExp(
  `([01]?\\d|2[0-4]):([0-5]\\d)(?::([0-5]\\d)(?:[.,]\\d{1,9})?)?(?![\\p{L}\\p{N}_]?\\d|:\\d|\\.\\d)(?:${half})?${zone}?`,
  'uy',
);
const hourOnly = new RegExp(`(1[0-2]|0?[1-9])(?: ?[-–] ?(1[0-2]|[1-9]))?${half}${zone}?`, 'uy');
const endsWithWord = /[\p{L}\p{N}_]/u;
const ratioWords = /\b(?:ratio|aspect|scale)s?\b/i;
const reach = 20;

export const times: Rule = {
  name: 'time',
  begins: digits,
  where: 'prose',
  read({ text }, at): Found | undefined {
    return atHour(text, at) ?? atMinute(text, at);
  },
  examples: [
    ['14:30', 'fourteen thirty'],
    ['9am', 'nine A M'],
    ['9:05', 'nine oh five'],
    ['09:00', "nine o'clock"],
    ['14:30:05 UTC', 'fourteen thirty oh five U T C'],
    ['9-11 a.m. sharp', 'nine to eleven A M sharp'],
  ],
};

function atHour(text: string, at: number): Found | undefined {
  const found = matchAt(hourOnly, text, at);
  if (!found) return undefined;
  const [{ length }, first, second, part, letters, offset, bare] = found;
  const end = withoutLastDot(text, at + length);
  const words = clockWords({
    hour: Number(second ?? first),
    minute: 0,
    half: part,
    zone: zoneOf(letters, offset, bare),
  });
  if (second !== undefined) return { end, spoken: `${cardinal(first!)} to ${words}` };
  const rest = /^ ?[-–] ?/.exec(text.slice(end, end + 3));
  const last = rest && atHour(text, end + rest[0].length);
  return last ? { end: last.end, spoken: `${words} to ${last.spoken}` } : { end, spoken: words };
}

function atMinute(text: string, at: number): Found | undefined {
  const found = matchAt(clock, text, at);
  if (!found) return undefined;
  const [{ length }, hour, minute, second, part, letters, offset, bare] = found;
  const end = at + length;
  if (endsWithWord.test(found[0].at(-1)!) && endsWithWord.test(text[end] ?? ' ')) return undefined;
  if (isRatio(text, at, end)) return undefined;
  const spoken = clockWords({
    hour: Number(hour),
    minute: Number(minute),
    second: second === undefined || second === '00' ? undefined : Number(second),
    half: part,
    zone: zoneOf(letters, offset, bare),
  });
  const isRange = /[-–]/.test(text[end] ?? '') && second === undefined;
  const rest = isRange ? (atHour(text, end + 1) ?? atMinute(text, end + 1)) : undefined;
  if (!rest) return { end: withoutLastDot(text, end), spoken };
  return { end: rest.end, spoken: `${spoken} to ${rest.spoken}` };
}

function isRatio(text: string, at: number, end: number): boolean {
  return (
    ratioWords.test(text.slice(Math.max(0, at - reach), at)) ||
    ratioWords.test(wordAfter(text, end))
  );
}

function zoneOf(letters?: string, offset?: string, bare?: string): string | undefined {
  if (bare !== undefined) return bare;
  return letters === 'GMT' || letters === 'UTC' ? letters + (offset ?? '') : letters;
}

/** The dot of "p.m." at the end of a sentence ends the sentence. */
function withoutLastDot(text: string, end: number): number {
  return text[end - 1] === '.' && isSentenceEnd(text, end) ? end - 1 : end;
}
