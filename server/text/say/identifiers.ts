/** Names from source code as words: "getUserName" get user name. */
import { isSpokenWord } from '../tables/capitals.ts';
import { terms } from '../tables/terms.ts';
import { pairs } from './numbers.ts';
import { spell } from './spelling.ts';

const parts = /[A-Z]{2,24}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\x00-\x7f]+/g;
const longWord = /^(?=.*[AEIOUY])[A-Z]{5,}$/;
const longestNumber = 4;

/** @param name letters, digits and underscores. @returns its words, in lower case but for letters said by name */
export function identifierWords(name: string): string {
  const whole = termFor(name);
  if (whole !== undefined) return whole;
  const found = name.match(parts) ?? [];
  // "PAYMENTS_TIMEOUT": of several words none is an abbreviation that is long and has vowels.
  if (found.length > 1 && name === name.toUpperCase())
    return found
      .map((part) =>
        longWord.test(part)
          ? (termFor(part) ?? termFor(part.toLowerCase()) ?? part.toLowerCase())
          : partWords(part),
      )
      .join(' ');
  return found.map(partWords).join(' ');
}

/** "my-name" and the like, in words. */
export function kebabWords(name: string): string {
  return name
    .split(/[-./@]+/)
    .filter(Boolean)
    .map(identifierWords)
    .join(' ');
}

/** One word of a name, or a number in it. */
function partWords(part: string): string {
  if (/^\d/.test(part)) return part.length > longestNumber ? spell(part) : pairs(part);
  const term = termFor(part) ?? termFor(part.toLowerCase());
  if (term !== undefined) return term;
  if (/^[A-Z]{2,}s$/.test(part)) return `${capitalWords(part.slice(0, -1))}'s`;
  if (/^[A-Z]{2,}$/.test(part)) return isSpokenWord(part) ? part.toLowerCase() : spell(part);
  if (part.length === 1) return part === 'a' ? part : part.toUpperCase();
  return part.toLowerCase();
}

/** A word all in capitals: as it is where it is a word, else its letters. */
export function capitalWords(caps: string): string {
  return termFor(caps) ?? (isSpokenWord(caps) ? caps : spell(caps));
}

function termFor(word: string): string | undefined {
  return Object.hasOwn(terms, word) ? terms[word] : undefined;
}

/** Commands and endings that look like words and are said by letter. */
export const letterWords: ReadonlySet<string> = new Set(
  'wc gh jq yq cc ld ar dd df du ps id ip vi xz py js ts md'.split(' '),
);

const vowel = /[aeiouy]/;

/** The letters behind the one dash of a flag: "la" L A, "name" name. */
export function flagWords(flag: string): string {
  return flag.length > 3 && vowel.test(flag) ? kebabWords(flag) : spell(flag);
}
