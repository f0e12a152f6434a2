/**
 * Says a word from its letters alone: one decision tree a letter, asked from the last letter to the
 * first, since in English the end of a word says where its stress is.
 */
import { consonants, isVowel, PRIMARY, SECONDARY, vowels } from './diaphones.ts';

/** What a tree may ask about a letter; each answer is below 64. */
export const featureCount = 16;

const sounds = consonants + vowels;
const reach = 4;

/** Walks a word (a-z only) from its end; the same for training and for use. */
export class LetterWalk {
  readonly #word: string;
  /** Groups of vowel letters before each letter. */
  readonly #groups: Uint8Array;
  #last = 0;
  #before = 0;
  #vowels = 0;
  #hasPrimary = false;
  /** Of the vowel said last: 1 primary, 2 secondary, 3 none; 0 when there was no vowel. */
  #stress = 0;

  constructor(word: string) {
    this.#word = word;
    this.#groups = new Uint8Array(word.length);
    for (let at = 1; at < word.length; at++) {
      const begins = this.#kind(at - 1) === 1 && this.#kind(at - 2) !== 1;
      this.#groups[at] = Math.min(6, this.#groups[at - 1]! + (begins ? 1 : 0));
    }
  }

  /** Writes `featureCount` values for the letter at `at` to `into`, from `offset` on. */
  look(at: number, into: Uint8Array, offset = 0): void {
    for (let n = 1; n <= reach; n++) {
      into[offset + n - 1] = this.#letter(at - n);
      into[offset + reach + n - 1] = this.#letter(at + n);
    }
    into[offset + 8] = this.#kind(at + 1);
    into[offset + 9] = this.#kind(at + 2);
    into[offset + 10] = this.#kind(at - 1);
    into[offset + 11] = this.#last;
    into[offset + 12] = this.#before;
    into[offset + 13] = (this.#hasPrimary ? 1 : 10) + this.#stress;
    into[offset + 14] = Math.min(6, this.#vowels);
    into[offset + 15] = this.#groups[at]!;
  }

  /** The diaphones that the letter just looked at stands for. */
  say(said: string): void {
    if (said === '') return;
    this.#before = this.#last;
    this.#last = sounds.indexOf(said[said.length - 1]!) + 1;
    for (const sound of said) {
      if (sound === PRIMARY) this.#hasPrimary = true;
      if (!isVowel(sound)) continue;
      this.#vowels += 1;
      this.#stress = said.includes(PRIMARY) ? 1 : said.includes(SECONDARY) ? 2 : 3;
    }
  }

  /** 1 for a, 26 for z, 0 outside the word. */
  #letter(at: number): number {
    return at < 0 || at >= this.#word.length ? 0 : this.#word.charCodeAt(at) - 96;
  }

  /** 0 outside the word, 1 a vowel letter, 2 another. */
  #kind(at: number): number {
    if (at < 0 || at >= this.#word.length) return 0;
    return 'aeiouy'.includes(this.#word[at]!) ? 1 : 2;
  }
}

/** Trees in bytes: see `build/pack-trees.ts` for the layout. */
export interface Trees {
  bytes: Uint8Array;
  /** Where the tree of each letter begins. */
  roots: Uint32Array;
  /** What a leaf stands for. */
  classes: string[];
}

/** @param word a-z only, of any length that is worth saying (time and memory are linear in it) */
export function sayLetters(word: string, trees: Trees): string {
  const walk = new LetterWalk(word);
  const features = new Uint8Array(featureCount);
  const said: string[] = [];
  for (let at = word.length - 1; at >= 0; at--) {
    walk.look(at, features);
    const sound = answer(trees, trees.roots[word.charCodeAt(at) - 97]!, features);
    walk.say(sound);
    said.push(sound);
  }
  return withOnePrimary(said.toReversed().join(''));
}

function answer({ bytes, classes }: Trees, root: number, features: Uint8Array): string {
  for (let at = root; ;) {
    const first = bytes[at]!;
    if (first >= 128) return classes[((first & 127) << 8) | bytes[at + 1]!]!;
    const yes = features[first] === bytes[at + 1];
    at = yes ? at + 5 : at + (bytes[at + 2]! | (bytes[at + 3]! << 8) | (bytes[at + 4]! << 16));
  }
}

/** The trees decide letter by letter and may leave a word with no main stress, or with two. */
export function withOnePrimary(word: string): string {
  const first = word.indexOf(PRIMARY);
  if (first >= 0) {
    const rest = word.slice(first + 1);
    return word.slice(0, first + 1) + rest.replaceAll(PRIMARY, SECONDARY);
  }
  const secondary = word.indexOf(SECONDARY);
  if (secondary >= 0) return word.slice(0, secondary) + PRIMARY + word.slice(secondary + 1);
  const strong = word.search(/[æBɑɒXɔɛESeAIWYOiʊuɜH]/);
  if (strong >= 0) return word.slice(0, strong) + PRIMARY + word.slice(strong);
  const weak = word.search(/[ʌəɨɪᵻɚ]/);
  if (weak < 0) return word;
  const full = word[weak] === 'ɚ' ? 'ɜ' : word[weak] === 'ə' ? 'ʌ' : 'ɪ';
  return word.slice(0, weak) + PRIMARY + full + word.slice(weak + 1);
}
