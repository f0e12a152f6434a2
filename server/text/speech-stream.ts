/** A text that comes in pieces, as an agent writes it, to what is read of it: sentences and blocks of code. */
import type { Chunk } from '../../shared/speech/chunk.ts';
import type { FencedCode } from './blocks.ts';
import { readCodeBlock } from './code/read-code.ts';
import { type Cut, cutSpoken, partCutter, type ReadingOptions, textCutter } from './cut.ts';
import { Pronouncer } from './pronunciations.ts';
import { PartCutter } from './stream-cutter.ts';

/** What is read as one: a sentence (or a part of one that is too long), or a whole block of code. */
export type Piece =
  | { readonly kind: 'prose'; readonly text: string }
  /** Its announcement, its lines, its end. */
  | { readonly kind: 'code'; readonly chunks: readonly Chunk[] };

export interface SpeechStreamOptions extends ReadingOptions {
  /** Blocks of code: dropped without a word, told by their length alone ("Code block, 2 lines."), or read line by line. */
  code: 'skip' | 'announce' | 'read';
  /** Said after the announcement of a block that is read: "Use <key> for the next line." Default none. */
  nextLineKey?: string | null;
}

/**
 * One text after the other: after `end` the next begins. However a text is cut into deltas, its pieces are the same;
 * a piece is given as soon as nothing that follows can change it. Linear in the length of the text.
 */
export class SpeechStream {
  readonly #cutter: PartCutter<Piece>;

  constructor(options: SpeechStreamOptions) {
    this.#cutter = new PartCutter(options, pieceCutter(options));
  }

  /** @returns the pieces that are certain now and were not before; none is empty */
  push(delta: string): Piece[] {
    return this.#cutter.push(delta);
  }

  /** After a pause in the text. @returns the sentence that ended before white space, if there is one */
  rest(): Piece[] {
    return this.#cutter.rest();
  }

  /** @returns the rest; a block of code that is still open ends here */
  end(): Piece[] {
    return this.#cutter.end();
  }
}

function pieceCutter(options: SpeechStreamOptions): Cut<Piece> {
  if (options.code === 'announce') {
    const cut = textCutter(options);
    return (text, before) => cut(text, before).map((text) => ({ kind: 'prose', text }));
  }
  const cut = partCutter(options);
  const pronouncer = new Pronouncer(options.pronunciations ?? []);
  return (text, before) =>
    cut(text, before).flatMap((part): Piece[] => {
      if (part.kind === 'prose') return [part];
      if (options.code === 'skip') return [];
      return [{ kind: 'code', chunks: codeChunks(part.code, pronouncer, options.nextLineKey) }];
    });
}

function codeChunks(
  code: FencedCode,
  pronouncer: Pronouncer,
  nextLineKey: string | null | undefined,
): Chunk[] {
  const { announcement, lines, end } = readCodeBlock(code, pronouncer);
  const hint = nextLineKey && lines.length > 0 ? ` Use ${nextLineKey} for the next line.` : '';
  const chunks: Chunk[] = [{ text: announcement + hint, code: 'start' }];
  for (const { spoken } of lines)
    for (const text of cutSpoken(spoken)) chunks.push({ text, code: 'line' });
  if (end !== '') chunks.push({ text: end, code: 'end' });
  return chunks;
}
