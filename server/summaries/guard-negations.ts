/** Negations: a summary may deny only what its source denies, and must not assert what it denies. */
import { stemOf, stopWords, type Word } from './guard-words.ts';

const words = (list: string) => new Set(list.split(' '));

const negations = words('not no never none nothing nobody nowhere neither nor without cannot cant');
/** What stands right before what did not happen. */
const direct = words('not never cannot cant');
/** Words whose sentence says that something is not, or is no more; by stem. */
const denials = new Set(
  (
    'zero fail failed failure unable missing miss lack skip skipped pending remain todo need refuse prevent avoid stop fix ' +
    'resolve remove drop delete disable eliminate instead except ignore reject deny block wait ' +
    'hardly rarely broken untouched incomplete impossible absent empty defer postpone later ' +
    'exclude omit rule ruled only yet still anymore free must should will would'
  )
    .split(' ')
    .map(stemOf),
);
/** Said of knowing and wishing more than of doing; their denial is no claim. */
const soft = new Set(
  'know want think see use matter mean seem sure need like say try'.split(' ').map(stemOf),
);
const prefixed = /^(?:un|non-?)(?=\p{L}{4})/u;

const isNegation = (word: Word) => negations.has(word.lower) || isShort(word);
const isDirect = (word: Word) => direct.has(word.lower) || isShort(word);
const isShort = (word: Word) => word.lower.endsWith("n't");
const isZero = (word: Word) => /^0(?:\.0+)?%?$/.test(word.text);
const isContent = (word: Word) => /\p{L}/u.test(word.text) && !stopWords.has(word.lower);

function denies(word: Word): boolean {
  return (
    isNegation(word) ||
    isZero(word) ||
    word.lower === 'gone' ||
    denials.has(stemOf(word.lower)) ||
    prefixed.test(word.lower)
  );
}

export class Negations {
  /** What stands in a sentence that denies something. */
  readonly #denied = new Set<string>();
  /** How often a word occurs, and how often right behind a negation. */
  readonly #asserted = new Set<string>();
  readonly #negated = new Set<string>();
  #any = false;

  constructor(source: readonly Word[]) {
    for (const sentence of sentencesOf(source)) {
      const isDenial = sentence.some(denies);
      this.#any ||= isDenial;
      const behind = new Set(
        sentence.flatMap((word, at) => (isDirect(word) ? headAt(sentence, at) : [])),
      );
      for (const [at, word] of sentence.entries()) {
        const stem = stemOf(word.lower);
        if (isDenial) {
          this.#denied.add(stem);
          for (const part of word.lower.split(/[-/._]/)) this.#denied.add(stemOf(part));
        }
        const bare = word.lower.replace(prefixed, '');
        if (bare !== word.lower) this.#denied.add(stemOf(bare));
        if (behind.has(at)) this.#negated.add(stem);
        else this.#asserted.add(stem);
      }
    }
  }

  /** Whether the source denies something at all. */
  get any(): boolean {
    return this.#any;
  }

  /** @returns the first negation or assertion that the source does not bear, or undefined */
  firstWrong(summary: readonly Word[]): Word | undefined {
    for (const sentence of sentencesOf(summary)) {
      for (const [at, word] of sentence.entries())
        if (isNegation(word) && !this.#bears(sentence, at)) return word;
      if (sentence.some(denies)) continue;
      const turned = sentence.find((word) => this.#isOnlyDenied(word));
      if (turned) return turned;
    }
    return undefined;
  }

  #bears(sentence: readonly Word[], at: number): boolean {
    const { lower } = sentence[at]!;
    // "not only", and "no" as an answer, deny nothing of their own.
    if (lower === 'not' && sentence[at + 1]?.lower === 'only') return true;
    const about = contentAfter(sentence, at);
    const near = about.length > 0 ? about : contentBefore(sentence, at);
    if (near.length === 0) return this.#any;
    if (!near.some((word) => this.#isDenied(word))) return false;
    // What it denies first, and of what: neither may be only asserted.
    return about.slice(0, 2).every((word) => this.#isDenied(word) || !this.#knows(word));
  }

  #knows(word: Word): boolean {
    return this.#asserted.has(stemOf(word.lower));
  }

  #isDenied(word: Word): boolean {
    return [word.lower, word.lower.replace(prefixed, ''), ...word.lower.split(/[-/._]/)].some(
      (each) => this.#denied.has(stemOf(each)),
    );
  }

  #isOnlyDenied(word: Word): boolean {
    const stem = stemOf(word.lower);
    return (
      isContent(word) && this.#negated.has(stem) && !this.#asserted.has(stem) && !soft.has(stem)
    );
  }
}

/** Words around a negation that are looked at, and of these words of content. */
const reach = 12;
const enough = 3;

/** The place of the first word of content behind a negation, in the same clause. */
function headAt(sentence: readonly Word[], at: number): number[] {
  const last = Math.min(at + reach, sentence.length - 1);
  for (let index = at + 1; index <= last && !sentence[index - 1]!.endsClause; index += 1) {
    if (isContent(sentence[index]!)) return [index];
  }
  return [];
}

function contentAfter(sentence: readonly Word[], at: number): Word[] {
  const found: Word[] = [];
  const last = Math.min(at + reach, sentence.length - 1);
  for (let index = at + 1; index <= last && !sentence[index - 1]!.endsClause; index += 1) {
    const word = sentence[index]!;
    if (isContent(word) && !isNegation(word)) found.push(word);
    if (found.length === enough) break;
  }
  return found;
}

function contentBefore(sentence: readonly Word[], at: number): Word[] {
  const before = sentence.slice(Math.max(0, at - reach), at);
  return before.filter((word) => isContent(word) && !isNegation(word)).slice(-enough);
}

function* sentencesOf(words: readonly Word[]): Generator<Word[]> {
  let sentence: Word[] = [];
  for (const word of words) {
    sentence.push(word);
    if (!word.endsSentence) continue;
    yield sentence;
    sentence = [];
  }
  if (sentence.length > 0) yield sentence;
}
