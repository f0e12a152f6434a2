/** Abbreviations: "e.g.", "Dr.", "No. 5", "St. Olav", "U.S.". */
import { beforeNumbers, shortForms } from '../tables/short-forms.ts';
import { weekdays } from '../tables/months.ts';
import { capitalized, Lexicon, withCapitals } from './lexicon.ts';
import { isSentenceEnd } from './neighbours.ts';
import { letters, matchAt, type Rule } from './rule.ts';

const forms = new Lexicon(withCapitals(shortForms, capitalized));
const numbered = new Lexicon(withCapitals(beforeNumbers, capitalized));
const beforeNumber = / ?\d/y;
/** "no. of course" is a no. */
const numberOrOf = / ?\d| of(?![\p{L}\p{N}_]| course\b)/uy;
const romanOrNumber = / ?(?:\d|[IVX]+\b)/y;
const street = /St\.(?= ?([\p{Lu}])?)/uy;
const initials = /(?:[A-Za-z]\.){2,6}(?:[A-Za-z](?![\p{L}\p{N}_]))?/uy;
const dayName =
  /(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?:\.(?= )|(?=,? \d|,? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?<=Mon|Tues?|Wed|Thu|Thurs?|Fri)(?![\p{L}\p{N}_])|[-–](?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)))/uy;
const dayRange =
  /(Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)[-–](Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?![\p{L}\p{N}_])/uy;

export const abbreviationsBeforeNumbers: Rule = {
  name: 'abbreviation',
  words: numbered.words,
  where: 'prose',
  read({ text, wordEnd }, at) {
    const entry = numbered.find(text, at, wordEnd);
    if (!entry) return undefined;
    const end = at + entry.written.length;
    const pattern = /^(?:vol|ch|fig|sec)/i.test(entry.written)
      ? romanOrNumber
      : /^nos?\.$/i.test(entry.written)
        ? numberOrOf
        : beforeNumber;
    if (!matchAt(pattern, text, end)) return undefined;
    return { end, spoken: `${entry.spoken}${text[end] === ' ' ? '' : ' '}` };
  },
  examples: [
    ['No. 5', 'Number 5'],
    ['pp. 3-5', 'pages three to five'],
    ['fig. 2', 'figure 2'],
    ['the no. of items', 'the number of items'],
  ],
};

export const abbreviations: Rule = {
  name: 'abbreviation',
  words: [...forms.words],
  where: 'prose',
  read({ text, wordEnd }, at) {
    const entry = forms.find(text, at, wordEnd);
    if (!entry) return undefined;
    const end = at + entry.written.length;
    if (/[\p{L}\p{N}_/]/u.test(text[end] ?? ' ') && !entry.written.endsWith('/')) return undefined;
    if ((text[at - 1] === '.' || text[at - 1] === '-') && at > 0) return undefined;
    const isEnd = entry.written.endsWith('.') && isSentenceEnd(text, end);
    // "temp", "max" and the like are words; with a dot that ends the sentence they are too.
    if (isEnd && wordsThemselves.has(entry.written.toLowerCase())) return undefined;
    const apart = entry.written.endsWith('/') ? ' ' : '';
    return { end: isEnd ? end - 1 : end, spoken: entry.spoken + apart };
  },
  examples: [
    ['e.g. this', 'for example this'],
    ['cats, dogs, etc.', 'cats, dogs, et cetera.'],
    ['Dr. Who', 'Doctor Who'],
    ['w/o it', 'without it'],
  ],
};

const wordsThemselves = new Set([
  'max.',
  'min.',
  'temp.',
  'ext.',
  'orig.',
  'est.',
  'repo.',
  'misc.',
  'cont.',
]);

export const saints: Rule = {
  name: 'abbreviation',
  words: ['St'],
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(street, text, at);
    if (!found) return undefined;
    const isAfterName = /[A-Z][a-z]+ $/.test(text.slice(Math.max(0, at - 20), at));
    const isSaint = found[1] !== undefined && !isAfterName;
    const end = at + 3;
    return {
      end: isSentenceEnd(text, end) ? end - 1 : end,
      spoken: isSaint ? 'Saint' : 'Street',
    };
  },
  examples: [
    ['St. Olav', 'Saint Olav'],
    ['5 Main St. is', '5 Main Street is'],
  ],
};

export const initialLetters: Rule = {
  name: 'initials',
  begins: letters,
  where: 'prose',
  read({ text, wordEnd }, at) {
    if (wordEnd !== at + 1 || text[wordEnd] !== '.') return undefined;
    const found = matchAt(initials, text, at)?.[0];
    if (!found || /[a-z]/.test(found) !== found.toLowerCase().startsWith(found[0]!))
      return undefined;
    const end = at + found.length;
    if (/[\p{L}\p{N}_(]/u.test(text[end] ?? ' ')) return undefined;
    const isEnd = found.endsWith('.') && isSentenceEnd(text, end);
    return {
      end: isEnd ? end - 1 : end,
      spoken: found
        .replace(/[^A-Za-z]/g, '')
        .toUpperCase()
        .split('')
        .join(' '),
    };
  },
  examples: [
    ['the U.S. policy', 'the U S policy'],
    ['in the U.S.', 'in the U S.'],
    ['J.R. Smith', 'J R Smith'],
  ],
};

export const weekdayNames: Rule = {
  name: 'weekday',
  words: Object.keys(weekdays),
  where: 'prose',
  read({ text }, at) {
    const range = matchAt(dayRange, text, at);
    if (range) {
      const spoken = `${weekdays[range[1]!]} to ${weekdays[range[2]!]}`;
      return { end: at + range[0].length, spoken };
    }
    const found = matchAt(dayName, text, at)?.[0];
    return found
      ? { end: at + found.length, spoken: weekdays[found.replace('.', '')]! }
      : undefined;
  },
  examples: [
    ['Mon-Fri', 'Monday to Friday'],
    ['Tue, 3 Mar', 'Tuesday, the third of March'],
  ],
};
