/** A word by itself, without its neighbours: from what is known to what has to be guessed. */
import { britishWords } from './tables/british-words.ts';
import { asCompound } from './compounds.ts';
import type { Accent } from './accent.ts';
import { isVowel } from './diaphones.ts';
import type { Context } from './heteronyms/context.ts';
import { heteronym } from './heteronyms/heteronyms.ts';
import { sayLetters } from './letter-to-sound.ts';
import type { Lexicon } from './lexicon.ts';
import { withPrefix, withS, withSuffix } from './morphology.ts';
import { numberWords, ordinalWords, pluralWords } from './numbers.ts';
import { spell } from './spelling.ts';
import { functionWord } from './tables/function-words.ts';
import { spelledInCapitals, spelledWords } from './tables/spelled-words.ts';
import { techWords } from './tables/tech-words.ts';

/** Capitals up to here are an abbreviation, when they are no word; longer ones a word that is shouted. */
const longestAbbreviation = 5;

/** What is added for a contraction of an unknown word: "the API'll". */
const contractions: Record<string, string> = {
  "'ll": 'əl',
  "'re": 'ɚ',
  "'ve": 'əv',
  "'d": 'əd',
  "n't": 'ᵊnt',
  "'m": 'əm',
};

/** Where "parseHTTPBody2" is cut. */
const camelParts = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z']+|\d+/g;

const alone: Context = { before: () => '', after: () => '', written: '' };
const beforeObject: Context = { ...alone, after: (n) => (n === 1 ? 'it' : '') };

export class Words {
  readonly #lexicon: Lexicon;
  readonly #accent: Accent;

  constructor(lexicon: Lexicon, accent: Accent) {
    this.#lexicon = lexicon;
    this.#accent = accent;
  }

  /**
   * @param word letters a-z in any case, digits, `'`, and the few marks of "c++", "3.5" and "e.g."
   * @returns diaphones, several words parted by spaces; empty when there is nothing to say
   */
  say(word: string): string {
    const lower = word.toLowerCase();
    if (lower.length === 1 && /[a-z]/.test(lower)) return spell(lower, this.#accent);
    const capitals = word.length > 1 && word !== lower && word === word.toUpperCase();
    if (capitals && spelledInCapitals.has(word)) return spell(lower, this.#accent);
    if (word === 'Ms') return 'mˈɪz';
    const known = this.#abbreviation(word, lower) ?? this.#known(lower);
    if (known !== undefined) return known;
    if (/[^A-Za-z']/.test(word)) return this.#mixed(word);
    const contracted = this.#contraction(word, lower);
    if (contracted !== undefined) return contracted;
    const letters = lower.replaceAll("'", '');
    if (letters === '') return '';
    if (!/[aeiouy]/.test(letters)) return spell(letters, this.#accent);
    if (capitals && letters.length <= longestAbbreviation)
      return this.#plural(lower) ?? spell(letters, this.#accent);
    if (!capitals && /[a-z].*[A-Z]|[A-Z]{2}/.test(word)) return this.#parts(word);
    const derived = this.#derived(letters);
    if (derived !== undefined) return derived;
    const guessed = sayLetters(letters, this.#lexicon.trees);
    return Array.from(guessed).some(isVowel) ? guessed : spell(letters, this.#accent);
  }

  /** The tables and the dictionary. */
  readonly #known = (word: string): string | undefined => {
    if (this.#accent === 'gb') {
      const british = britishWords.get(word);
      if (british !== undefined) return british;
    }
    const tech = techWords.get(word);
    if (tech !== undefined) return tech.startsWith('=') ? this.#expand(tech.slice(1)) : tech;
    return functionWord(word, this.#accent, 'end') ?? this.#lexicon.find(word);
  };

  /** With one ending. */
  readonly #inflected = (word: string): string | undefined =>
    this.#known(word) ?? withSuffix(word, this.#known);

  #derived(word: string): string | undefined {
    return (
      withSuffix(word, this.#known) ??
      withPrefix(word, this.#inflected) ??
      withSuffix(word, this.#inflected) ??
      asCompound(word, this.#inflected) ??
      withSuffix(word, (base) => asCompound(base, this.#known) ?? withPrefix(base, this.#known))
    );
  }

  /** "API" and, with an s, "APIs". */
  #abbreviation(word: string, lower: string): string | undefined {
    if (spelledWords.has(lower)) return spell(lower, this.#accent);
    const one = lower.slice(0, -1);
    if (!lower.endsWith('s') || !spelledWords.has(one)) return undefined;
    // "oops" is a word, "OOPs" is not.
    return this.#lexicon.find(lower) && word === lower
      ? undefined
      : withS(spell(one, this.#accent));
  }

  #plural(lower: string): string | undefined {
    return lower.endsWith('s') ? withSuffix(lower, this.#known) : undefined;
  }

  #contraction(word: string, lower: string): string | undefined {
    const at = lower.endsWith("n't") ? word.length - 3 : word.lastIndexOf("'");
    if (at <= 0) return undefined;
    const ending = lower.slice(at);
    if (ending === "'s") return withS(this.say(word.slice(0, at)));
    if (ending === "'") return this.say(word.slice(0, at));
    const added = contractions[ending];
    return added && this.say(word.slice(0, at)) + added;
  }

  /** Words of our own tables. */
  #expand(words: string): string {
    // Letters in a row are one abbreviation.
    const parts = words.replaceAll(/(?<=\b[a-z]) (?=[a-z]\b)/g, '.').split(' ');
    return this.#join(
      parts.map((part) => (part.includes('.') ? this.#dotted(part) : this.say(part))),
    );
  }

  /** With digits or marks inside. */
  #mixed(word: string): string {
    if (/^\d+$/.test(word)) return this.#sayAll(numberWords(word));
    const ordinal = /^(\d+)(?:st|nd|rd|th)$/i.exec(word);
    if (ordinal) return this.#sayAll(ordinalWords(ordinal[1]!));
    const plural = /^(\d+)'?s$/i.exec(word);
    if (plural) return this.#sayAll(pluralWords(plural[1]!));
    if (/^\d/.test(word) && word.includes('.')) return this.#decimal(word);
    if (word.includes('.')) return this.#dotted(word);
    return this.#parts(word);
  }

  #decimal(word: string): string {
    const [whole = '', ...rest] = word.split('.');
    return this.#sayAll([
      ...numberWords(whole),
      ...rest.flatMap((digits) => [
        'point',
        ...(rest.length > 1 ? numberWords(digits) : Array.from(digits, (digit) => digit)),
      ]),
    ]);
  }

  /** "e.g.", "U.S." */
  #dotted(word: string): string {
    const letters = word.replaceAll('.', '').toLowerCase();
    if (letters === 'eg') return this.#expand('for example');
    if (letters === 'ie') return this.#expand('that is');
    return spell(letters, this.#accent);
  }

  #parts(word: string): string {
    const runs = word.match(/\d+|[A-Za-z']+/g) ?? [];
    if (runs.length > 1) return this.#sayAll(runs);
    const parts = word.match(camelParts) ?? [];
    if (parts[0] !== word) {
      return this.#join(
        parts.map((part, at) => {
          // A name in code begins with a verb: "readFile", "useState".
          const beside = at === 0 ? beforeObject : alone;
          return heteronym(part.toLowerCase(), beside) ?? this.say(part);
        }),
      );
    }
    // "XYZs" is one part, and its own plural.
    return word.endsWith('s') ? withS(this.say(word.slice(0, -1))) : this.say(word.toLowerCase());
  }

  #sayAll(words: string[]): string {
    return this.#join(words.map((word) => this.say(word)));
  }

  #join(sounds: string[]): string {
    return sounds.filter((sound) => sound !== '').join(' ');
  }
}
