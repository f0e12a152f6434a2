/** Texts compared by their letters and digits alone. */

/** @returns the letters and digits of a text, without case */
export function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What parts words; an apostrophe does not. */
const gap = /[^\p{L}\p{N}\p{M}'’]+/u;

/** A text in which others are looked for by their letters and digits, but as whole words alone. */
export class Worded {
  readonly letters: string;
  readonly #starts: number[] = [];
  readonly #ends = new Set<number>();

  constructor(text: string) {
    let all = '';
    for (const word of text.normalize('NFKC').split(gap)) {
      const bare = letters(word);
      if (bare === '') continue;
      this.#starts.push(all.length);
      all += bare;
      this.#ends.add(all.length);
    }
    this.letters = all;
  }

  /** Whether a text with these letters stands in it from the beginning of a word, to the end of one if `isWhole`. */
  holds(part: string, isWhole: boolean): boolean {
    return this.#starts.some(
      (start) =>
        this.letters.startsWith(part, start) && (!isWhole || this.#ends.has(start + part.length)),
    );
  }
}

/** Whether the last word of a text is complete, whatever follows. */
export function endsWord(text: string): boolean {
  return /[^\p{L}\p{N}\p{M}'’]$/u.test(text);
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
