/** The parts of a line of code as they are said. */
import { flagWords, identifierWords, letterWords } from '../say/identifiers.ts';
import { cardinal, numberWords, oneByOne, versionWords } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import type { Syntax } from './families.ts';
import type { Part } from './lexer.ts';
import type { LineSeals } from './line-seals.ts';
import { signAt } from './signs.ts';

const speakable = /[\p{L}\p{N}]/u;
/** Keywords that would be spelled out for being short and in capitals. */
const shouted = new Set(
  (
    'SELECT FROM WHERE JOIN LEFT RIGHT INNER OUTER FULL CROSS ON AS IN IS BY OR AND NOT NULL SET ALL ADD ASC DESC ANY ' +
    'END FOR KEY IF INTO TOP DROP TABLE WITH INSERT UPDATE DELETE CREATE ALTER VALUES ORDER GROUP LIMIT OFFSET HAVING ' +
    'UNION CASE WHEN THEN ELSE INT TEXT DATE CHECK INDEX VIEW DO'
  ).split(' '),
);

interface Said {
  text: string;
  /** Neighbours of one kind are one part; a tight one belongs to both its neighbours, an opening one to the next. */
  kind: 'words' | 'signs' | 'tight' | 'opening' | 'alone';
}

export interface Manner {
  syntax: Syntax;
  seals: LineSeals;
}

/** @returns what is said of a line; empty when nothing in it can be said */
export function sayLine(parts: readonly Part[], manner: Manner): string {
  let out = '';
  let last: Said['kind'] | undefined;
  let lastCharacter = '';
  let isApart = false;
  const line = withoutLastSemicolon(parts);
  for (const [index, part] of line.entries()) {
    if (part.kind === 'space') {
      isApart = true;
      continue;
    }
    const { text, kind } = isFlag(line, index, manner)
      ? { text: flagWords(part.text), kind: 'words' as const }
      : sayPart(part, manner);
    // The end of a tag is heard as a pause.
    if (text === '' && last !== undefined) last = 'alone';
    if (text === '') continue;
    if (last !== undefined)
      out += belong(last, kind, isApart) || pauses.includes(lastCharacter) ? ' ' : ', ';
    out += text;
    last = kind;
    lastCharacter = text.at(-1)!;
    isApart = false;
  }
  return out;
}

/** The letters of "-la". */
function isFlag(line: readonly Part[], index: number, { syntax }: Manner): boolean {
  if (!syntax.hasFlags || line[index - 1]?.text !== '-') return false;
  const before = line[index - 2];
  return (before === undefined || before.kind === 'space') && flag.test(line[index]!.text);
}

const flag = /^[A-Za-z]{2,24}$/;

function belong(last: Said['kind'], kind: Said['kind'], isApart: boolean): boolean {
  if (last === 'alone' || kind === 'alone' || kind === 'opening') return false;
  if (last === 'opening' || last === 'tight' || kind === 'tight') return true;
  return last === kind && !(isApart && kind === 'signs');
}

const pauses = [',', ';', ':', '.', '!', '?', '…'];

function withoutLastSemicolon(parts: readonly Part[]): readonly Part[] {
  let last = parts.length - 1;
  while (last >= 0 && (parts[last]!.kind === 'space' || parts[last]!.kind === 'comment')) last -= 1;
  if (parts[last]?.kind !== 'sign' || parts[last]!.text !== ';') return parts;
  return parts.filter((_, index) => index !== last);
}

function sayPart(part: Part, manner: Manner): Said {
  if (part.said !== undefined) return { text: part.said, kind: 'tight' };
  switch (part.kind) {
    case 'space':
      return { text: '', kind: 'alone' };
    case 'word':
      return { text: manner.seals.open(wordOf(part.text, manner.syntax)), kind: 'words' };
    case 'number':
      return { text: numberOf(part.text), kind: 'words' };
    case 'comment':
      return sayComment(part, manner);
    case 'string':
    case 'text':
      return { text: asWritten(part, manner), kind: 'alone' };
    case 'tag':
      return { text: tags[part.text] ?? '', kind: 'opening' };
    case 'sign':
      return saySign(part.text, manner);
  }
}

function wordOf(text: string, { shouts, hasProse }: Syntax): string {
  // A name, unless sentences may stand there.
  if (text === 'a' && !hasProse) return 'A';
  if (letterWords.has(text)) return spell(text);
  if ((shouts || text.length < 3) && shouted.has(text)) return text.toLowerCase();
  if (/['’]/.test(text)) return text;
  const words = text.split('-').map(identifierWords).filter(Boolean).join(' ');
  return words === '' ? 'underscore' : words;
}

function numberOf(text: string): string {
  const bare = text.replaceAll('_', '');
  if (/^0[xX]/.test(bare)) return `hex ${spell(bare.slice(2))}`;
  if (/^0[bB]/.test(bare)) return `binary ${oneByOne(bare.slice(2))}`;
  const [, value, sign, exponent] = /^([\d.]+)(?:[eE]([+-]?)(\d+))?$/.exec(bare)!;
  const dots = value!.split('.').length - 1;
  let words = value!;
  if (dots > 1) words = versionWords(value!);
  else if (dots === 1 || value!.length > 3 || /^0\d/.test(value!)) words = numberWords(value!);
  if (exponent === undefined) return words;
  return `${words} E ${sign === '-' ? 'minus ' : ''}${cardinal(exponent)}`;
}

/** Its own marks are not said: the stars of a block, a row of dashes. */
function sayComment({ inner, goesOn = false }: Part, { seals }: Manner): Said {
  const bare = seals.open(tidy(inner.replace(/^[\s*/!#;%-]+/, '').replace(/[\s*/#=-]+$/, '')));
  if (!speakable.test(bare)) return { text: goesOn ? 'comment goes on' : 'comment', kind: 'alone' };
  return { text: goesOn ? bare : `comment, ${bare}`, kind: 'alone' };
}

/** Without a letter or digit its signs are named, or nothing of it would be heard. */
function asWritten({ inner, kind }: Part, { syntax, seals }: Manner): string {
  const bare = seals.open(tidy(inner));
  if (speakable.test(bare)) return bare;
  if (kind === 'text') return '';
  if (bare === '') return inner === '' ? 'empty string' : 'space';
  const named: string[] = [];
  for (let at = 0; at < bare.length;) {
    const sign = signAt(bare, at, syntax);
    if (sign.spoken !== '') named.push(sign.spoken);
    at += sign.text.length;
  }
  return named.join(' ');
}

function saySign(text: string, { syntax }: Manner): Said {
  const { spoken, isTight } = signAt(text, 0, syntax);
  return { text: spoken, kind: isTight ? 'tight' : 'signs' };
}

/** The end of a tag is only a pause. */
const tags: Record<string, string> = {
  '<': 'tag',
  '</': 'close tag',
  '<!': 'declaration',
  '<?': 'declaration',
};

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
