/**
 * The words of the dictionary, in one block of bytes that is never unpacked.
 *
 * Layout, all numbers 32 bits, low byte first: magic, number of blocks, bytes of entries, of trees, of
 * classes; then where each block begins, the 26 roots of the trees, entries, trees, classes (UTF-8, a
 * line each). An entry: how many letters it shares with the one before (none at the head of a block), its
 * other letters, its diaphones (`toBytes`); the last byte of both has its top bit set.
 */
import { fromBytes } from './diaphones.ts';
import type { Trees } from './letter-to-sound.ts';

export const magic = 0x31786c73;
export const headerSize = 20;
export const blockSize = 16;

export class Lexicon {
  readonly trees: Trees;
  readonly #blocks: Uint32Array;
  readonly #entries: Uint8Array;

  /**
   * @param file what `buildLexicon` made; kept, not copied
   * @throws Error when it is something else, or cut short
   */
  constructor(file: Uint8Array) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const number = (at: number) => (at + 4 <= file.length ? view.getUint32(at, true) : 0);
    const blocks = number(4);
    const entries = number(8);
    const trees = number(12);
    const classes = number(16);
    const rootsAt = headerSize + blocks * 4;
    const entriesAt = rootsAt + 26 * 4;
    const treesAt = entriesAt + entries;
    const classesAt = treesAt + trees;
    if (number(0) !== magic || blocks === 0 || classesAt + classes !== file.length)
      throw new Error('The lexicon is damaged, or made by another version.');
    this.#blocks = Uint32Array.from({ length: blocks }, (_, at) => number(headerSize + at * 4));
    this.#entries = file.subarray(entriesAt, treesAt);
    this.trees = {
      bytes: file.subarray(treesAt, classesAt),
      roots: Uint32Array.from({ length: 26 }, (_, at) => number(rootsAt + at * 4)),
      classes: new TextDecoder().decode(file.subarray(classesAt)).split('\n'),
    };
  }

  /** @param word a-z and `'`; @returns its diaphones, or undefined */
  find(word: string): string | undefined {
    const entries = this.#entries;
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compareHead(word, this.#blocks[middle]!) < 0) high = middle - 1;
      else low = middle;
    }
    // How many letters of the entry before are those of `word`.
    let equal = 0;
    let at = this.#blocks[low]!;
    const end = this.#blocks[low + 1] ?? entries.length;
    while (at < end) {
      const shared = entries[at]!;
      // It differs from the one before within the letters that fitted: it is past `word`.
      if (shared < equal) return undefined;
      at += 1;
      const sounds = this.#skip(at);
      if (shared === equal) {
        for (; at < sounds && (entries[at]! & 127) === word.charCodeAt(equal); at++) equal += 1;
        if (at === sounds && equal === word.length)
          return fromBytes(entries, sounds, this.#skip(sounds));
      }
      at = this.#skip(sounds);
    }
    return undefined;
  }

  /** Past the run that begins (or goes on) at `at`. */
  #skip(at: number): number {
    while (this.#entries[at]! < 128) at += 1;
    return at + 1;
  }

  #compareHead(word: string, block: number): number {
    let at = block + 1;
    for (let i = 0; ; i++, at++) {
      const byte = this.#entries[at]!;
      if (i >= word.length) return -1;
      const order = word.charCodeAt(i) - (byte & 127);
      if (order !== 0) return order;
      if (byte >= 128) return word.length - i - 1;
    }
  }
}
