/** What is read where there is no recap: how the text begins. */
import { splitSentences } from '../text/sentences.ts';
import { endsOpen } from './tidy.ts';

/** Characters (code points). */
export const longestOpening = 320;

/** @param tidied as `tidy` gives it @returns its first whole sentences; of one too long, its first words */
export function openingSentences(tidied: string, limit = longestOpening): string {
  let opening = '';
  let size = 0;
  // Nothing behind it can be reached: a character is at most two units, a mark one.
  const near = tidied.slice(0, limit * 4);
  for (const block of near.split('\n\n')) {
    for (const found of splitSentences(block)) {
      const sentence = endsOpen(found) ? `${found}.` : found;
      const length = [...sentence].length + (size > 0 ? 1 : 0);
      if (size + length > limit) return opening || cutAtWord(found, limit);
      opening += (size > 0 ? ' ' : '') + sentence;
      size += length;
    }
  }
  return opening;
}

function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit).join('');
  const space = cut.lastIndexOf(' ');
  const words = characters[limit] === ' ' || space <= 0 ? cut : cut.slice(0, space);
  return words.replace(/[\s,;:–—-]+$/, '');
}
