/** What a reading rule is. All of them are tried at one place of a text, from left to right. */

/** What a rule looks at: one sentence, or one stretch of inline code. What is sealed stays a seal. */
export interface Scene {
  text: string;
  inCode: boolean;
  /** Where the word that begins at the place tried ends: letters, digits and underscores. */
  wordEnd: number;
  /** What the word is made of, see `Shape`. */
  shape: number;
  /** What was read last in this text, and where it ended. */
  last: { rule: string; end: number } | undefined;
}

/** Kinds of characters in a word, as bits. */
export const Shape = {
  lower: 1,
  upper: 2,
  digit: 4,
  underscore: 8,
  /** Letters beyond ASCII. */
  other: 16,
  /** A capital after the first character. */
  innerUpper: 32,
} as const;

export interface Found {
  end: number;
  /**
   * What is said instead of the text up to `end`. A space at its beginning or end keeps it apart
   * from what stands next to it, and is dropped where there is one.
   */
  spoken: string;
}

export interface Rule {
  name: string;
  /** The characters it may begin with. A letter or digit counts only where a word begins. */
  begins?: string;
  /** The whole words it may begin with, also where nothing else sets a word apart. */
  words?: Iterable<string>;
  /** Where it reads; default both. */
  where?: 'prose' | 'code';
  /** Pure and linear, with a bound on how far it looks. */
  read(scene: Scene, at: number): Found | undefined;
  /** What it reads as what; each is read by this very rule. In code when between backticks. */
  examples: readonly (readonly [text: string, spoken: string])[];
}

export const digits = '0123456789';
export const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
export const upperCase = lowerCase.toUpperCase();
export const letters = lowerCase + upperCase;

/** @param pattern sticky */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
