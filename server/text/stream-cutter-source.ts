/** A text that comes in pieces, freed of comments and of what is no writing, as `cutText` frees a whole one. */
import { Comments } from './comments.ts';
import { withoutUnspeakable } from './unspeakable.ts';

/** May be the beginning of a terminal's escape sequence. */
const escapeStart = /\x1b(?:\[[0-9;]{0,20})?$/;
const longestEscape = 24;

/** Linear in what comes in. */
export class StreamSource {
  readonly #comments = new Comments();
  #escape = '';

  /** @returns what of the text is certain by now */
  push(delta: string): string {
    const raw = this.#escape + delta;
    const held = escapeStart.exec(raw.slice(-longestEscape))?.[0].length ?? 0;
    this.#escape = held === 0 ? '' : raw.slice(-held);
    return this.#comments.push(withoutUnspeakable(held === 0 ? raw : raw.slice(0, -held)));
  }

  /** @returns what was held back; nothing follows */
  end(): string {
    const rest = this.#comments.push(withoutUnspeakable(this.#escape)) + this.#comments.end();
    this.#escape = '';
    return rest;
  }
}
