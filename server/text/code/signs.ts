/** The signs of source code by name, operators as one: the same words in blocks and in inline code. */
import type { Syntax } from './families.ts';

export const signNames: Readonly<Record<string, string>> = {
  '>>>=': 'unsigned shift right equals',
  '===': 'triple equals',
  '!==': 'not double equals',
  '**=': 'star star equals',
  '&&=': 'and equals',
  '||=': 'or equals',
  '??=': 'double question equals',
  '<<=': 'shift left equals',
  '>>=': 'shift right equals',
  '>>>': 'unsigned shift right',
  '<=>': 'spaceship',
  '...': 'dot dot dot',
  '..=': 'dot dot equals',
  '<<<': 'here string',
  '==': 'double equals',
  '!=': 'not equals',
  '<=': 'less or equal',
  '>=': 'greater or equal',
  '=>': 'arrow',
  '->': 'arrow',
  '<-': 'left arrow',
  '::': 'colon colon',
  ':=': 'colon equals',
  '&&': 'and',
  '||': 'or',
  '??': 'double question',
  '?.': 'question dot',
  '?:': 'question colon',
  '++': 'plus plus',
  '--': 'minus minus',
  '+=': 'plus equals',
  '-=': 'minus equals',
  '*=': 'times equals',
  '/=': 'slash equals',
  '%=': 'percent equals',
  '&=': 'ampersand equals',
  '|=': 'pipe equals',
  '^=': 'caret equals',
  '~=': 'tilde equals',
  '=~': 'equals tilde',
  '**': 'star star',
  '//': 'slash slash',
  '<!--': 'open comment',
  '-->': 'close comment',
  '/*': 'slash star',
  '*/': 'star slash',
  '<<': 'shift left',
  '>>': 'shift right',
  '|>': 'pipe to',
  '..': 'dot dot',
  '.': 'dot',
  '(': 'open paren',
  ')': 'close paren',
  '[': 'open bracket',
  ']': 'close bracket',
  '{': 'open brace',
  '}': 'close brace',
  '<': 'less than',
  '>': 'greater than',
  '=': 'equals',
  '+': 'plus',
  '-': 'minus',
  '*': 'star',
  '/': 'slash',
  '%': 'percent',
  '&': 'ampersand',
  '|': 'pipe',
  '!': 'not',
  '?': 'question mark',
  ':': 'colon',
  ';': 'semicolon',
  ',': 'comma',
  '@': 'at',
  '#': 'hash',
  $: 'dollar',
  '~': 'tilde',
  '^': 'caret',
  '\\': 'backslash',
  '`': 'backtick',
  '"': 'quote',
  "'": 'apostrophe',
  _: 'underscore',
  '→': 'arrow',
  '←': 'left arrow',
  '⇒': 'arrow',
  '≤': 'less or equal',
  '≥': 'greater or equal',
  '≠': 'not equals',
  '×': 'times',
  '÷': 'divided by',
  '·': 'dot',
  '…': 'dot dot dot',
  '€': 'euro',
  '£': 'pound',
  '°': 'degree',
  '§': 'section',
  λ: 'lambda',
};
/** What `<`, `>` and their like are where a command line is read. */
export const redirections: Readonly<Record<string, string>> = {
  '2>&1': 'standard error to standard out',
  '2>>': 'standard error to the end of',
  '2>': 'standard error to',
  '&>': 'everything to',
  '>&': 'to',
  '>>': 'to the end of',
  '>': 'to',
  '<': 'from',
  '<<': 'here document',
  '<<-': 'here document',
};
/** "List<String>" is a list of strings. */
export const typeArgumentsOf = 'of';
const longest = Math.max(...Object.keys(signNames).map(({ length }) => length));
/** So many of one sign are counted, not said one by one. */
const fewest = 4;

/** Signs that hold a name together: no pause around them. */
const tight = new Set(['.', '::', '?.', '@', '#', '$', '~', '\\']);

export interface Sign {
  text: string;
  spoken: string;
  isTight: boolean;
}

type Style = Pick<Syntax, 'hasFlags' | 'redirects'>;

/** @returns the operator, or the run of one sign, at `at`; what has no name is said with nothing */
export function signAt(text: string, at: number, style: Style): Sign {
  const name = nameOf(text[at]!, style);
  if (name !== undefined) {
    let end = at + 1;
    while (text[end] === text[at]) end += 1;
    if (end - at >= fewest)
      return { text: text.slice(at, end), spoken: `${name} ${end - at} times`, isTight: false };
  }
  for (let length = longest; length > 0; length -= 1) {
    const found = text.slice(at, at + length);
    const spoken = found.length === length ? nameOf(found, style) : undefined;
    if (spoken === undefined) continue;
    const isTight = tight.has(found) || (style.hasFlags && /^-+$/.test(found));
    return { text: found, spoken, isTight };
  }
  return { text: String.fromCodePoint(text.codePointAt(at)!), spoken: '', isTight: false };
}

function nameOf(sign: string, { hasFlags, redirects }: Style): string | undefined {
  if (hasFlags && sign === '-') return 'dash';
  if (hasFlags && sign === '--') return 'dash dash';
  if (redirects && Object.hasOwn(redirections, sign)) return redirections[sign];
  return Object.hasOwn(signNames, sign) ? signNames[sign] : undefined;
}
