/** The user's own words: where they stand in a text, and what is said for them. */
import { findAddresses } from './addresses.ts';
import { emphasisMarks } from './emphasis.ts';
import { findPaths } from './paths.ts';
import type { Reading } from './reading-rule.ts';
import { withoutUnspeakable } from './unspeakable.ts';

export interface Pronunciation {
  /** Exact case; white space in it stands for any white space. */
  word: string;
  /** Said as written. */
  say: string;
}

/** The words as a tree by UTF-16 unit: a look-up costs the longest word, however many there are. */
interface Node {
  next: Map<string, Node>;
  say?: string;
}

interface Span {
  start: number;
  end: number;
}

const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char);
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
/** Written without spaces between words: next to another script a word ends. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

export class Pronouncer {
  readonly #root: Node = { next: new Map() };

  constructor(pronunciations: readonly Pronunciation[]) {
    for (const { word, say } of pronunciations) {
      const key = withoutUnspeakable(word).trim().replace(/\s+/g, ' ');
      if (key !== '') this.#add(key, withoutUnspeakable(say));
    }
  }

  #add(word: string, say: string): void {
    let node = this.#root;
    for (let at = 0; at < word.length; at += 1) {
      const next = node.next.get(word[at]!) ?? { next: new Map() };
      node.next.set(word[at]!, next);
      node = next;
    }
    node.say = say;
  }

  /** The longest word at each place, whole, and not inside a path, URL or e-mail address. */
  *find(text: string, inCode: boolean): Generator<Reading> {
    if (this.#root.next.size === 0) return;
    const marks = text.includes('_') ? emphasisMarks(text) : undefined;
    const inWord = (at: number, char: string) =>
      wordCharacter.test(char) && !(char === '_' && marks?.[at]);
    const addresses = [...findAddresses(text)];
    const apart = blank(text, addresses);
    const spans: Span[] = [...addresses, ...findPaths(apart, { length: 'full', inCode })].sort(
      (a, b) => a.start - b.start,
    );
    let passed = 0;
    for (let at = 0; at < text.length;) {
      while (passed < spans.length && spans[passed]!.end <= at) passed += 1;
      const found = this.#root.next.has(text[at]!)
        ? this.#longest(text, at, inWord, (end) => isFree(spans, passed, at, end))
        : undefined;
      if (found) yield found;
      at = found?.end ?? at + 1;
    }
  }

  #longest(
    text: string,
    start: number,
    inWord: (at: number, char: string) => boolean,
    isFree: (end: number) => boolean,
  ): Reading | undefined {
    if (isJoined(text, start, start, inWord)) return undefined;
    let found: Reading | undefined;
    let node: Node | undefined = this.#root;
    for (let at = start; at < text.length;) {
      const char: string = isSpace(text[at]) ? ' ' : text[at]!;
      node = node.next.get(char);
      if (!node) break;
      at += 1;
      if (char === ' ') while (isSpace(text[at])) at += 1;
      if (node.say !== undefined && !isJoined(text, at, at - 1, inWord) && isFree(at))
        found = { start, end: at, spoken: node.say };
    }
    return found;
  }
}

/**
 * Whether the word that begins or ends at the border `at` goes on beyond it.
 * @param edge a place in the word's own first or last character
 */
function isJoined(
  text: string,
  at: number,
  edge: number,
  inWord: (at: number, char: string) => boolean,
): boolean {
  const isEnd = edge < at;
  if (isLow(text, at) && isHigh(text, at - 1)) return true;
  const beyond = isEnd ? at : at - 1;
  if (beyond < 0 || beyond >= text.length) return false;
  const outer = characterAt(text, beyond);
  if (!inWord(beyond, outer)) return false;
  const inner = characterAt(text, edge);
  return !wordCharacter.test(inner) || unspaced.test(inner) === unspaced.test(outer);
}

const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
const isHigh = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;

/** The whole character of which `at` is a half or all. */
function characterAt(text: string, at: number): string {
  const start = isLow(text, at) && isHigh(text, at - 1) ? at - 1 : at;
  return String.fromCodePoint(text.codePointAt(start)!);
}

/** A word may be a whole path or address, or hold one; it is never a part of one. */
function isFree(spans: readonly Span[], first: number, start: number, end: number): boolean {
  for (let at = first; at < spans.length && spans[at]!.start < end; at += 1) {
    if (spans[at]!.start < start || spans[at]!.end > end) return false;
  }
  return true;
}

function blank(text: string, spans: readonly Span[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of spans) {
    out += text.slice(from, start) + '\ufdd0'.repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}
