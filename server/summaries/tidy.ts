/** Markdown to plain sentences for a recap: blocks that are not for the ear go. Linear. */
import { withoutUnspeakable } from '../text/unspeakable.ts';
import { tidyInline } from './tidy-inline.ts';

interface Fence {
  char: string;
  length: number;
}

const mark = /^\s*(?:>(?!=)\s?|(?:[-*+•‣◦]|\d{1,3}[.)])(?:\s+(?:\[[ xX]\]\s)?|$))/;
const quote = /^\s*>(?!=)/;
/** Deeper marks are text. */
const deepest = 12;

/**
 * Without fenced code, table rows, rules and headings; without the marks of quotes, lists, emphasis
 * and inline code; a link is its label, a bare URL "a link", a path its file name.
 * @returns paragraphs, parted by a blank line; the items of a list, each with a full stop, are one
 */
export function tidy(text: string): string {
  const blocks = new Blocks();
  const lines = withoutUnspeakable(text).split(/\r\n?|[\n\u2028\u2029]/);
  let fence: Fence | undefined;
  let inTable = false;
  for (const [index, line] of lines.entries()) {
    if (fence) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    const { rest, isItem } = withoutMarks(line);
    fence = opens(rest);
    inTable =
      !fence &&
      (isTableLine(rest) || ((inTable || isTableRule(lines[index + 1])) && rest.includes('|')));
    if (fence || inTable || rest.trim() === '' || isRule(rest) || isHeading(rest)) blocks.end();
    else if (isUnderline(rest)) blocks.drop();
    else {
      if (isItem) blocks.begin();
      blocks.add(rest.trim());
    }
  }
  blocks.end();
  return blocks.text();
}

/** Whether nothing at its end says that it ends. */
export function endsOpen(text: string): boolean {
  return !/[.!?…:;,。！？：；，]["'”’»)\]]{0,4}$/.test(text);
}

class Blocks {
  readonly #done: { text: string; isItem: boolean; isNext: boolean }[] = [];
  #lines: string[] = [];
  #isItem = false;
  /** Whether nothing stood between the last block and this one. */
  #isNext = false;

  add(line: string): void {
    this.#lines.push(line);
  }

  begin(): void {
    this.end();
    this.#isItem = true;
  }

  drop(): void {
    this.#lines = [];
    this.end();
  }

  end(): void {
    const inner = tidyInline(this.#lines.join(' '));
    if (/[\p{L}\p{N}]/u.test(inner)) {
      const text = this.#isItem && endsOpen(inner) ? `${inner}.` : inner;
      this.#done.push({ text, isItem: this.#isItem, isNext: this.#isNext });
      this.#isNext = this.#isItem;
    }
    this.#lines = [];
    this.#isItem = false;
  }

  text(): string {
    let whole = '';
    for (const { text, isItem, isNext } of this.#done)
      whole += (whole === '' ? '' : isItem && isNext ? ' ' : '\n\n') + text;
    return whole;
  }
}

function withoutMarks(line: string): { rest: string; isItem: boolean } {
  let rest = line;
  let isItem = false;
  for (let depth = 0; depth < deepest && !isRule(rest); depth += 1) {
    const found = mark.exec(rest)?.[0];
    if (found === undefined) break;
    isItem ||= !quote.test(rest);
    rest = rest.slice(found.length);
  }
  return { rest, isItem };
}

function opens(line: string): Fence | undefined {
  const found = /^\s*(`{3,}|~{3,})(.*)$/.exec(line);
  // Backticks behind backticks are inline code.
  if (!found || (found[1]![0] === '`' && found[2]!.includes('`'))) return undefined;
  return { char: found[1]![0]!, length: found[1]!.length };
}

function closes(line: string, { char, length }: Fence): boolean {
  const bare = line.replace(/^[\s>]+/, '').trimEnd();
  return bare.length >= length && [...bare].every((each) => each === char);
}

function isHeading(line: string): boolean {
  return /^\s*#{1,6}(?:\s|$)/.test(line);
}

/** Three or more of `-`, `*` or `_`. */
function isRule(line: string): boolean {
  if (!/^\s*[-*_]/.test(line)) return false;
  const bare = line.replace(/\s/g, '');
  return bare.length >= 3 && '-*_'.includes(bare[0]!) && [...bare].every((c) => c === bare[0]);
}

/** What makes the line above it a heading. */
function isUnderline(line: string): boolean {
  return /^\s*={2,}\s*$/.test(line);
}

function isTableLine(line: string): boolean {
  return /^\s*\|.*\|/.test(line) || isTableRule(line);
}

function isTableRule(line: string | undefined): boolean {
  return (
    line !== undefined && line.includes('|') && line.includes('-') && /^[-:| \t>]*$/.test(line)
  );
}
