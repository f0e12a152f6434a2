/** A text that comes in pieces, freed of comments and of what is no writing, as `cutText` frees a whole one. */
import { withoutUnspeakable } from './unspeakable.ts';

/** May be the beginning of a terminal's escape sequence. */
const escapeStart = /\x1b(?:\[[0-9;]{0,20})?$/;
const longestEscape = 24;
const opening = '<!--';
const closing = '-->';
/** May be the beginning of what opens a comment. */
const openingStart = /<(?:!-?)?$/;

/** Linear in what comes in. A comment is held until it ends: one that never does is text. */
export class StreamSource {
  #escape = '';
  #mark = '';
  /** What follows the opening mark. */
  #comment: string | undefined;
  /** Its last characters, which may begin what closes it. */
  #tail = '';

  /** @returns what of the text is certain by now */
  push(delta: string): string {
    const raw = this.#escape + delta;
    const held = escapeStart.exec(raw.slice(-longestEscape))?.[0].length ?? 0;
    this.#escape = held === 0 ? '' : raw.slice(-held);
    return this.#withoutComments(withoutUnspeakable(held === 0 ? raw : raw.slice(0, -held)));
  }

  /** @returns what was held back; nothing follows */
  end(): string {
    const rest = this.#withoutComments(withoutUnspeakable(this.#escape));
    const held = this.#comment === undefined ? this.#mark : opening + this.#comment;
    this.#escape = '';
    this.#mark = '';
    this.#comment = undefined;
    this.#tail = '';
    return rest + held;
  }

  #withoutComments(text: string): string {
    let out = '';
    for (let rest = text; ;) {
      if (this.#comment === undefined) {
        const seen = this.#mark + rest;
        const start = seen.indexOf(opening);
        if (start < 0) {
          this.#mark = openingStart.exec(seen.slice(-opening.length))?.[0] ?? '';
          return out + seen.slice(0, seen.length - this.#mark.length);
        }
        out += seen.slice(0, start);
        rest = seen.slice(start + opening.length);
        this.#mark = '';
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
        out += (opening + comment.slice(0, -closing.length)).replace(/[^\n]+/g, ' ');
        rest = rest.slice(taken);
        this.#comment = undefined;
        this.#tail = '';
      }
    }
  }
}
