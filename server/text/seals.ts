/**
 * Text that later rules must not see is sealed: a short code of noncharacters stands in its place,
 * without letters, digits, white space or marks. Every stage opens what it may show to the next.
 */

/**
 * `mark`: opened when the markdown is gone. `read`: what a reading rule said, opened when sentences
 * are cut. `say`: the user's own words, opened last and never cut apart.
 */
export type SealKind = 'mark' | 'read' | 'say';

interface Sealed {
  text: string;
  was: string;
  kind: SealKind;
}

/** What seals are made of; a text is freed of them before the first is set. */
export const sealCharacters = '\\ufdd0-\\ufdef';
const seal = /\ufdd0([\ufde0-\ufdef]+)\ufdd1/g;
const firstDigit = 0xfde0;
/** Stand for the characters of sealed text in a mask, in turn: neighbours stay apart. */
const fillers = ['\ufdd2', '\ufdd3'];

/** The seals of one text. Opening is linear; what was sealed is opened as it was given. */
export class Seals {
  readonly #sealed: Sealed[] = [];

  /** @param was what the source has there @returns what stands for `text` until it is opened */
  close(kind: SealKind, text: string, was = text): string {
    const digits = (this.#sealed.push({ text, was, kind }) - 1).toString(16);
    let code = '';
    for (const digit of digits)
      code += String.fromCharCode(firstDigit + Number.parseInt(digit, 16));
    return `\ufdd0${code}\ufdd1`;
  }

  open(kind: SealKind, text: string): string {
    return text.replace(seal, (found, code: string) => {
      const sealed = this.#at(code);
      return sealed?.kind === kind ? sealed.text : found;
    });
  }

  /** The text as its source wrote it: what is sealed may still decide where a sentence ends. */
  reveal(text: string): string {
    return text.replace(seal, (_, code: string) => this.#at(code)?.was ?? '');
  }

  /** @returns the text with the user's words, and as long a mask in which these are unbreakable */
  openSays(text: string): { text: string; mask: string } {
    let mask = '';
    let opened = '';
    let from = 0;
    let count = 0;
    for (const { 0: found, 1: code, index } of text.matchAll(seal)) {
      const before = text.slice(from, index);
      const say = this.#at(code!)?.text ?? '';
      mask += before + fillers[count % 2]!.repeat(say.length);
      opened += before + say;
      from = index + found.length;
      count += 1;
    }
    return { text: opened + text.slice(from), mask: mask + text.slice(from) };
  }

  #at(code: string): Sealed | undefined {
    let digits = '';
    for (let at = 0; at < code.length; at += 1)
      digits += (code.charCodeAt(at) - firstDigit).toString(16);
    return this.#sealed[Number.parseInt(digits, 16)];
  }
}

/** Whether a cut before `at` would part what the mask holds together. */
export function isUnbreakable(mask: string, at: number): boolean {
  return fillers.includes(mask[at]!) && mask[at] === mask[at - 1];
}
