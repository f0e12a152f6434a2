/** Arrows, comparisons and other signs between words. */
import { isDigitAt, isSpaceAt, isWordAt } from './neighbours.ts';
import { matchAt, type Rule } from './rule.ts';

const arrows = /[-=]{1,2}>|<[-=]{1,2}>|[→⇒⟶➜➡⟹↦]|<--?(?= )|[←⇐]|[↔⇔]/y;
const arrowNames: Record<string, string> = {
  '←': 'from',
  '⇐': 'from',
  '<-': 'from',
  '<--': 'from',
  '↔': 'and',
  '⇔': 'if and only if',
  '<->': 'and',
  '<-->': 'and',
  '<=>': 'if and only if',
};
const comparisons = /===|!==|==|!=|<=|>=|≤|≥|≠|≈|≡/y;
const comparisonNames: Record<string, string> = {
  '===': 'equals',
  '==': 'equals',
  '!==': 'not equal to',
  '!=': 'not equal to',
  '≠': 'not equal to',
  '<=': 'at most',
  '>=': 'at least',
  '≤': 'at most',
  '≥': 'at least',
  '≈': 'about',
  '≡': 'equals',
};
/** Read only between spaces. */
const spaced: Record<string, string> = {
  '=': 'equals',
  '+': 'plus',
  '<': 'less than',
  '>': 'greater than',
  '×': 'times',
  '÷': 'divided by',
  '*': 'times',
  '/': 'slash',
  '±': 'plus or minus',
  '~': 'about',
  '^': 'to the power of',
  '@': 'at',
  '%': 'percent',
};
/** Read wherever they stand. */
const always: Record<string, string> = {
  '&': 'and',
  '&&': 'and',
  '||': 'or',
  '∞': 'infinity',
  '∑': 'sum of',
  '∈': 'in',
  '∉': 'not in',
  '∧': 'and',
  '∨': 'or',
  '¬': 'not',
  '∀': 'for all',
  '∃': 'there is',
  '∴': 'therefore',
  '∅': 'the empty set',
  '∪': 'union',
  '∩': 'intersection',
  '⊂': 'subset of',
  π: 'pi',
  λ: 'lambda',
  Δ: 'delta',
  '©': 'copyright',
  '™': '',
  '®': '',
};
const sealStart = '\ufdd0';
const sealEnd = '\ufdd1';
/** How far something is, drawn. */
const progress = /\[(?=[^\]=#█▓-]{0,80}[=#█▓-])[=#>.\-_ █▓▒░]{4,80}\]/y;
const drawn = /<{4,40}|>{4,40}|\|{3,40}|-{2,40}|={3,40}|\+{3,40}|~{3,40}|_{3,40}|\*{3,40}/y;
/** What a program sets before its line: a prompt, a sign of failure, the drawing of a history. */
const firstMark = /[$~<](?= [A-Za-z./])|×(?= )|(?:-\/\+|\+\/-)(?= )|\|[|\\/ *]{0,40}(?= |$)/y;
const lineAfter = /^:line \d/;
const squares = /\^([23])(?![\p{L}\p{N}_]|\.\d)/uy;
const signs = /&{1,2}|\|\||[∞∑∈∉∧∨¬∀∃∴∅∪∩⊂©™®]/y;

export const arrowSigns: Rule = {
  name: 'arrow',
  begins: '-=<→⇒⟶➜➡⟹↦←⇐↔⇔',
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(arrows, text, at)?.[0];
    return found
      ? {
          end: at + found.length,
          spoken: isBegun(text, at) ? ` ${arrowNames[found] ?? 'to'} ` : '',
        }
      : undefined;
  },
  examples: [
    ['a -> b', 'a to b'],
    ['a => b', 'a to b'],
    ['x→y', 'x to y'],
    ['a ↔ b', 'a and b'],
  ],
};

/** Whether anything but arrows stands before: at the beginning they only point. */
function isBegun(text: string, at: number): boolean {
  return at > 0 && (at > 24 || !/^[-=>→| ]*$/.test(text.slice(0, at)));
}

export const operators: Rule = {
  name: 'operator',
  begins: '$[:?=!<>≤≥≠≈≡+×÷*/±~^@%&|∞∑∈∉∧∨¬∀∃∴∅∪∩⊂©™®-−²³_·⋅',
  where: 'prose',
  read({ text }, at) {
    const bar = text[at] === '[' ? matchAt(progress, text, at)?.[0] : undefined;
    if (bar) return { end: at + bar.length, spoken: '' };
    const line = matchAt(drawn, text, at)?.[0];
    // A line that is drawn, or a dash: a pause.
    if (line && isSpaceAt(text, at - 1) && isSpaceAt(text, at + line.length)) {
      if (at === 0 || line !== '===')
        return {
          end: at + line.length,
          spoken: isBegun(text, at) && at + line.length < text.length ? ', ' : '',
        };
    }
    const first = at === 0 ? matchAt(firstMark, text, at)?.[0] : undefined;
    if (first) return { end: at + first.length, spoken: '' };
    if (text[at] === '|' && isSpaceAt(text, at - 1) && isSpaceAt(text, at + 1))
      return isDigitAt(text, at + 2) || /^\d{1,6} $/.test(text.slice(0, at))
        ? { end: at + 1, spoken: ', ' }
        : undefined;
    const compared = matchAt(comparisons, text, at)?.[0];
    // Before a name "!=" and the like stand alone as well: "x!=y".
    if (compared) return { end: at + compared.length, spoken: ` ${comparisonNames[compared]!} ` };
    const sign = matchAt(signs, text, at)?.[0];
    if (sign) {
      const name = always[sign]!;
      return { end: at + sign.length, spoken: name && ` ${name} ` };
    }
    const char = text[at]!;
    if (char === ':') {
      // As .NET writes where in a file it was.
      if (text[at - 1] === sealEnd && lineAfter.test(text.slice(at, at + 8)))
        return { end: at + 1, spoken: ', ' };
      if (text[at + 1] !== ':' || !isWordAt(text, at + 2)) return undefined;
      // After a file, as test runners write it, a part of it follows.
      return { end: at + 2, spoken: text[at - 1] === sealEnd ? ', ' : ' colon colon ' };
    }
    if (char === '·' || char === '⋅')
      return isDigitAt(text, at + 1) ? { end: at + 1, spoken: ' times ' } : undefined;
    if (char === '²' || char === '³')
      return { end: at + 1, spoken: char === '²' ? ' squared ' : ' cubed ' };
    if (char === '=' && /[\p{L}\p{N})\]]/u.test(text[at - 1] ?? ' ') && isValueAt(text, at + 1))
      return { end: at + 1, spoken: ' equals ' };
    const power = char === '^' && isWordAt(text, at - 1) ? matchAt(squares, text, at) : null;
    if (power) return { end: at + 2, spoken: power[1] === '2' ? ' squared ' : ' cubed ' };
    if (char === '^' && isWordAt(text, at - 1) && isWordAt(text, at + 1))
      return { end: at + 1, spoken: ' to the ' };
    if (char === '@' && isWordAt(text, at - 1) && isWordAt(text, at + 1))
      return { end: at + 1, spoken: ' at ' };
    if (char === '/' && isDigitAt(text, at - 1) && '+-−'.includes(text[at + 1] ?? ' '))
      return { end: at + 1, spoken: ', ' };
    if (char === '/' && text[at - 1] === sealEnd && text[at + 1] === sealStart)
      return { end: at + 1, spoken: ' slash ' };
    // The query of an address without a host.
    if (char === '?')
      return isWordAt(text, at - 1) && isWordAt(text, at + 1)
        ? { end: at + 1, spoken: ', ' }
        : undefined;
    if (char === '/' && isWordAt(text, at - 1) && isDigitAt(text, at + 1))
      return { end: at + 1, spoken: ' slash ' };
    if (char === '+' && isSpaceAt(text, at - 1) && isWordAt(text, at + 1))
      return { end: at + 1, spoken: ' plus ' };
    if (char === '+' && isWordAt(text, at - 1) && isWordAt(text, at + 1))
      return { end: at + 1, spoken: ' plus ' };
    if (char === '+' && isWordAt(text, at - 1) && isBoundary(text, at + 1))
      return { end: at + 1, spoken: ' plus ' };
    if (
      (char === '×' || char === '*' || char === '÷') &&
      isDigitAt(text, at - 1) &&
      isDigitAt(text, at + 1)
    )
      return { end: at + 1, spoken: char === '÷' ? ' divided by ' : ' times ' };
    if (at === 0 || !isSpaceAt(text, at - 1) || !isSpaceAt(text, at + 1) || at + 1 >= text.length)
      return undefined;
    if (char === '>' && isMenu(text, at)) return { end: at + 1, spoken: ', ' };
    if ((char === '-' || char === '−') && isDigitAt(text, at - 2) && isDigitAt(text, at + 2))
      return { end: at + 1, spoken: ' minus ' };
    const name = spaced[char];
    return name ? { end: at + 1, spoken: ` ${name} ` } : undefined;
  },
  examples: [
    ['x >= y', 'x at least y'],
    ['a != b', 'a not equal to b'],
    ['a == b', 'a equals b'],
    ['salt & pepper', 'salt and pepper'],
    ['R&B', 'R and B'],
    ['a || b', 'a or b'],
    ['x = 5', 'x equals 5'],
    ['2 + 2', '2 plus 2'],
    ['10+ files', '10 plus files'],
    ['5*3', '5 times 3'],
    ['Settings > Privacy', 'Settings, Privacy'],
    ['2 failed | 12 passed', '2 failed, 12 passed'],
    ['(email)=(ada)', '(email) equals (ada)'],
  ],
};

function isValueAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}("'\ufdd0./]/u.test(text[at] ?? ' ');
}

function isBoundary(text: string, at: number): boolean {
  return at >= text.length || ' \u00a0,.;:!?)]'.includes(text[at]!);
}

/** "File > Open": names with capitals on both sides are steps of a menu. */
function isMenu(text: string, at: number): boolean {
  return (
    /[A-Z][\p{L}]* $/u.test(text.slice(Math.max(0, at - 24), at)) &&
    /^ [A-Z]/.test(text.slice(at + 1, at + 3))
  );
}
