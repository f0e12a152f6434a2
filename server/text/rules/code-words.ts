/** Inline code: its words. Single letters are names; names with hyphens are words. */
import { kebabWords, letterWords } from '../say/identifiers.ts';
import { isWordAt } from './neighbours.ts';
import { letters, matchAt, type Rule } from './rule.ts';

const kebab = /[A-Za-z]\w{0,40}(?:-[A-Za-z]\w{0,40}){1,8}(?:-\d{1,9}){0,3}(?![\w-])/y;

export const codeKebab: Rule = {
  name: 'name with hyphens',
  begins: letters,
  where: 'code',
  read({ text }, at) {
    if (text[at - 1] === '-' || isWordAt(text, at - 1)) return undefined;
    const found = matchAt(kebab, text, at)?.[0];
    return found ? { end: at + found.length, spoken: kebabWords(found) } : undefined;
  },
  examples: [['`my-component`', 'my component']],
};

export const codeLetters: Rule = {
  name: 'letters in code',
  begins: letters,
  words: letterWords,
  where: 'code',
  read({ text, wordEnd }, at) {
    const word = text.slice(at, wordEnd);
    // The s of "it's".
    if (text[at - 1] === "'" && isWordAt(text, at - 2)) return undefined;
    if (word.length === 1 && word !== word.toUpperCase())
      return { end: wordEnd, spoken: word.toUpperCase() };
    return letterWords.has(word)
      ? { end: wordEnd, spoken: word.toUpperCase().split('').join(' ') }
      : undefined;
  },
  examples: [['`x`', 'X']],
};
