/** Inline code: its signs by name, so that what is between them can be told apart. */
import { redirections, signNames, typeArgumentsOf } from '../code/signs.ts';
import { isDigitAt, isSpaceAt, isWordAt } from './neighbours.ts';
import { portWords } from './ip-addresses.ts';
import { matchAt, type Rule } from './rule.ts';

const sign = new RegExp(
  Object.keys(signNames)
    .sort((a, b) => b.length - a.length)
    .map((written) => written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('|'),
  'y',
);
const firstCharacters = [...new Set(Object.keys(signNames).map((written) => written[0]!))].join('');
const repeated = /([-=*#~_.+])\1{3,}/y;
const typeArguments = /<([A-Za-z_][\w, <>[\]|]{0,60})>/y;
const closingTag = /<\/([A-Za-z][\w.-]{0,40})>/y;

export const codeSigns: Rule = {
  name: 'sign in code',
  begins: firstCharacters,
  where: 'code',
  read({ text }, at): { end: number; spoken: string } | undefined {
    const char = text[at]!;
    // Quotes only show where a text begins and ends; the last semicolon ends what is said anyway.
    if (char === '"' || char === '`') return { end: at + 1, spoken: '' };
    if (char === ';' && at === text.length - 1) return { end: at + 1, spoken: '' };
    // Times, ratios and numbers with marks are left to the voice; an apostrophe to its word.
    if ((char === ':' || char === ',') && isDigitAt(text, at - 1) && isDigitAt(text, at + 1))
      return undefined;
    // It quotes, unless it stands in a word.
    if (char === "'")
      return isWordAt(text, at - 1) && isWordAt(text, at + 1)
        ? undefined
        : { end: at + 1, spoken: '' };
    if ((char === ':' || char === ',') && isQuoted(text, at)) return undefined;
    const line = matchAt(repeated, text, at);
    if (line) return { end: at + line[0].length, spoken: ' ' };
    const tag = char === '<' ? matchAt(closingTag, text, at) : null;
    if (tag) return { end: at + 2, spoken: ' close tag ' };
    if (text.startsWith('/>', at)) return { end: at + 2, spoken: '' };
    if (char === '<' && isWordAt(text, at - 1) && matchAt(typeArguments, text, at))
      return { end: at + 1, spoken: ` ${typeArgumentsOf} ` };
    if (char === '<' && text[at - 1] === '?') return { end: at + 1, spoken: ' named ' };
    if (char === '<' && /^<[A-Za-z]/.test(text.slice(at, at + 2)))
      return { end: at + 1, spoken: ' tag ' };
    if (
      char === '>' &&
      (isWordAt(text, at - 1) || '>"\''.includes(text[at - 1] ?? ' ')) &&
      !isSpaceAt(text, at - 1) &&
      text.slice(Math.max(0, at - 64), at).includes('<')
    )
      return { end: at + 1, spoken: ' ' };
    // "> out.txt" writes to a file.
    if ((char === '>' || char === '<') && isRedirection(text, at)) return redirect(text, at);
    const found = matchAt(sign, text, at)?.[0];
    if (!found) return undefined;
    if (found === '?' && isWordAt(text, at - 1) && at + 1 >= text.length) return undefined;
    if (found === '!' && (isWordAt(text, at - 1) || isSpaceAt(text, at + 1)))
      return { end: at + 1, spoken: isSpaceAt(text, at + 1) ? '' : ' not ' };
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
    const name = signNames[found]!;
    return { end: at + found.length, spoken: ` ${name} ` };
  },
  examples: [
    ['`foo.bar()`', 'foo dot bar open paren close paren'],
    ['`a && b`', 'A and B'],
    ['`x = 5;`', 'X equals 5'],
    ['`List<String>`', 'List of String'],
    ['`ls | wc > out`', 'L S pipe W C to out'],
    ['`f(x, y)`', 'F open paren X comma Y close paren'],
  ],
};

function redirect(text: string, at: number): { end: number; spoken: string } {
  const sign = text[at + 1] === text[at] ? text[at]! + text[at]! : text[at]!;
  return { end: at + sign.length, spoken: ` ${redirections[sign]!} ` };
}

/** Whether it stands in a string, which is said as it is written. */
function isQuoted(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - longestString), at);
  return isSpaceAt(text, at + 1) && before.split('"').length % 2 === 0;
}

/** "cat a.txt > b.txt": a command before it, and the name of a file after it. */
function isRedirection(text: string, at: number): boolean {
  if (at === 0 || !isSpaceAt(text, at - 1) || !command.test(text.slice(0, 40))) return false;
  return (
    !/[(=]/.test(text.slice(Math.max(0, at - 40), at)) &&
    target.test(text.slice(at + 1, at + 24).replace(/^[<>]/, ''))
  );
}

const longestString = 120;
const command = /^[\w./-]{2,} /;
const target = /^ ?[&~$\ufdd0./]|^ ?[A-Za-z][\w-]*(?:[./]|$)/;
const redirection = /2>(?:(&1)|>?(?=[ \w\ufdd0]))/y;
const portNextToHost = /(?:\d{4,5}(?=:[A-Za-z])|(?<=[A-Za-z]:)\d{4,5})(?![\p{L}\p{N}_])/uy;
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
    const alone = matchAt(portNextToHost, text, at)?.[0];
    if (!ports && alone !== undefined) return { end: at + alone.length, spoken: portWords(alone) };
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
