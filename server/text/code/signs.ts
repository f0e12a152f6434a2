/** The signs of source code by name, operators as one. */

const names: Record<string, string> = {
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
const longest = Math.max(...Object.keys(names).map(({ length }) => length));
/** So many of one sign are counted, not said one by one. */
const fewest = 4;

/** Signs that hold a name together: no pause around them. */
const tight = new Set(['.', '::', '?.', '@', '#', '$', '~', '\\']);

export interface Sign {
  text: string;
  spoken: string;
  isTight: boolean;
}

/** @returns the operator, or the run of one sign, at `at`; what has no name is said with nothing */
export function signAt(text: string, at: number, hasFlags: boolean): Sign {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  if (end - at >= fewest && names[text[at]!] !== undefined) {
    const spoken = `${said(text[at]!, hasFlags)} ${end - at} times`;
    return { text: text.slice(at, end), spoken, isTight: false };
  }
  for (let length = longest; length > 0; length -= 1) {
    const found = text.slice(at, at + length);
    if (found.length !== length || !Object.hasOwn(names, found)) continue;
    const isTight = tight.has(found) || (hasFlags && /^-+$/.test(found));
    return { text: found, spoken: said(found, hasFlags), isTight };
  }
  return { text: String.fromCodePoint(text.codePointAt(at)!), spoken: '', isTight: false };
}

function said(sign: string, hasFlags: boolean): string {
  if (hasFlags && sign === '-') return 'dash';
  if (hasFlags && sign === '--') return 'dash dash';
  return names[sign]!;
}
