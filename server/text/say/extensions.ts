/** The ending of a file's name, without its dot, as it is said. */
import { terms } from '../tables/terms.ts';
import { identifierWords } from './identifiers.ts';
import { spell } from './spelling.ts';

/** Endings that are a word. */
const words = new Set(
  'map vue svelte astro less text log doc bin lock so bak patch diff service desktop swift dart props config env zip tar md5 key sock test spec class jar war nix zig lua fish bat conf pub local example sample properties bash java gradle scala docker lib wav'.split(
    ' ',
  ),
);
const vowel = /[aeiouy]/;

/** "ts" -> T S, "json" -> jason, "env" -> env */
export function extensionWords(extension: string): string {
  const lower = extension.toLowerCase();
  if (Object.hasOwn(terms, lower)) return terms[lower]!;
  if (/[_\d]/.test(lower) || lower.length > 4) return identifierWords(extension);
  return words.has(lower) || (lower.length === 4 && vowel.test(lower.slice(1, 3)))
    ? lower
    : spell(lower);
}
