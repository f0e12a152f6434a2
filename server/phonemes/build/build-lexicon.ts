/** Makes the file that `Lexicon` reads: the words, sorted and front-coded, and the trees for the others. */
import { isVowel, toBytes } from '../diaphones.ts';
import { blockSize, headerSize, magic } from '../lexicon.ts';
import { withOnePrimary, type Trees } from '../letter-to-sound.ts';
import { align } from './align.ts';
import { toDiaphones } from './arpabet.ts';
import { trainLetters, type Lesson } from './train-letters.ts';

/**
 * @param dictionary word -> ARPAbet with stress, as in CMUdict: `{ hello: "HH AH0 L OW1" }`. Variants
 *   (`read(2)`), words with marks or digits and possessives of other words are left out.
 * @returns the same bytes for the same dictionary
 */
export function buildLexicon(dictionary: Record<string, string>): Uint8Array {
  const lessons = readDictionary(dictionary);
  const trees = trainLetters(lessons.filter(({ word }) => !word.includes("'")));
  return pack(
    lessons
      .map(({ word, sounds }): [string, string] => [word, withOnePrimary(sounds.join(''))])
      // "fs" and "shh" cannot be said as words.
      .filter(([, sounds]) => Array.from(sounds).some(isVowel)),
    trees,
  );
}

/** The words in the order of their bytes, each letter with its sounds. */
export function readDictionary(dictionary: Record<string, string>): Lesson[] {
  const words = Object.keys(dictionary)
    .filter((word) => /^[a-z']*[a-z][a-z']*$/.test(word))
    .filter((word) => !(word.endsWith("'s") && Object.hasOwn(dictionary, word.slice(0, -2))))
    .sort();
  const names: string[] = [];
  const idOf = new Map<string, number>();
  const spoken = words.map((word) => dictionary[word]!.split(' '));
  const phones = spoken.map((all) =>
    Uint8Array.from(all, (phone) => {
      const name = phone.replace(/\d/, '');
      const id = idOf.get(name) ?? names.push(name) - 1;
      idOf.set(name, id);
      return id;
    }),
  );
  const spans = align(words, phones, names.length, (id) => names[id]!);
  return words.flatMap((word, at) =>
    spans[at] ? { word, sounds: toDiaphones(word, spoken[at]!, spans[at]) } : [],
  );
}

function pack(words: [string, string][], trees: Trees): Uint8Array {
  const blocks: number[] = [];
  const entries: number[] = [];
  let before = '';
  words.forEach(([word, sounds], at) => {
    if (at % blockSize === 0) {
      blocks.push(entries.length);
      before = '';
    }
    const shared = sharedLetters(before, word);
    entries.push(shared);
    pushMarked(
      entries,
      Array.from(word.slice(shared), (letter) => letter.charCodeAt(0)),
    );
    pushMarked(entries, toBytes(sounds));
    before = word;
  });
  const classes = new TextEncoder().encode(trees.classes.join('\n'));
  const parts = [
    Uint32Array.from(blocks),
    trees.roots,
    Uint8Array.from(entries),
    trees.bytes,
    classes,
  ].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  const sizes = [blocks.length, entries.length, trees.bytes.length, classes.length];
  const header = Uint32Array.from([magic, ...sizes]);
  const file = new Uint8Array(headerSize + parts.reduce((sum, part) => sum + part.length, 0));
  file.set(new Uint8Array(header.buffer));
  let at = headerSize;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** The last byte of a run has its top bit set. */
function pushMarked(into: number[], bytes: number[]): void {
  bytes.forEach((byte, at) => into.push(at === bytes.length - 1 ? byte | 128 : byte));
}

function sharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared;
}
