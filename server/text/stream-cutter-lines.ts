/** What a line is to those around it, asked of the block cutter itself: a rule of it stands nowhere twice. */
import { type Before, cutBlocks } from './blocks.ts';

/** Not in any text: it is no writing. */
const other = 'x';

/** Whether the line ends the paragraph before it, whatever stands around. Not for lines of code. */
export function partsBefore(line: string): boolean {
  const blocks = cutBlocks(`${other}\n${line}`);
  return blocks[0]?.text === other;
}

/** Whether the line is the last of its block, whatever follows. Not for lines of code. */
export function partsAfter(line: string, before: Before): boolean {
  return cutBlocks(`${line}\n${other}`, before).at(-1)?.text === other;
}

/** Whether it is one paragraph of text, as far as it goes. */
export function isOneParagraph(text: string, before: Before): boolean {
  const blocks = cutBlocks(text, before);
  return blocks.length === 1 && blocks[0]!.code === undefined;
}
