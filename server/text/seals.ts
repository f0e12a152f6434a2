/**
 * Text that later rules must not see is sealed: a short code of noncharacters stands in its place,
 * without letters, digits, white space or marks.
 */

/**
 * `mark`: opened when the markdown is gone. `code`: inline code, read by its own rules when its
 * sentence is. `read`: what a rule said. `say`: the user's own words, never cut apart.
 */
export type SealKind = 'mark' | 'code' | 'read' | 'say';

export interface Sealed {
  kind: SealKind;
  text: string;
  /** What the source has there. */
  was: string;
  /** Which rule read it. */
  rule: string;
}

/** What seals are made of; a text is freed of them before the first is set. */
export const sealCharacters = '\\ufdd0-\\ufdef';
const seal = /\ufdd0([\ufde0-\ufdef]+)\ufdd1/g;
const firstDigit = 0xfde0;

/** The seals of one text. Opening is linear; what was sealed is opened as it was given. */
export class Seals {
  readonly #sealed: Sealed[] = [];

  /** @param was what the source has there @returns what stands for `text` until it is opened */
  close(kind: SealKind, text: string, was = text, rule = ''): string {
    const digits = (this.#sealed.push({ text, was, kind, rule }) - 1).toString(16);
    let code = '';
    for (const digit of digits)
      code += String.fromCharCode(firstDigit + Number.parseInt(digit, 16));
    return `\ufdd0${code}\ufdd1`;
  }

  open(kind: SealKind, text: string): string {
    if (!text.includes('\ufdd0')) return text;
    return text.replace(seal, (found, code: string) => {
      const sealed = this.at(code);
      return sealed?.kind === kind ? sealed.text : found;
    });
  }

  /** The text as its source wrote it: what is sealed may still decide where a sentence ends. */
  reveal(text: string): string {
    if (!text.includes('\ufdd0')) return text;
    return text.replace(seal, (_, code: string) => this.at(code)?.was ?? '');
  }

  /** @param code what stands between the ends of a seal */
  at(code: string): Sealed | undefined {
    let digits = '';
    for (let at = 0; at < code.length; at += 1)
      digits += (code.charCodeAt(at) - firstDigit).toString(16);
    return this.#sealed[Number.parseInt(digits, 16)];
  }
}
