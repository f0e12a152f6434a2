/** HTML comments are not said: a text is freed of them before its blocks are cut. Those in code stay. */
import { openedFence } from './blocks.ts';
import { codeLine, closes, type Fence, leaves } from './fences.ts';

const opening = '<!--';
const closing = '-->';
const next = /<!--|\r\n|[\n\r\u2028\u2029]/g;
const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;
/** May be the beginning of what opens a comment. */
const openingStart = /<(?:!-?)?$/;
const longestStart = 3;
/** The marks of quotes stand in it. */
const longestHead = 256;

/** A comment that never ends is text. */
export function withoutComments(text: string): string {
  if (!text.includes(opening)) return text;
  const comments = new Comments();
  return comments.push(text) + comments.end();
}

/** The same for a text that comes in pieces; linear in it. A comment is held until it ends. */
export class Comments {
  /** May become the mark that opens one. */
  #mark = '';
  /** What follows the opening mark. */
  #comment: string | undefined;
  /** Its last characters, which may begin what closes it. */
  #tail = '';
  /** What is given of the last line, its beginning and its last character. */
  #line = '';
  #head = '';
  #last = '';
  #fence: Fence | undefined;
  #wasReturn = false;

  /** @returns what of the text is certain by now */
  push(text: string): string {
    let out = '';
    for (let rest = text; ;) {
      if (this.#comment === undefined) {
        const seen = this.#mark + rest;
        this.#mark = '';
        const start = this.#find(seen);
        if (start === undefined) return out + seen.slice(0, seen.length - this.#mark.length);
        out += seen.slice(0, start);
        rest = seen.slice(start + opening.length);
        this.#comment = '';
      } else {
        const seen = this.#tail + rest;
        const end = seen.indexOf(closing);
        if (end < 0) {
          this.#comment += rest;
          this.#tail = seen.slice(-(closing.length - 1));
          return out;
        }
        const taken = end + closing.length - this.#tail.length;
        const comment = this.#comment + rest.slice(0, taken);
        // Its line breaks stay, so that it does not join what it parted.
        const blank = (opening + comment.slice(0, -closing.length)).replace(/[^\n]+/g, ' ');
        this.#follow(blank);
        out += blank;
        rest = rest.slice(taken);
        this.#comment = undefined;
        this.#tail = '';
      }
    }
  }

  /** @returns what was held back; the next text begins after it */
  end(): string {
    const held = this.#comment === undefined ? this.#mark : opening + this.#comment;
    this.#mark = '';
    this.#comment = undefined;
    this.#tail = '';
    this.#setLine('');
    this.#fence = undefined;
    this.#wasReturn = false;
    return held;
  }

  /** @returns where a comment begins; else what may begin one is held */
  #find(text: string): number | undefined {
    let from = 0;
    next.lastIndex = 0;
    for (let found = next.exec(text); found; found = next.exec(text)) {
      const isMark = found[0] === opening;
      const at = isMark ? found.index : next.lastIndex;
      this.#follow(text.slice(from, at));
      from = at;
      if (isMark && this.#mayBegin()) return at;
    }
    const mark = openingStart.exec(text.slice(Math.max(from, text.length - longestStart)))?.[0];
    this.#follow(text.slice(from, text.length - (mark?.length ?? 0)));
    if (mark === undefined) return undefined;
    if (this.#mayBegin()) this.#mark = mark;
    else this.#follow(mark);
    return undefined;
  }

  /** Whether a mark that follows is no code, neither in a fence nor behind a backtick. */
  #mayBegin(): boolean {
    if (this.#last === '`') return false;
    return this.#fence === undefined || codeLine(this.#fence, this.#head + opening) === leaves;
  }

  /** Keeps the books of lines and fences. */
  #follow(text: string): void {
    let from = this.#wasReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#wasReturn = text.endsWith('\r');
    for (const { 0: found, index } of text.matchAll(lineEnd)) {
      if (index < from) continue;
      this.#endLine(this.#line + text.slice(from, index));
      this.#setLine('');
      from = index + found.length;
    }
    if (from < text.length) this.#setLine(this.#line + text.slice(from), text.at(-1)!);
  }

  /** Its end and its beginning are kept apart: to look at a line that grows costs its length. */
  #setLine(line: string, last = ''): void {
    if (this.#head.length < longestHead) this.#head = line.slice(0, longestHead);
    if (line === '') this.#head = '';
    this.#line = line;
    this.#last = last;
  }

  #endLine(line: string): void {
    const inside = this.#fence && codeLine(this.#fence, line);
    if (inside === closes) this.#fence = undefined;
    else if (inside === undefined || inside === leaves) this.#fence = openedFence(line);
  }
}
