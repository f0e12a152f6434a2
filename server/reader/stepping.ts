/** Moving in a block of code, line by line (section "Code reading" and the key `code_step`). */
import type { Chunk } from '../../shared/speech/chunk.ts';
import type { Item, ReaderState } from './state.ts';

/** Whether the reader waits when this chunk is over: not at the end of an item, nothing comes then. */
export function stepsAfter(
  { stepping, through }: Pick<ReaderState, 'stepping' | 'through'>,
  item: Item,
  chunk: number,
): boolean {
  if (!stepping || through === item.id) return false;
  const code = item.chunks[chunk]!.code;
  return (code === 'start' || code === 'line') && chunk + 1 < item.chunks.length;
}

/**
 * Where `next_line` goes.
 * @param waiting the chunk is held: it was not heard yet
 * @returns a chunk's index, the item's length for what follows the item; null outside code
 */
export function nextLine(chunks: readonly Chunk[], chunk: number, waiting: boolean): number | null {
  if (!chunks[chunk]!.code) return null;
  return waiting ? chunk : chunk + 1;
}

/** Where `previous_line` goes: the line before, on the first line that line; null outside code. */
export function previousLine(chunks: readonly Chunk[], chunk: number): number | null {
  if (!chunks[chunk]!.code) return null;
  if (chunks[chunk - 1]?.code === 'line') return chunk - 1;
  return chunk;
}
