/** Text to chunks: what is read, shown and skipped as one. Pure, linear, never throws. */
import { cleanBlocks } from './clean.ts';
import { splitSentences } from './sentences.ts';

/** A sentence up to this many characters is one chunk. */
const longestChunk = 600;
/** A cut at a clause mark leaves at least this much before it. */
const shortestClause = 200;

const speakable = /[\p{L}\p{N}]/u;
const clauseEnd = /[,;:—–、，；：]/;

/** @returns the chunks of a spoken text in order; none is empty or without a letter or digit */
export function cutText(text: string): string[] {
  return cleanBlocks(text)
    .flatMap(splitSentences)
    .flatMap(cutLong)
    .filter((chunk) => speakable.test(chunk));
}

function cutLong(sentence: string): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (sentence.length - from > longestChunk) {
    const end = from + cutAt(sentence.slice(from, from + longestChunk + 1));
    chunks.push(sentence.slice(from, end).trim());
    from = end;
  }
  chunks.push(sentence.slice(from).trim());
  return chunks;
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
