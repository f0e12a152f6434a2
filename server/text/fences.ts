/** Fences of code: which line opens one, and what each line after it is to it. */

export interface Fence {
  /** Backticks or tildes; what closes it is at least as long. */
  readonly mark: string;
  /** What stands behind the mark; may be empty. */
  readonly language: string;
  /** How many quotes it stands in. */
  readonly quotes: number;
  /** Columns of white space and list marks before it, inside its quotes. */
  readonly indent: number;
}

/** The line closes the fence. */
export const closes = Symbol('closes');
/** The quote that the fence stands in is over: the line is none of its code. */
export const leaves = Symbol('leaves');

/** Also deep in a list, where each level indents. */
const opening = /^[ \t]*(`{3,}|~{3,})/;
const quoteMark = /^[ \t]*>[ \t]?/;
const tabStop = 4;
/** What closes may be indented by so much more than what opened. */
const slack = 3;

/**
 * @param line the whole line
 * @param rest what follows the marks of lists and quotes
 * @param quotes how many marks of quotes were among them
 */
export function fenceIn(line: string, rest: string, quotes: number): Fence | undefined {
  const found = opening.exec(rest);
  if (!found) return undefined;
  const mark = found[1]!;
  const language = rest.slice(found[0].length).trim();
  // A fence on one line, ```like this```, is inline code.
  if (mark[0] === '`' && language.includes('`')) return undefined;
  const inQuotes = withoutQuotes(line, quotes) ?? line;
  return { mark, language, quotes, indent: columns(inQuotes.slice(0, inQuotes.indexOf(mark))) };
}

/** @returns the line of code without the marks of its quotes and the fence's own indentation */
export function codeLine(fence: Fence, line: string): string | typeof closes | typeof leaves {
  const bare = withoutQuotes(line, fence.quotes);
  if (bare === undefined) return leaves;
  if (isClosing(fence, bare)) return closes;
  let at = 0;
  for (let column = 0; column < fence.indent; at += 1) {
    if (bare[at] === ' ') column += 1;
    else if (bare[at] === '\t') column += tabStop - (column % tabStop);
    else break;
  }
  return bare.slice(at);
}

function isClosing({ mark, indent }: Fence, bare: string): boolean {
  const text = bare.trim();
  if (text.length < mark.length || !text.startsWith(mark)) return false;
  for (const char of text) if (char !== mark[0]) return false;
  return columns(bare.slice(0, bare.indexOf(text))) <= indent + slack;
}

function withoutQuotes(line: string, quotes: number): string | undefined {
  let bare = line;
  for (let depth = 0; depth < quotes; depth += 1) {
    const mark = quoteMark.exec(bare)?.[0];
    if (mark === undefined) return undefined;
    bare = bare.slice(mark.length);
  }
  return bare;
}

/** How wide the text is; marks of a list count like spaces. */
function columns(text: string): number {
  let column = 0;
  for (const char of text) column += char === '\t' ? tabStop - (column % tabStop) : 1;
  return column;
}
