/** English text to the phonemes of Kokoro. A pure room: it imports nothing of ours. */
import type { Accent } from './accent.ts';
import { Lexicon } from './lexicon.ts';
import { Phonemizer, type Phonemes } from './phonemizer.ts';

export type { Accent } from './accent.ts';
export type { Phonemes } from './phonemizer.ts';
export { tokenize, vocabulary } from './vocabulary.ts';

/**
 * @param lexicon the file `lexicon.bin` that the build makes; kept, not copied
 * @returns `phonemize`, which never throws: what has no reading is left out
 * @throws Error when the lexicon is damaged
 */
export function createPhonemizer(lexicon: Uint8Array): {
  phonemize(text: string, accent: Accent): Phonemes;
} {
  const words = new Lexicon(lexicon);
  const accents = { us: new Phonemizer(words, 'us'), gb: new Phonemizer(words, 'gb') };
  return { phonemize: (text, accent) => accents[accent].phonemize(text) };
}
