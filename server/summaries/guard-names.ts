/** Names: whether those of a summary occur in its source, in any writing. */
import { keyOf, partsOf, stemOf, stopWords, type Word } from './guard-words.ts';
import { numberAt } from './guard-numbers.ts';

/** How many words side by side may be one name: "time out" and "timeout", "get user name". */
const longestJoin = 4;

/** Names that people say for another: both are held by a source that has one. */
const sameNames: readonly (readonly string[])[] = [
  ['ts', 'tsx', 'typescript'],
  ['js', 'jsx', 'mjs', 'cjs', 'javascript'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['md', 'markdown'],
  ['yml', 'yaml'],
  ['postgres', 'postgresql'],
  ['k8s', 'kubernetes'],
  ['node', 'nodejs'],
  ['pr', 'pullrequest'],
  ['mr', 'mergerequest'],
  ['ci', 'continuousintegration'],
  ['docs', 'documentation'],
  ['ui', 'userinterface'],
  ['db', 'database'],
];

/** Never names, however they are written. */
const noNames = new Set([
  'i',
  'e.g',
  'i.e',
  'a.m',
  'p.m',
  'etc',
  'vs',
  'mr',
  'ms',
  'no',
  'not',
  'never',
]);

export class Names {
  readonly #keys = new Set<string>();
  readonly #stems = new Set<string>();

  constructor(words: readonly Word[]) {
    const parts: string[] = [];
    for (const { text } of words) {
      this.#keys.add(keyOf(text));
      for (const piece of text.split(/[\\/]+/)) this.#keys.add(keyOf(piece));
      parts.push(...partsOf(text).map((part) => part.toLowerCase()));
    }
    for (let at = 0; at < parts.length; at += 1) {
      this.#stems.add(stemOf(parts[at]!));
      let joined = '';
      for (const part of parts.slice(at, at + longestJoin)) this.#keys.add((joined += part));
    }
    for (const same of sameNames) {
      if (same.some((name) => this.#keys.has(name))) for (const name of same) this.#keys.add(name);
    }
  }

  /** @returns whether it is no name, or one that the source has */
  hold(word: Word): boolean {
    const name = word.text.replace(/['’]s$|['’]$/, '');
    if (noNames.has(name.toLowerCase()) || stopWords.has(word.lower)) return true;
    return !isName(name, word.isFirst) || this.#has(name);
  }

  #has(name: string): boolean {
    const key = keyOf(name);
    if (key === '' || this.#keys.has(key) || this.#keys.has(key.replace(/s$/, ''))) return true;
    if (/^\p{L}+$/u.test(name)) return this.#stems.has(stemOf(name.toLowerCase()));
    // "React-style", "Linux/macOS": each part that is a name of its own.
    if (!/[-/\\]/.test(name) || /\.\p{L}\w*$/u.test(name.split(/[\\/]/).at(-1)!.replace(/^\./, '')))
      return this.#hasEnding(name);
    return name.split(/[-/\\]+/).every((part) => !isName(part, false) || this.#has(part));
  }

  /** A path of which the source has only the file. */
  #hasEnding(name: string): boolean {
    const parts = name.split(/[\\/]+/);
    return parts.length > 1 && parts.every((part) => this.#keys.has(keyOf(part)));
  }
}

/** Capitalised within a sentence, or written as no plain word is. */
function isName(text: string, isFirst: boolean): boolean {
  if (/\d/.test(text)) return !isNumber(text) && /\p{L}/u.test(text);
  if (/\p{L}[._\\/:]+\p{L}|_|\p{Ll}\p{Lu}|^\.\p{L}/u.test(text)) return !isWordPair(text);
  const first = text.replace(/^[^\p{L}]+/u, '');
  if (/^\p{Lu}{2}/u.test(first)) return true;
  return /^\p{Lu}/u.test(first) ? !isFirst : /-\p{Lu}/u.test(first);
}

const isNumber = (text: string) => {
  const word = {
    text,
    lower: text.toLowerCase(),
    isFirst: false,
    endsClause: true,
    endsSentence: true,
  };
  return numberAt([word], 0) !== undefined;
};

/** "and/or", "read/write": words, not a path. */
const isWordPair = (text: string) => /^\p{Ll}+(?:\/\p{Ll}+)+$/u.test(text);
