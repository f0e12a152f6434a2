/** Markdown as blocks: each is read by itself, so a sentence never runs from one into the next. */
import { codeLine, type Fence, fenceIn, leaves } from './fences.ts';
import { countFrontMatter, readFrontMatter } from './front-matter.ts';
import { logLine, mayBeLogLine } from './log-lines.ts';
import {
  isBarred,
  isColumns,
  isTableRule,
  isTableRuleIn,
  readColumns,
  readRow,
} from './table-lines.ts';

/** ">= 5" is no quote. */
const quoteMark = /^ {0,3}>(?!=)[ \t]?/;
const heading = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const bullet = /^[ \t]*[-*+•‣◦][ \t]+/;
const numbered = /^[ \t]*(\d{1,3})[.)][ \t]+/;
/** Marks nested deeper than this are read as text: looking at each costs the length of the line. */
const deepest = 12;
/** How a host of code marks a quote that warns. */
const alertMark = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/i;
const task = /^\[[ xX]\][ \t]+/;

export interface FencedCode {
  /** What stands behind the fence; may be empty. */
  language: string;
  /** As in the source, without line breaks, without the fences and the marks before them. */
  lines: readonly string[];
}

export interface Block {
  /** Of code, what we say about it, not the text itself: no rule applies. */
  text: string;
  code?: FencedCode;
}

/**
 * What stands before a text that is a part of one: only at the beginning of all is front matter, only in a table a row without outer
 * bars; behind a sentence of the same line it begins no line.
 */
export type Before = 'nothing' | 'text' | 'table' | 'sentence';

/** @returns the text of each block, with its marks taken away and its inline marks still in it */
export function cutBlocks(text: string, before: Before = 'text'): Block[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const front = before === 'nothing' ? countFrontMatter(lines) : 0;
  const cutter = new BlockCutter(before);
  if (front > 0)
    for (const entry of readFrontMatter(lines.slice(0, front))) cutter.blocks.push({ text: entry });
  for (let at = front; at < lines.length; at += 1) cutter.take(lines[at]!, lines[at + 1]);
  return cutter.end();
}

class BlockCutter {
  readonly blocks: Block[] = [];
  #paragraph: string[] = [];
  #fence: Fence | undefined;
  #code: string[] = [];
  /** Whether a row without outer bars may follow. */
  #inTable: boolean;
  /** Whether the next line is only the end of one. */
  #isRest: boolean;

  constructor(before: Before) {
    this.#inTable = before === 'table';
    this.#isRest = before === 'sentence';
  }

  take(line: string, next: string | undefined): void {
    const isRest = this.#isRest;
    this.#isRest = false;
    const inside = this.#fence && codeLine(this.#fence, line);
    if (this.#fence && inside !== undefined) {
      if (typeof inside === 'string') this.#code.push(inside);
      else this.#close(this.#fence);
      if (inside !== leaves) return;
    }
    const stripped = stripMarks(line);
    this.#fence = fenceIn(line, stripped.rest, stripped.quotes);
    if (this.#fence) {
      this.#flush();
      this.#inTable = false;
      return;
    }
    const tabular = tabularLine(line, stripped, this.#inTable, next);
    this.#inTable = tabular === 'rule' || (tabular === 'row' && this.#inTable);
    if (tabular) {
      this.#flush();
      if (tabular === 'row') this.blocks.push({ text: readRow(stripped.number + stripped.rest) });
      return;
    }
    this.#takeText(line, stripped, isRest);
  }

  #takeText(line: string, { rest: bare, starts, number, quotes }: Stripped, isRest: boolean): void {
    const rest = number + bare;
    if (rest.trim() === '' || isRule(rest)) {
      this.#flush();
      return;
    }
    const alert = quotes > 0 ? alertMark.exec(rest)?.[1] : undefined;
    if (alert !== undefined) {
      this.#paragraph.push(`${alert[0]!.toUpperCase()}${alert.slice(1).toLowerCase()}:`);
      return;
    }
    const log = isRest ? undefined : (logLine(rest) ?? (quotes > 0 ? logLine(line) : undefined));
    if (starts || log) this.#flush();
    if (heading.test(rest)) {
      this.#flush();
      this.#paragraph.push(withoutClosing(rest.replace(heading, '')));
      this.#flush();
    } else if (isColumns(rest)) {
      this.#flush();
      this.blocks.push({ text: readColumns(rest) });
    } else {
      this.#paragraph.push(rest.trim());
      if (log === 'alone') this.#flush();
    }
  }

  #flush(): void {
    if (this.#paragraph.length > 0) this.blocks.push({ text: this.#paragraph.join(' ') });
    this.#paragraph = [];
  }

  #close({ language }: Fence): void {
    this.blocks.push({ text: announce(this.#code.length), code: { language, lines: this.#code } });
    this.#fence = undefined;
    this.#code = [];
  }

  end(): Block[] {
    if (this.#fence) {
      // The line break of the last line begins no further one.
      if (this.#code.at(-1) === '') this.#code.pop();
      this.#close(this.#fence);
    }
    this.#flush();
    return this.blocks;
  }
}

/**
 * @param inTable whether a table's rule, or a row after it, stands before the line
 * @param next tells a table's head
 */
function tabularLine(
  line: string,
  { rest, starts, number }: Stripped,
  inTable: boolean,
  next?: string,
): 'rule' | 'row' | undefined {
  const bare = number + rest;
  if (isTableRule(bare) || isTableRuleIn(line)) return 'rule';
  if (!bare.includes('|')) return undefined;
  if (isBarred(bare) || isTableRuleIn(next)) return 'row';
  return inTable && !starts && !heading.test(bare) ? 'row' : undefined;
}

/** Whether a line that begins so may turn out to be a block by itself, as programs write them. */
export function mayStandAlone(open: string): boolean {
  const { rest, quotes } = stripMarks(open);
  return mayBeLogLine(rest) || (quotes > 0 && mayBeLogLine(open));
}

/** What the line, which is not in code, is to a table, whatever follows it. */
export function tabularKind(line: string, inTable: boolean): 'rule' | 'row' | undefined {
  return tabularLine(line, stripMarks(line), inTable);
}

const beginsWithLetter = /^[A-Za-z]/;

interface Stripped {
  rest: string;
  /** The line begins an item of a list. */
  starts: boolean;
  /** What is said of the item's number, else empty. */
  number: string;
  /** How many marks of quotes there were. */
  quotes: number;
}

/** Takes the marks of quotes and lists away, also nested ones. */
function stripMarks(line: string): Stripped {
  // Most lines have none.
  if (beginsWithLetter.test(line)) return { rest: line, starts: false, number: '', quotes: 0 };
  let rest = line;
  let starts = false;
  let number = '';
  let quotes = 0;
  // Rules and emphasis (`* * *`, `**bold**`) are no list items.
  for (let depth = 0; depth < deepest && !isRule(rest); depth += 1) {
    const quote = quoteMark.exec(rest)?.[0];
    const mark = quote ?? bullet.exec(rest)?.[0];
    const digits = mark === undefined ? numbered.exec(rest) : null;
    if (mark === undefined && !digits) break;
    if (digits) number = `${digits[1]}: `;
    if (quote === undefined) starts = true;
    else quotes += 1;
    rest = rest.slice((mark ?? digits![0]).length);
    // One digit run is the item's; a second one is its text.
    if (digits) break;
  }
  if (starts) rest = rest.replace(task, '');
  return { rest, starts, number, quotes };
}

/** @returns the fence that the line opens */
export function openedFence(line: string): Fence | undefined {
  const { rest, quotes } = stripMarks(line);
  return fenceIn(line, rest, quotes);
}

function announce(lines: number): string {
  if (lines === 0) return 'Empty code block.';
  return lines === 1 ? 'Code block, 1 line.' : `Code block, ${lines} lines.`;
}

const ruleStart = /^[ \t]*[-*_=]/;

/** Three or more of one of `-`, `*`, `_`, `=`: a rule, or the line under a heading. */
function isRule(line: string): boolean {
  if (!ruleStart.test(line)) return false;
  const bare = line.replace(/[ \t]/g, '');
  return bare.length >= 3 && '-*_='.includes(bare[0]!) && [...bare].every((c) => c === bare[0]);
}

function withoutClosing(title: string): string {
  const bare = title.trim();
  let end = bare.length;
  while (bare[end - 1] === '#') end -= 1;
  return end === 0 || bare[end - 1] === ' ' ? bare.slice(0, end).trim() : bare;
}
