/** Inline code: its signs by name, so that what is between them can be told apart. */
import { isDigitAt, isSpaceAt, isWordAt } from './neighbours.ts';
import { portWords } from './ip-addresses.ts';
import { matchAt, type Rule } from './rule.ts';

/** Longest first. What is empty is a pause of its own, or seen only. */
const names: Record<string, string> = {
  '!==': 'not equal to',
  '===': 'equals',
  '**=': 'star star equals',
  '...': 'dot dot dot',
  '>>>': 'shift right',
  '<<<': 'here string',
  '<<-': 'here document',
  '==': 'equals',
  '!=': 'not equal to',
  '<=': 'at most',
  '>=': 'at least',
  '=>': 'arrow',
  '->': 'arrow',
  '<-': 'from',
  '::': 'colon colon',
  '&&': 'and',
  '||': 'or',
  '??': 'or else',
  '?.': 'question dot',
  '++': 'plus plus',
  '--': 'minus minus',
  '+=': 'plus equals',
  '-=': 'minus equals',
  '*=': 'times equals',
  '/=': 'slash equals',
  ':=': 'colon equals',
  '**': 'star star',
  '//': 'slash slash',
  '/*': 'slash star',
  '*/': 'star slash',
  '<<': 'shift left',
  '>>': 'to the end of',
  '()': '',
  '/>': '',
  '[]': 'array',
  '{}': 'empty braces',
  '..': 'dot dot',
  '.': 'dot',
  '=': 'equals',
  '+': 'plus',
  '-': 'minus',
  '*': 'star',
  '/': 'slash',
  '\\': 'backslash',
  '%': 'percent',
  '<': 'less than',
  '>': 'greater than',
  '!': 'not',
  '?': 'question mark',
  '&': 'and',
  '|': 'pipe',
  '^': 'caret',
  '~': 'tilde',
  '@': 'at',
  '#': 'hash',
  $: 'dollar',
  '(': 'open paren',
  ')': 'close paren',
  '[': 'open bracket',
  ']': 'close bracket',
  '{': 'open brace',
  '}': 'close brace',
  _: 'underscore',
};
const sign = new RegExp(
  Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .map((written) => written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('|'),
  'y',
);
const firstCharacters = [...new Set(Object.keys(names).map((written) => written[0]!))].join('');
const repeated = /([-=*#~_.+])\1{3,}/y;
const typeArguments = /<([A-Za-z_][\w, <>[\]|]{0,60})>/y;
const closingTag = /<\/([A-Za-z][\w.-]{0,40})>/y;

export const codeSigns: Rule = {
  name: 'sign in code',
  begins: `${firstCharacters};"`,
  where: 'code',
  read({ text }, at): { end: number; spoken: string } | undefined {
    const char = text[at]!;
    // Quotes only show where a text begins and ends; the last semicolon ends what is said anyway.
    if (char === '"') return { end: at + 1, spoken: '' };
    if (char === ';') return { end: at + 1, spoken: at === text.length - 1 ? '' : ',' };
    const line = matchAt(repeated, text, at);
    if (line) return { end: at + line[0].length, spoken: ' ' };
    const tag = char === '<' ? matchAt(closingTag, text, at) : null;
    if (tag) return { end: at + 2, spoken: ' close ' };
    if (char === '<' && isWordAt(text, at - 1) && matchAt(typeArguments, text, at))
      return { end: at + 1, spoken: ' of ' };
    if (char === '<' && /^<[A-Za-z]/.test(text.slice(at, at + 2)))
      return { end: at + 1, spoken: ' tag ' };
    if (
      char === '>' &&
      (isWordAt(text, at - 1) || text[at - 1] === '>') &&
      !isSpaceAt(text, at - 1) &&
      text.lastIndexOf('<', at) >= Math.max(0, at - 64)
    )
      return { end: at + 1, spoken: ' ' };
    // "> out.txt" writes to a file.
    if ((char === '>' || char === '<') && isRedirection(text, at))
      return { end: at + 1, spoken: char === '>' ? ' to ' : ' from ' };
    const found = matchAt(sign, text, at)?.[0];
    if (!found) return undefined;
    if (found === '?' && isSpaceAt(text, at + 1) && at + 1 >= text.length) return undefined;
    if (found === '!' && (isWordAt(text, at - 1) || isSpaceAt(text, at + 1)))
      return { end: at + 1, spoken: isSpaceAt(text, at + 1) ? '' : ' not ' };
    if (found === '()' && !isWordAt(text, at - 1)) return { end: at + 2, spoken: ' parens ' };
    if (found === '.' && isSpaceAt(text, at + 1) && at > 0 && !isSpaceAt(text, at - 1))
      return undefined;
    // "head -5" has a flag, "x = -5" a negative number.
    if (
      found === '-' &&
      isDigitAt(text, at + 1) &&
      isSpaceAt(text, at - 1) &&
      isWordAt(text, at - 2)
    )
      return { end: at + 1, spoken: ' dash ' };
    const name = names[found]!;
    return { end: at + found.length, spoken: name && ` ${name} ` };
  },
  examples: [
    ['`foo.bar()`', 'foo dot bar'],
    ['`a && b`', 'A and B'],
    ['`x = 5;`', 'X equals 5'],
    ['`List<String>`', 'List of String'],
    ['`ls | wc > out`', 'L S pipe W C to out'],
    ['`f(x, y)`', 'F open paren X, Y close paren'],
  ],
};

/** "cat a.txt > b.txt": a command before it, and the name of a file after it. */
function isRedirection(text: string, at: number): boolean {
  if (at === 0 || !isSpaceAt(text, at - 1) || !command.test(text.slice(0, 40))) return false;
  return (
    !/[(=]/.test(text.slice(Math.max(0, at - 40), at)) && target.test(text.slice(at + 1, at + 24))
  );
}

const command = /^[\w./-]{2,} /;
const target = /^ ?[&~$\ufdd0./]|^ ?[A-Za-z][\w-]*(?:[./]|$)/;
const redirection = /2>(?:(&1)|>?(?=[ \w\ufdd0]))/y;
const mapping = /(\d{2,5}):(\d{2,5})(?![\p{L}\p{N}_:])/uy;

export const codeNumbers: Rule = {
  name: 'number in code',
  begins: '0123456789',
  where: 'code',
  read({ text }, at) {
    const found = matchAt(redirection, text, at);
    if (found && isSpaceAt(text, at - 1) && at > 0) {
      const to = found[1] === undefined ? '' : 'standard out';
      return { end: at + found[0].length, spoken: `standard error to ${to}` };
    }
    const ports = matchAt(mapping, text, at);
    if (!ports) return undefined;
    return {
      end: at + ports[0].length,
      spoken: `${portWords(ports[1]!)} to ${portWords(ports[2]!)}`,
    };
  },
  examples: [
    ['`make 2>&1`', 'make standard error to standard out'],
    ['`-p 8080:80`', 'dash P eighty eighty to eighty'],
  ],
};
