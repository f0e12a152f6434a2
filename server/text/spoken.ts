/** What is said of a sentence, put together from left to right. */

/** Which rule read which stretch of the source as what. */
export interface RuleReading {
  rule: string;
  source: string;
  spoken: string;
}

interface PlacedReading extends RuleReading {
  /** Where in the sentence what is said begins. */
  at: number;
}

/** Stand for the user's words in the mask, in turn: neighbours stay apart. */
const fillers = ['\ufdd2', '\ufdd3'];
const closing = ',.;:!?)]}…';

export class Spoken {
  readonly readings: PlacedReading[] = [];
  readonly #pieces: string[] = [];
  /** The pieces with the user's words made unbreakable; none as long as there are no such words. */
  #masks: string[] | undefined;
  #says = 0;
  #length = 0;
  /** Whether it ends with a space, or has no beginning yet. */
  #spaced = true;
  /** Whether it ends with an opening bracket. */
  #opened = false;

  /** Text of the source that stays as it is. */
  add(text: string): void {
    if (text === '') return;
    let piece = text;
    if ((this.#spaced || this.#opened) && text.charCodeAt(0) === 32) piece = text.trimStart();
    // What a rule left behind it stands before no comma.
    else if (this.#spaced && this.#length > 0 && closing.includes(text[0]!) && isLast(text, 1))
      this.#trim();
    this.#push(piece, piece);
  }

  read(rule: string, source: string, spoken: string): void {
    this.add(spoken);
    const at = this.#length - spoken.trimStart().length;
    this.readings.push({ rule, source, spoken: spoken.trim(), at });
  }

  /** The user's own words: as they are, and never cut apart. */
  say(source: string, words: string): void {
    this.readings.push({ rule: 'pronunciations', source, spoken: words, at: this.#length });
    this.#masks ??= [...this.#pieces];
    this.#push(words, fillers[this.#says % 2]!.repeat(words.length));
    this.#says += 1;
  }

  /** @returns the text, and as long a mask by which it is cut */
  finish(): { text: string; mask: string } {
    const text = this.#pieces.join('');
    return { text, mask: this.#masks?.join('') ?? text };
  }

  #push(piece: string, mask: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#masks?.push(mask);
    this.#length += piece.length;
    this.#spaced = piece.charCodeAt(piece.length - 1) === 32;
    this.#opened = '([{“‘'.includes(piece.at(-1)!);
  }

  #trim(): void {
    const last = this.#pieces.pop();
    const mask = this.#masks?.pop() ?? last;
    if (last === undefined || mask === undefined) return;
    this.#length -= last.length;
    const bare = last.trimEnd();
    this.#spaced = false;
    this.#push(bare, mask.slice(0, bare.length));
  }
}

function isLast(text: string, at: number): boolean {
  return at >= text.length || text[at] === ' ' || closing.includes(text[at]!);
}

/** Whether a cut before `at` would part what the mask holds together. */
export function isUnbreakable(mask: string, at: number): boolean {
  return fillers.includes(mask[at]!) && mask[at] === mask[at - 1];
}
