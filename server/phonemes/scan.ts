/** Cuts a text into words and punctuation marks, in time linear in its length. */
import { readIpa } from './ipa.ts';
import { fold, greekName } from './scripts.ts';

export interface Token {
  /** A word to say, a mark of Kokoro's alphabet, or phonemes as they are. */
  kind: 'word' | 'mark' | 'ipa';
  text: string;
  /** UTF-16 offsets in the source. */
  start: number;
  end: number;
  /** White space, or what is read as such, stands before it. */
  spaced: boolean;
  /** Part of the word before: "well-known". */
  joined: boolean;
}

/** A longer run of letters is no word; it is said in pieces, so that no step works on all of it. */
const longestWord = 48;

/** Marks as Kokoro knows them; `-` and `–` are dashes only between spaces. */
const marks: Record<string, string> = {
  ';': ';',
  ':': ':',
  ',': ',',
  '.': '.',
  '!': '!',
  '?': '?',
  '—': '—',
  '…': '…',
  '"': '"',
  '(': '(',
  ')': ')',
  '[': '(',
  ']': ')',
  '“': '“',
  '”': '”',
  '„': '“',
  '«': '“',
  '»': '”',
  '。': '.',
  '．': '.',
  '，': ',',
  '、': ',',
  '！': '!',
  '？': '?',
  '：': ':',
  '；': ';',
  '¿': '',
};

const enum Class {
  Other,
  Letter,
  Digit,
  Apostrophe,
  Space,
}

const classes: readonly Class[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return Class.Letter;
  if (/[0-9]/.test(character)) return Class.Digit;
  if (character === "'") return Class.Apostrophe;
  return code <= 32 ? Class.Space : Class.Other;
});

/** A full stop after these ends no sentence. */
const shortened = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'st', 'vs']);

export function scan(text: string): Token[] {
  return new Scanner(text).run();
}

class Scanner {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** "e.g.", "U.S.A." */
  readonly #dotted = /[A-Za-z](?:\.[A-Za-z]){1,8}(?![A-Za-z0-9])\.?/y;
  #at = 0;
  #spaced = false;
  #joined = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Token[] {
    while (this.#at < this.#text.length) this.#next();
    return this.#tokens;
  }

  #next(): void {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    if (code < 128) {
      const kind = classes[code]!;
      if (kind === Class.Letter || kind === Class.Digit) return this.#word();
      if (kind === Class.Space) return this.#gap(1);
      return this.#mark(text[this.#at]!);
    }
    const character = String.fromCodePoint(text.codePointAt(this.#at)!);
    const greek = greekName(character);
    if (greek !== undefined) {
      this.#push('word', greek, this.#at + character.length);
      this.#spaced = true;
      return;
    }
    if (fold(character) !== '') return this.#word();
    if (isInvisible(code)) this.#at += 1;
    else this.#mark(character);
  }

  #gap(length: number): void {
    this.#at += length;
    this.#spaced = true;
    this.#joined = false;
  }

  #push(kind: Token['kind'], text: string, end: number): void {
    const { length } = this.#tokens;
    const joined = this.#joined && kind === 'word' && length > 0;
    this.#tokens.push({ kind, text, start: this.#at, end, spaced: this.#spaced, joined });
    this.#at = end;
    this.#spaced = false;
    this.#joined = false;
  }

  #word(): void {
    const text = this.#text;
    if (classes[text.charCodeAt(this.#at + 1)] === undefined || text[this.#at + 1] === '.') {
      this.#dotted.lastIndex = this.#at;
      const found = this.#dotted.exec(text)?.[0];
      // The last dot may end the sentence too.
      if (found) {
        const end = this.#at + found.length;
        this.#push('word', found, end);
        if (found.endsWith('.') && text.slice(end, end + 8).trim() === '') this.#add('.');
        return;
      }
    }
    let word = '';
    let at = this.#at;
    while (at < text.length && word.length < longestWord) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? classes[code]! : undefined;
      if (kind === Class.Letter || kind === Class.Digit) {
        word += text[at++];
      } else if (kind === Class.Apostrophe || code === 0x2019) {
        // Only between letters: a quote is no part of the word.
        if (!isLetterAt(text, at + 1)) break;
        word += "'";
        at += 1;
      } else if (kind === undefined && !isInvisible(code)) {
        const character = String.fromCodePoint(text.codePointAt(at)!);
        const folded = greekName(character) === undefined ? fold(character) : '';
        if (folded === '') break;
        word += folded;
        at += character.length;
      } else if (kind === undefined) {
        at += 1;
      } else {
        const more = this.#inNumber(word, at);
        if (more === undefined) break;
        word += more;
        at += 1;
      }
    }
    const special = /^[cf]$/i.test(word)
      ? /^(\+\+|#)/.exec(text.slice(at, at + 2))?.[0]
      : undefined;
    if (special && !isLetterAt(text, at + special.length)) {
      word += special;
      at += special.length;
    }
    this.#push('word', word, at);
    if (text[at] === '.' && shortened.has(word.toLowerCase())) this.#at += 1;
  }

  /** "3.5" and "1,000" are one number: the point stays, the comma goes. */
  #inNumber(word: string, at: number): string | undefined {
    const text = this.#text;
    if (!/^[0-9.]+$/.test(word)) return undefined;
    if (text[at] === '.' && /[0-9]/.test(text[at + 1] ?? '')) return '.';
    if (text[at] !== ',' || word.includes('.')) return undefined;
    return /^,[0-9]{3}(?![0-9])/.test(text.slice(at, at + 5)) ? '' : undefined;
  }

  #mark(character: string): void {
    const text = this.#text;
    const at = this.#at;
    if (character === '/') {
      const ipa = readIpa(text, at);
      if (ipa?.sounds) return this.#push('ipa', ipa.sounds, ipa.end);
    }
    if (character === '-' || character === '–') return this.#dash(character);
    // "run()" has nothing in its brackets to read.
    if (character === '(' && text[at + 1] === ')') return this.#gap(2);
    if (character === '.' && this.#isSpokenDot(at)) {
      this.#spaced = true;
      this.#push('word', /[0-9]/.test(text[at + 1]!) ? 'point' : 'dot', at + 1);
      this.#spaced = true;
      return;
    }
    const digitsAround = /[0-9]/.test(text[at - 1] ?? '') && /[0-9]/.test(text[at + 1] ?? '');
    const mark = character === ':' && digitsAround ? '' : (marks[character] ?? '');
    if (mark === '') {
      // A quote of a word leaves no gap; any other symbol parts words.
      if (/^['’‘`]$/.test(character)) this.#at += 1;
      else this.#gap(character.length);
      return;
    }
    if (mark !== '.') return this.#push('mark', mark, at + 1);
    let end = at + 1;
    while (text[end] === '.') end += 1;
    this.#push('mark', end - at > 1 ? '…' : '.', end);
  }

  /** "package.json", ".NET", ".5"; but "end.Next" are two sentences. */
  #isSpokenDot(at: number): boolean {
    const next = this.#text[at + 1] ?? '';
    if (isNameAt(this.#text, at - 1)) return /[a-z0-9]/.test(next);
    return /[A-Za-z0-9]/.test(next) && (at === 0 || /[\s("'`]/.test(this.#text[at - 1]!));
  }

  #dash(character: string): void {
    const text = this.#text;
    let end = this.#at + 1;
    while (text[end] === character) end += 1;
    const before = this.#at === 0 || /\s/.test(text[this.#at - 1]!);
    const after = end >= text.length || /\s/.test(text[end]!);
    if (
      (end - this.#at === 2 && before === after) ||
      (before && after && this.#tokens.length > 0 && end < text.length)
    )
      return this.#push('mark', '—', end);
    const joins = end - this.#at === 1 && isLetterAt(text, this.#at - 1) && isLetterAt(text, end);
    this.#gap(end - this.#at);
    if (joins) {
      this.#spaced = false;
      this.#joined = true;
    }
  }

  #add(mark: string): void {
    this.#tokens.push({
      kind: 'mark',
      text: mark,
      start: this.#at,
      end: this.#at,
      spaced: false,
      joined: false,
    });
  }
}

function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  return code < 128 ? classes[code] === Class.Letter : fold(text[at]!) !== '';
}

function isNameAt(text: string, at: number): boolean {
  return isLetterAt(text, at) || /[0-9_]/.test(text[at] ?? '');
}

/** Combining marks, joiners, soft hyphens: nothing to hear, and no end of a word. */
function isInvisible(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    code === 0xad ||
    (code >= 0x200b && code <= 0x200d) ||
    code === 0xfeff
  );
}
