/** Phone numbers: after a plus, or after a word that says so; digit by digit, in their groups. */
import { oneByOne } from '../say/numbers.ts';
import { wordBefore } from './neighbours.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const international = /\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,7}(?![\p{L}\p{N}_]|[.,]\d)/uy;
const local = /\(?\d{1,5}\)?(?:[ .-]?\(?\d{1,4}\)?){1,6}(?![\p{L}\p{N}_]|[.,:/]\d)/uy;
const cues = new Set(
  'phone telephone tel call dial mobile cell fax whatsapp sms ring hotline'.split(' '),
);

export const phones: Rule = {
  name: 'phone number',
  begins: `+(${digits}`,
  where: 'prose',
  read({ text }, at) {
    const found =
      text[at] === '+'
        ? matchAt(international, text, at)?.[0]
        : isCued(text, at)
          ? matchAt(local, text, at)?.[0]
          : undefined;
    if (!found) return undefined;
    const groups = found.match(/\d+/g)!;
    const count = groups.join('').length;
    if (count < (text[at] === '+' ? 8 : 5) || count > 15) return undefined;
    const words = groups.map(oneByOne).join(', ');
    return { end: at + found.length, spoken: text[at] === '+' ? `plus ${words}` : words };
  },
  examples: [
    ['+47 912 34 567', 'plus four seven, nine one two, three four, five six seven'],
    ['call 555-0123', 'call five five five, zero one two three'],
  ],
};

function isCued(text: string, at: number): boolean {
  if (cues.has(wordBefore(text, at))) return true;
  const words = text.slice(Math.max(0, at - 24), at).toLowerCase();
  return /(?:phone|tel|call|dial|fax|mobile)(?:\.|:| us| me| number| at| on| now| is)*:? ?$/.test(
    words,
  );
}
