/** What stands around a place: the words by which a rule decides. */

import type { Scene } from './rule.ts';

const between = ' \u00a0([:"\'“‘*=';
const longestWord = 20;
const wordCharacter = /[\p{L}\p{N}_.]/u;
const nextWord = /[ \u00a0]?([A-Za-z]{1,20})(?![A-Za-z0-9_])/y;

/** @returns the word before, lower case, without what opens the place and without a last dot */
export function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && at - end < 3 && between.includes(text[end - 1]!)) end -= 1;
  if (end === at) return '';
  let start = end;
  while (start > 0 && end - start < longestWord && wordCharacter.test(text[start - 1]!)) start -= 1;
  return text.slice(start, end).toLowerCase().replace(/\.$/, '');
}

/** @returns the word that follows after at most one space, as written; '' when none does */
export function wordAfter(text: string, end: number): string {
  nextWord.lastIndex = end;
  return nextWord.exec(text)?.[1] ?? '';
}

/** Whether a letter, digit or underscore stands at `at`. */
export function isWordAt(text: string, at: number): boolean {
  const char = text[at];
  return char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char);
}

export function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Whether what stands at `at` begins something new: after a space, an opening mark or nothing. */
export function isOpenBefore(text: string, at: number): boolean {
  return at === 0 || ' \u00a0([{"\'“‘,;=:|*/'.includes(text[at - 1]!);
}

export function isSpaceAt(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || char === ' ' || char === '\u00a0';
}

/** Whether the sentence ends at `at` but for closing marks: a dot there is its own. */
export function isSentenceEnd(text: string, at: number): boolean {
  let end = at;
  while (end < text.length && '"\'”’»)]}* '.includes(text[end]!)) end += 1;
  return end >= text.length;
}

/** Between two of one list. */
const link = /^(?:,| and| or| to| through| until|, and| ?[-–/]| ->| →| =>)? ?$/;
const longestLink = 12;

/** Whether what was read last was read by the rule too, and is of the same list: "1.2 and 1.3". */
export function isListed({ text, last }: Scene, at: number, rule: string): boolean {
  return last?.rule === rule && at - last.end < longestLink && link.test(text.slice(last.end, at));
}

const adjective = /(?:^|[ (])(?:an?|the|every|each|per|this|that|my|our|your|its|one|another) $/i;
/** After an amount these do not name what it describes. */
const notNamed = new Set(
  'of in to and or is was are were on at for per later ago from than but by with if as so more less faster slower each left into over under after before between per until when while which that had has remain remaining old long'.split(
    ' ',
  ),
);

/** Whether an amount describes what follows it: "a 30s timeout", which is said in the singular. */
export function isAdjective(text: string, at: number, end: number): boolean {
  const next = text[end] === ' ' ? wordAfter(text, end) : '';
  if (!/^[a-z]/.test(next) || notNamed.has(next)) return false;
  return adjective.test(text.slice(Math.max(0, at - 9), at));
}
