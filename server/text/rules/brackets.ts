/** Brackets right behind a name: what a function is given, and what a type is made of. */
import { numberWords } from '../say/numbers.ts';
import { isWordAt } from './neighbours.ts';
import { matchAt, type Rule } from './rule.ts';

const longestContent = 80;
const longestName = 48;
/** Behind a word these say how it ends as well: "file(s)". */
const ending = /^-?(?:e?s|e?d|e?n|e?r|ing|ies|ly|a|e|in|innen|S)$/;
const name = /(?:^|[\s([{"'“‘,;:=!&|+\-*/<>~)])\.?([A-Za-z_$][\w$.:]*)$/;
const commitType = /^(?:feat|fix|chore|docs|refactor|tests?|perf|build|ci|style|revert)$/;
const frame = /\(([A-Za-z_]\w{0,60}\.[A-Za-z]{1,6}):(\d{1,6})\)/y;
const types = /<[A-Za-z_][\w.:?&[\]|<>]{0,40}(?:, ?[A-Za-z_][\w.:?&[\]|<>]{0,40}){0,4}>/y;

export const calls: Rule = {
  name: 'call',
  begins: '()',
  where: 'prose',
  read({ text }, at) {
    if (text[at] === '(') {
      // A frame of a stack: "run(Thread.java:833)".
      const place = isWordAt(text, at - 1) ? matchAt(frame, text, at) : null;
      if (place)
        return {
          end: at + place[0].length,
          spoken: `, ${place[1]!}, line ${numberWords(place[2]!)}`,
        };
      const words = isWordAt(text, at - 1) ? callWords(text, at, closerOf(text, at)) : undefined;
      return words === undefined ? undefined : { end: at + 1, spoken: words };
    }
    const opener = openerOf(text, at);
    if (opener < 1 || !isWordAt(text, opener - 1) || callWords(text, opener, at) === undefined)
      return undefined;
    // The mark of a breaking change.
    if (text.startsWith('!: ', at + 1)) return { end: at + 2, spoken: '' };
    return /^\.[A-Za-z_]/.test(text.slice(at + 1, at + 3))
      ? { end: at + 2, spoken: ' dot ' }
      : { end: at + 1, spoken: '' };
  },
  examples: [
    ['foo(bar) fails', 'foo of bar fails'],
    ['O(n log n)', 'O of n log n'],
    ['fix(parser): it works', 'fix parser: it works'],
  ],
};

export const typeArguments: Rule = {
  name: 'type in brackets',
  begins: '<>',
  where: 'prose',
  read({ text }, at) {
    if (text[at] === '<')
      return isWordAt(text, at - 1) && matchAt(types, text, at)
        ? { end: at + 1, spoken: ' of ' }
        : undefined;
    for (let open = at - 1; open > 0 && at - open < longestContent; open -= 1) {
      if (text[open] !== '<') continue;
      const found = isWordAt(text, open - 1) && matchAt(types, text, open);
      if (found && open + found[0].length > at) return { end: at + 1, spoken: ' ' };
    }
    return undefined;
  },
  examples: [['a List<String> here', 'a List of String here']],
};

/** @returns what is said for the bracket; undefined where it belongs to no call */
function callWords(text: string, open: number, close: number): string | undefined {
  if (close < 0 || isWordAt(text, close + 1)) return undefined;
  const content = text.slice(open + 1, close);
  const called = name.exec(text.slice(Math.max(0, open - longestName), open))?.[1];
  if (called === undefined || content.trim() === '') return undefined;
  if (ending.test(content) && /^(?:[A-Z]?[a-z]{2,}|[A-Z]{3,})$/.test(called)) return undefined;
  if (commitType.test(called))
    return /^!?:/.test(text.slice(close + 1, close + 3)) ? ' ' : undefined;
  // A page of the manual: "ed(1)".
  return /^[a-z][\w-]+$/.test(called) && /^\d$/.test(content) ? ' ' : ' of ';
}

function closerOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at - open <= longestContent; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function openerOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && close - at <= longestContent; at -= 1) {
    if (text[at] === ')') depth += 1;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}
