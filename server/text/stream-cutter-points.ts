/**
 * Where in an open paragraph a sentence ends for good: nothing that follows can move its end or change what
 * is in it. Only what is plainly so counts; anything else waits for the end of the paragraph.
 */
import { isKeyAt } from './code-spans.ts';
import { splitSentences } from './sentences.ts';

const space = /\s/;
/** May stand between the columns of a line, which is a block by itself. */
const wideSpace = /^(?: {2,}| *\t[ \t]*)$/;
const longestSpace = 3;
const endsBefore = /[.!?:]$/;
/** What a line may begin with and be text: no mark of a list, heading, quote, fence or table. */
const begins = /^(?:["'“‘(`_]|\*{1,2})?\p{L}/u;
const longestBeginning = 4;
const sentenceEnd = /([.!?…]+)(["'”’»›)\]}*_~]*)$/;
const openers = /^[("'“‘«[*_~]+/;
/** Two letters at least: "B." may be an initial, "1." the mark of a list. */
const plainWord = /^(?:(?=.*\p{L})[\p{L}\p{M}\p{N}'’-]{2,}|\d{4,})$/u;
const wideEnd = /[。！？]/;
const wideMarks = /[。！？」』）】》]/;
const widePlain = /[\p{L}\p{M}\p{N}、，「」『』（）《》【】。！？]/u;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Stands for inline code; no word and no space. */
const code = '\ue000';
/** Behind these words a value may reach further than its sentence. */
const naming = /pass(?:w|phrase|code)|secret|token|key|bearer|authorization/i;
const wordWithMarks =
  /^(["'“‘(]*)(\*+|_+|~~+)?([\p{L}\p{M}\p{N}\ue000'’-]*)(["'”’),;:!?.…]*)(\*+|_+|~~+)?(["'”’),;:!?.…]*)$/u;
const plainTarget = /\]\([^()\s<>"'\\]*\)/g;
const longestPlain = 24;
/** A token is looked at again only when it has grown by so much: else one without an end costs its square. */
const growth = 1.25;
const shortestToken = 64;

export class StablePoints {
  /** What is not yet looked at. */
  #tail = '';
  /** Where in the paragraph it begins. */
  #base = 0;
  #point = 0;
  #tryAt = 0;
  #ended = false;
  /** The white space after the last token, not all of it when it is long; none before the first or after a sentence's end. */
  #space: string | undefined;
  #isDead = false;
  #isNamed = false;
  #depth = 0;
  #marks: Record<string, number[]> = {};

  /** The last point found, in characters from the start of the paragraph; 0 for none. */
  get point(): number {
    return this.#point;
  }

  /** A new paragraph begins. */
  reset(): void {
    this.#tail = '';
    this.#base = 0;
    this.#point = 0;
    this.#tryAt = 0;
    this.#ended = false;
    this.#space = undefined;
    this.#isDead = false;
    this.#isNamed = false;
    this.#depth = 0;
    this.#marks = {};
  }

  /** Nothing more of this paragraph is certain before its end. */
  give(): void {
    this.#isDead = true;
    this.#point = 0;
    this.#tail = '';
  }

  /** The paragraph begins at its point now: all that was open before it is closed. */
  advance(): void {
    this.#base -= this.#point;
    this.#point = 0;
  }

  /** Nothing came for a while: a sentence that ended before white space is over, whatever comes. */
  rest(): void {
    if (this.#isDead || !this.#ended || this.#tail !== '' || !this.#isClosed()) return;
    this.#point = this.#base;
    this.#ended = false;
  }

  push(text: string): void {
    if (this.#isDead) return;
    this.#tail += text;
    if (this.#tail.length < this.#tryAt) return;
    const source = this.#tail;
    let at = 0;
    for (;;) {
      for (; at < source.length && space.test(source[at]!); at += 1) this.#widen(source[at]!);
      if (at < source.length && this.#space !== undefined && wideSpace.test(this.#space)) {
        this.give();
        return;
      }
      if (this.#ended && at < source.length) {
        const beginning = source.slice(at, at + longestBeginning);
        const isText = begins.test(beginning);
        if (!isText && beginning.length < longestBeginning) break;
        if (isText && this.#isClosed()) this.#point = this.#base + at;
        this.#ended = false;
      }
      const token = readToken(source, at);
      if (!token) break;
      at = token.end;
      this.#space = endsBefore.test(token.text) ? undefined : '';
      this.#look(token);
      if (this.#isDead) return;
    }
    this.#tail = source.slice(at);
    this.#base += at;
    const { length } = this.#tail;
    this.#tryAt = length < shortestToken ? 0 : length * growth;
  }

  #widen(char: string): void {
    if (this.#space === undefined) return;
    if (char !== ' ' && char !== '\t') this.#space = undefined;
    else if (this.#space.length < longestSpace) this.#space += char;
  }

  #isClosed(): boolean {
    return this.#depth === 0 && Object.values(this.#marks).every((open) => open.length === 0);
  }

  #look({ text, isRisky, isWide }: Token): void {
    this.#isNamed ||= naming.test(text);
    if (/[\\|]|&#|-----|^>*#+$|^[^\s]*<(?![\d=-]|$)/.test(text) || (isRisky && text === '')) {
      // A whole tag or address in angle brackets alone is no danger, but rare: it waits as well.
      this.give();
      return;
    }
    const flat = this.#withoutLinks(text);
    if (flat === undefined || !this.#follow(flat)) {
      this.give();
      return;
    }
    this.#ended = isWide ? !this.#isNamed : !isRisky && this.#ends(flat);
  }

  /** @returns the token with its links as their labels */
  #withoutLinks(text: string): string | undefined {
    if (!/[[\]]/.test(text)) return text;
    const flat = text.replace(plainTarget, ']');
    if (flat.includes('](') || flat.includes('][')) return undefined;
    for (const char of flat) {
      if (char === '[') this.#depth += 1;
      if (char === ']') this.#depth -= 1;
      if (this.#depth < 0 || this.#depth > 2) return undefined;
    }
    return flat.replace(/[[\]]/g, '');
  }

  /** Keeps the books of emphasis. @returns false where it is not plain */
  #follow(text: string): boolean {
    const bare = text.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, '');
    if (!/[*_]|~~/.test(bare) || /^(?:\*+|_+|~+)$/.test(bare)) return true;
    const found = wordWithMarks.exec(bare);
    if (!found) return false;
    const [, before, opening, word, inner, closing, after] = found;
    if (word === '' || (word!.length > longestPlain && /\d/.test(word!))) return false;
    if (opening !== undefined) {
      const open = (this.#marks[opening[0]!] ??= []);
      if (before !== '' && open.length > 0) return false;
      open.push(opening.length);
    }
    if (closing !== undefined) {
      const open = (this.#marks[closing[0]!] ??= []);
      if (open.at(-1) === closing.length) open.pop();
      else if (open.length > 0 || after !== '' || inner !== '') return false;
    }
    return true;
  }

  #ends(text: string): boolean {
    const found = sentenceEnd.exec(text);
    if (!found) return false;
    const [, marks, closers] = found;
    if (closers !== '' && this.#isNamed) return false;
    const word = text
      .slice(0, found.index)
      .replace(openers, '')
      .replace(/[*_~]+$/, '');
    if (word !== code && !plainWord.test(word)) return false;
    return ['x', 'X', '5'].every(
      (next) => splitSentences(`${word}${marks}${closers} ${next}`).length === 2,
    );
  }
}

interface Token {
  end: number;
  /** With a stand-in for each inline code. */
  text: string;
  /** Its code may end no sentence, or is none. */
  isRisky: boolean;
  /** It ends a sentence by itself. */
  isWide: boolean;
}

/** @returns the token at `from`, up to white space; undefined while its end is not known */
function readToken(source: string, from: number): Token | undefined {
  let text = '';
  let isRisky = false;
  let isPlain = true;
  for (let at = from; at < source.length;) {
    const char = source[at]!;
    if (space.test(char)) return { end: at, text, isRisky, isWide: false };
    if (char === '`' && source[at - 1] === '+' && at + 1 >= source.length) return undefined;
    if (char === '`' && !isKeyAt(source, at)) {
      const span = codeAt(source, at);
      if (!span) return undefined;
      const content = source.slice(span.start, span.to).trim();
      if (content === '') return { end: span.end, text: '', isRisky: true, isWide: false };
      isRisky ||= /^[\p{L}\p{M}.]*$/u.test(content);
      text += code;
      isPlain = false;
      at = span.end;
      continue;
    }
    text += char;
    at += 1;
    isPlain &&= widePlain.test(char);
    if (!isPlain || !wideEnd.test(char)) continue;
    while (at < source.length && wideMarks.test(source[at]!)) text += source[at++]!;
    if (at >= source.length) return undefined;
    const isWide = true;
    if (space.test(source[at]!)) return { end: at, text, isRisky, isWide };
    // Without white space between, what stands before counts for a short form after: these are none.
    if (at + 1 >= source.length) return undefined;
    if (unspaced.test(source.slice(at, at + 2))) return { end: at, text, isRisky, isWide };
  }
  return undefined;
}

/** Between two runs of as many backticks. @returns undefined while the second is not there */
function codeAt(
  source: string,
  at: number,
): { start: number; to: number; end: number } | undefined {
  let start = at;
  while (source[start] === '`') start += 1;
  const length = start - at;
  for (let to = source.indexOf('`', start); to >= 0; to = source.indexOf('`', to)) {
    let end = to;
    while (source[end] === '`') end += 1;
    if (end - to === length) return end < source.length ? { start, to, end } : undefined;
    to = end;
  }
  return undefined;
}
