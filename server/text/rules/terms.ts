/** Words of the trade that a voice says wrong. */
import { terms } from '../tables/terms.ts';
import { Lexicon, withCapitals } from './lexicon.ts';
import { isDigitAt, isWordAt } from './neighbours.ts';
import type { Rule } from './rule.ts';

const known = new Lexicon(withCapitals(terms));

const letterAfter = /^-[A-Za-z]$/;

export const techTerms: Rule = {
  name: 'tech term',
  words: [...known.words],
  read({ text, wordEnd, inCode }, at) {
    const entry = known.find(text, at, wordEnd);
    if (!entry) return undefined;
    const end = at + entry.written.length;
    if (text[end] === '/' && isWordAt(text, end + 1) && !entry.written.includes('/'))
      return undefined;
    // A part of a longer name is read with it.
    if ((text[end] === '.' || text[end] === '\\') && isWordAt(text, end + 1)) return undefined;
    if (inCode && text[end] === '-' && letterAfter.test(text.slice(end, end + 2))) return undefined;
    return { end, spoken: isDigitAt(text, end) ? `${entry.spoken} ` : entry.spoken };
  },
  examples: [
    ['SQL', 'sequel'],
    ['nginx', 'engine X'],
    ['C++ and C#', 'C plus plus and C sharp'],
    ['the TODO list', 'the to do list'],
  ],
};
