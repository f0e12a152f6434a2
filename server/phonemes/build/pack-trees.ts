/**
 * Trees in bytes. A leaf is two bytes, the first with its top bit set: a class of 15 bits. A question is
 * five: the feature, the value, and in three bytes (low first) how far ahead the answer "no" is; the
 * answer "yes" follows at once.
 */
import type { Tree } from './train-tree.ts';

export function packTree(tree: Tree): number[] {
  if ('leaf' in tree) return [128 | (tree.leaf >> 8), tree.leaf & 255];
  const yes = packTree(tree.yes);
  const ahead = 5 + yes.length;
  const head = [tree.feature, tree.value, ahead & 255, (ahead >> 8) & 255, ahead >> 16];
  const bytes = head;
  for (const byte of yes) bytes.push(byte);
  for (const byte of packTree(tree.no)) bytes.push(byte);
  return bytes;
}
