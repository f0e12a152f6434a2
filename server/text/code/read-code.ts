/** Source code as it is read aloud: a fenced block line by line, and inline code. Pure, linear, never throws. */
import type { FencedCode } from '../blocks.ts';
import type { Pronouncer } from '../pronunciations.ts';
import { cardinal } from '../say/numbers.ts';
import { withoutUnspeakable } from '../unspeakable.ts';
import { DiffReader } from './diff.ts';
import { syntaxOf, type Family } from './families.ts';
import { languageOf, languageOfFile } from './languages.ts';
import { type ClosesLater, Lexer, type Part } from './lexer.ts';
import { LineSeals } from './line-seals.ts';
import { MarkupLexer } from './markup-lexer.ts';
import { type Manner, sayLine } from './say-line.ts';

export interface SpokenLine {
  /** From 1, as in the source. */
  number: number;
  /** "Line three: ..." */
  spoken: string;
}

export interface SpokenCode {
  announcement: string;
  /** Blank lines, and lines in which nothing can be said, are counted but not in it. */
  lines: SpokenLine[];
  /** Empty for a block without lines. */
  end: string;
}

/** @param pronouncer the user's words, which come first in code as well */
export function readCodeBlock(
  { language, lines }: FencedCode,
  pronouncer?: Pronouncer,
): SpokenCode {
  const { name, family } = languageOf(withoutUnspeakable(language));
  const seals = new LineSeals(pronouncer);
  const clean = lines.map((line) => seals.close(line));
  const spoken = family === 'diff' ? sayDiff(clean, seals) : sayAll(clean, family, seals);
  return {
    announcement: announce(name, lines.length),
    lines: spoken.flatMap((text, index) =>
      text === '' ? [] : { number: index + 1, spoken: `Line ${cardinal(`${index + 1}`)}: ${text}` },
    ),
    end: lines.length === 0 ? '' : `End of ${name === undefined ? '' : `${name} `}code.`,
  };
}

function announce(name: string | undefined, count: number): string {
  const block = name === undefined ? 'code block' : `${name} code block`;
  if (count === 0) return `Empty ${block}.`;
  const begun = block[0]!.toUpperCase() + block.slice(1);
  return `${name === undefined ? begun : block}, ${count} ${count === 1 ? 'line' : 'lines'}.`;
}

interface AnyLexer {
  read(line: string, closesLater: ClosesLater): Part[];
}

function lexerOf(family: Family): AnyLexer {
  return family === 'markup' ? new MarkupLexer() : new Lexer(syntaxOf(family));
}

function sayAll(lines: readonly string[], family: Family, seals: LineSeals): string[] {
  const lexer = lexerOf(family);
  const manner: Manner = { syntax: syntaxOf(family), seals };
  const closers = new Closers(lines);
  return lines.map((line, index) => sayLine(lexer.read(line, closers.after(index)), manner));
}

/** The old and the new text are read apart: what a removed line opens, an added one does not close. */
function sayDiff(lines: readonly string[], seals: LineSeals): string[] {
  const reader = new DiffReader();
  let family: Family = 'plain';
  let [before, after] = [new Lexer(syntaxOf(family)), new Lexer(syntaxOf(family))];
  return lines.map((line, index) => {
    const found = reader.read(line, lines[index + 1]);
    if (found.kind === 'file' || found.kind === 'header') {
      if (found.kind === 'file') family = contentFamily(found.path) ?? family;
      // Between two hunks lines are left out, so nothing goes on.
      [before, after] = [new Lexer(syntaxOf(family)), new Lexer(syntaxOf(family))];
      return seals.open(found.spoken);
    }
    const lexer = found.kind === 'removed' ? before : after;
    const text = sayLine(lexer.read(found.text, never), { syntax: syntaxOf(family), seals });
    if (found.kind === 'context') {
      before = after.copy();
      return text;
    }
    if (text === '') return '';
    return `${found.kind === 'added' ? 'Added' : 'Removed'}: ${text}`;
  });
}

/** Of the file a diff is of; markup is read as plain text, since a hunk begins anywhere in it. */
function contentFamily(path: string): Family | undefined {
  const family = languageOfFile(path)?.family;
  return family === 'markup' || family === 'diff' ? 'plain' : family;
}

const never = () => false;

/** On which line each closing mark stands last. Each mark is looked for once. */
class Closers {
  readonly #lines: readonly string[];
  readonly #last = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  after(index: number): ClosesLater {
    return (close) => {
      let last = this.#last.get(close);
      if (last === undefined) {
        last = this.#lines.findLastIndex((line) => line.includes(close));
        this.#last.set(close, last);
      }
      return last > index;
    };
  }
}
