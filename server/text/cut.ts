/** Text to chunks: what is read, shown and skipped as one. Pure, linear, never throws. */
import type { Before, FencedCode } from './blocks.ts';
import { blocksOf, cleanBlock, cleanBlocks } from './clean.ts';
import { Pronouncer } from './pronunciations.ts';
import { Reader, type ReadingOptions } from './reading.ts';
import { Seals } from './seals.ts';
import { readSentence } from './sentence-reader.ts';
import { splitSentences } from './sentences.ts';
import { isUnbreakable, type RuleReading, Spoken } from './spoken.ts';

export type { ReadingOptions } from './reading.ts';
export type { RuleReading } from './spoken.ts';

export interface ExplainedChunk {
  text: string;
  /** What the rules read in it, in order. */
  readings: RuleReading[];
}

/** A sentence up to this many characters is one chunk. */
const longestChunk = 600;
/** A cut at a clause mark leaves at least this much before it. */
const shortestClause = 200;

const speakable = /[\p{L}\p{N}]/u;
const clauseEnd = /[,;:—–、，；：]/;

/** A stretch of a text: a chunk of prose, or a block of code. */
export type TextPart =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly code: FencedCode };

/** @returns the chunks of a spoken text in order; none is empty or without a letter or digit */
export function cutText(text: string, options: ReadingOptions = {}): string[] {
  return textCutter(options)(text);
}

/** @param before what stands before a text that is a part of one; default nothing */
export type Cut<Part> = (text: string, before?: Before) => Part[];

/** @returns `cutText` for many texts with the same options */
export function textCutter(options: ReadingOptions): Cut<string> {
  const pronouncer = new Pronouncer(options.pronunciations ?? []);
  return (text, before) => {
    const seals = new Seals();
    const reader = new Reader(seals, pronouncer, options);
    return cleanBlocks(text, seals, reader, before).flatMap((block) => chunksOf(block, seals));
  };
}

/** @returns the same with the blocks of code in their places, as they are */
export function partCutter(options: ReadingOptions): Cut<TextPart> {
  const pronouncer = new Pronouncer(options.pronunciations ?? []);
  return (text, before) => {
    const seals = new Seals();
    const reader = new Reader(seals, pronouncer, options);
    return blocksOf(text, before).flatMap((block): TextPart[] => {
      if (block.code) return [{ kind: 'code', code: block.code }];
      const chunks = chunksOf(cleanBlock(block, seals, reader), seals);
      return chunks.map((text) => ({ kind: 'prose', text }));
    });
  };
}

/** As `cutText`, with the rule that read each stretch of the source. */
export function explainText(text: string, options: ReadingOptions = {}): ExplainedChunk[] {
  const seals = new Seals();
  const reader = new Reader(seals, new Pronouncer(options.pronunciations ?? []), options);
  return cleanBlocks(text, seals, reader)
    .flatMap((block) => spokenSentences(block, seals))
    .flatMap((spoken) =>
      cutLong(spoken)
        .filter(({ text }) => speakable.test(text))
        .map(({ text, from, to }) => ({
          text,
          readings: spoken.readings
            .filter(({ at }) => at >= from && at < to)
            .map(({ rule, source, spoken }) => ({ rule, source, spoken })),
        })),
    );
}

/** @returns a text that is read already as chunks: one longer than a chunk may be is cut */
export function cutSpoken(text: string): string[] {
  const spoken = new Spoken();
  spoken.add(text);
  return cutLong(spoken).flatMap(({ text }) => (speakable.test(text) ? text : []));
}

function chunksOf(block: string, seals: Seals): string[] {
  return spokenSentences(block, seals).flatMap((spoken) =>
    cutLong(spoken).flatMap(({ text }) => (speakable.test(text) ? text : [])),
  );
}

function spokenSentences(block: string, seals: Seals): Spoken[] {
  return splitSentences(block, (word) => seals.reveal(word)).map((sentence) =>
    readSentence(sentence, seals),
  );
}

interface Piece {
  text: string;
  from: number;
  to: number;
}

function cutLong(spoken: Spoken): Piece[] {
  // The mask is as long as the text: what is cut by, with the user's words unbreakable.
  const { text, mask } = spoken.finish();
  const pieces: Piece[] = [];
  let from = 0;
  while (mask.length - from > longestChunk) {
    const end = wholeBefore(mask, from, from + cutAt(mask.slice(from, from + longestChunk + 1)));
    pieces.push({ text: trimmed(text, mask, from, end), from, to: end });
    from = end;
  }
  pieces.push({ text: trimmed(text, mask, from, mask.length), from, to: Infinity });
  return pieces;
}

/** A cut inside the user's words goes before them, or after them when they come first. */
function wholeBefore(mask: string, from: number, cut: number): number {
  let end = cut;
  while (end > from && isUnbreakable(mask, end)) end -= 1;
  if (end > from) return end;
  end = cut;
  while (isUnbreakable(mask, end)) end += 1;
  return end;
}

/** Without white space at the ends, but for the user's own. */
function trimmed(text: string, mask: string, from: number, to: number): string {
  const piece = mask.slice(from, to);
  const start = from + piece.length - piece.trimStart().length;
  return text.slice(start, start + piece.trim().length);
}

/** Where to cut a piece of one character more than a chunk may have. */
function cutAt(piece: string): number {
  for (let end = longestChunk; end >= shortestClause; end -= 1) {
    const isWide = piece.charCodeAt(end - 1) > 0x3000;
    if (clauseEnd.test(piece[end - 1]!) && (isWide || piece[end] === ' ')) return end;
  }
  const space = piece.lastIndexOf(' ');
  if (space > 0) return space;
  // Never between the halves of a surrogate pair.
  const isHigh = (piece.charCodeAt(longestChunk - 1) & 0xfc00) === 0xd800;
  return isHigh ? longestChunk - 1 : longestChunk;
}
