/** From a text to Kokoro's symbols: words by themselves first, then what depends on their neighbours. */
import type { Accent } from './accent.ts';
import { beginsWithVowel, PRIMARY, SECONDARY } from './diaphones.ts';
import { functionWord, isFunctionWord } from './tables/function-words.ts';
import type { Context } from './heteronyms/context.ts';
import { heteronym } from './heteronyms/heteronyms.ts';
import type { Lexicon } from './lexicon.ts';
import { renderAmerican } from './render-american.ts';
import { renderBritish } from './render-british.ts';
import { scan, type Token } from './scan.ts';
import { WordCache } from './word-cache.ts';
import { Words } from './words.ts';

/** Entries of each cache: some hundreds of kB, and more words than an hour of speech has. */
const remembered = 8192;

/** After these no space is added that the source has not. */
const tight = new Set(['(', '“', '"', '—']);
const inClause = new Set(['"', '“', '”', '(', ')']);

export interface Phonemes {
  /** Kokoro's symbols; every one of them is in its vocabulary. */
  text: string;
  /**
   * Words in order, each with its UTF-16 offsets in the input (`start`, `end`) and in `text` (`at`, `to`).
   * A number or an abbreviation is one word, also when it is said as several.
   */
  words: { start: number; end: number; at: number; to: number }[];
}

export class Phonemizer {
  readonly #accent: Accent;
  readonly #words: Words;
  readonly #said = new WordCache<string>(remembered);
  readonly #heard = new WordCache<string>(remembered);

  constructor(lexicon: Lexicon, accent: Accent) {
    this.#accent = accent;
    this.#words = new Words(lexicon, accent);
  }

  phonemize(text: string): Phonemes {
    const tokens = scan(text);
    const lower = tokens.map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : ''));
    const context = new Neighbours(tokens, lower);
    const sounds = tokens.map((token, at) => {
      if (token.kind !== 'word') return '';
      context.at = at;
      return this.#sounds(token, lower[at]!, context);
    });
    // From the end on, as a word may depend on how the next one begins.
    for (let at = tokens.length - 1; at >= 0; at--) {
      const word = lower[at]!;
      if (word !== '' && sounds[at] === '' && isFunctionWord(word))
        sounds[at] = this.#small(tokens, sounds, at, word);
      if (tokens[at]!.joined) weaken(sounds, at);
    }
    return this.#write(tokens, sounds);
  }

  /** '' for a function word, whose turn comes later. */
  #sounds({ text }: Token, lower: string, context: Neighbours): string {
    const decided = heteronym(lower, context);
    if (decided !== undefined) return decided;
    const capitals = text.length > 1 && text !== lower && text === text.toUpperCase();
    const shouted = capitals && context.isShouted();
    if (isFunctionWord(lower) && (!capitals || shouted || !/^(US|IT)$/.test(text))) return '';
    return this.say(shouted ? lower : text);
  }

  /** A word by itself, in diaphones. */
  say(word: string): string {
    let sounds = this.#said.get(word);
    if (sounds === undefined) {
      sounds = this.#words.say(word);
      this.#said.set(word, sounds);
    }
    return sounds;
  }

  #small(tokens: Token[], sounds: string[], at: number, word: string): string {
    let ahead = at + 1;
    while (opens(tokens[ahead])) ahead += 1;
    const next = tokens[ahead];
    const end = !next || next.kind === 'mark';
    // "plan A", not an article.
    const letter = word === 'a' && tokens[at]!.text === 'A' && at > 0 && end;
    const vowel =
      next?.kind === 'ipa' ? beginsWithVowel(next.text) : beginsWithVowel(sounds[ahead] ?? '');
    const said = functionWord(
      word,
      this.#accent,
      end || letter ? 'end' : vowel ? 'vowel' : 'consonant',
    );
    return said ?? '';
  }

  #write(tokens: Token[], sounds: string[]): Phonemes {
    const words: Phonemes['words'] = [];
    let text = '';
    let before: Token | undefined;
    tokens.forEach((token, at) => {
      const said =
        token.kind === 'word'
          ? this.#hear(sounds[at]!, this.#isLinked(tokens, sounds, at))
          : token.text;
      if (said === '') return;
      if (before && needsSpace(before, token)) text += ' ';
      const start = text.length;
      text += said;
      if (token.kind !== 'mark')
        words.push({ start: token.start, end: token.end, at: start, to: text.length });
      before = token;
    });
    return { text, words };
  }

  /** Whether the next word begins with a vowel and nothing parts the two. */
  #isLinked(tokens: Token[], sounds: string[], at: number): boolean {
    return (
      this.#accent === 'gb' && tokens[at + 1]?.kind === 'word' && beginsWithVowel(sounds[at + 1]!)
    );
  }

  #hear(sounds: string, linked: boolean): string {
    if (sounds === '') return '';
    const key = linked ? `${sounds}+` : sounds;
    let heard = this.#heard.get(key);
    if (heard === undefined) {
      heard = this.#accent === 'us' ? renderAmerican(sounds) : renderBritish(sounds, linked);
      this.#heard.set(key, heard);
    }
    return heard;
  }
}

/** A bracket or quote that belongs to the word after it. */
function opens(token: Token | undefined): boolean {
  if (token?.kind !== 'mark') return false;
  return token.text === '(' || token.text === '“' || (token.text === '"' && token.spaced);
}

/** Of two words with a hyphen the shorter one loses its main stress: "open-weight", "cost-efficient". */
function weaken(sounds: string[], at: number): void {
  const weaker = sounds[at]!.length < sounds[at - 1]!.length ? at : at - 1;
  if (sounds[at]!.includes(PRIMARY) && sounds[at - 1]!.includes(PRIMARY))
    sounds[weaker] = sounds[weaker]!.replaceAll(PRIMARY, SECONDARY);
}

function needsSpace(before: Token, token: Token): boolean {
  if (token.kind === 'mark') return token.spaced && (tight.has(token.text) || token.text === '…');
  if (before.kind === 'mark') return token.spaced || !tight.has(before.text);
  return !token.joined;
}

/** One object for a text, moved from word to word. */
class Neighbours implements Context {
  readonly #tokens: Token[];
  readonly #lower: string[];
  at = 0;

  constructor(tokens: Token[], lower: string[]) {
    this.#tokens = tokens;
    this.#lower = lower;
  }

  get written(): string {
    return this.#tokens[this.at]!.text;
  }

  readonly before = (n: number): string => this.#word(-1, n);
  readonly after = (n: number): string => this.#word(1, n);

  /** All the clause is in capitals, so that capitals say nothing about the word. */
  isShouted(): boolean {
    const before = this.#written(-1);
    const after = this.#written(1);
    const words = [before, after].filter((word) => word !== '');
    return words.length > 0 && words.every((word) => /^[A-Z']{2,}$/.test(word));
  }

  #written(step: number): string {
    const token = this.#tokens[this.at + step];
    return token?.kind === 'word' ? token.text : '';
  }

  #word(step: number, n: number): string {
    let at = this.at;
    for (let left = n; left > 0; left--) {
      at += step;
      // Quotes and brackets do not end a clause.
      while (this.#tokens[at]?.kind === 'mark' && inClause.has(this.#tokens[at]!.text)) at += step;
      if (this.#tokens[at]?.kind !== 'word') return '';
    }
    return this.#lower[at]!;
  }
}
