/** Markdown as blocks: each is read by itself, so a sentence never runs from one into the next. */
import { isLogLine } from './log-lines.ts';
import { codeLine, type Fence, fenceIn, leaves } from './fences.ts';

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

/** @returns the text of each block, with its marks taken away and its inline marks still in it */
export function cutBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let fence: Fence | undefined;
  let code: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ text: paragraph.join(' ') });
    paragraph = [];
  };
  const close = ({ language }: Fence) => {
    blocks.push({ text: announce(code.length), code: { language, lines: code } });
    fence = undefined;
    code = [];
  };
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);

  for (const [index, line] of lines.entries()) {
    const inside = fence && codeLine(fence, line);
    if (fence && inside !== undefined) {
      if (typeof inside === 'string') code.push(inside);
      else close(fence);
      if (inside !== leaves) continue;
    }
    const { rest: bare, starts, number, quotes } = stripMarks(line);
    fence = fenceIn(line, bare, quotes);
    if (fence) {
      flush();
      continue;
    }
    const rest = number + bare;
    if (rest.trim() === '' || isRule(rest) || isTableRule(rest)) {
      flush();
      continue;
    }
    const previous = inside === leaves ? undefined : lines[index - 1];
    if (isTableRow(rest, previous, lines[index + 1])) {
      flush();
      blocks.push({ text: readRow(rest) });
      continue;
    }
    const alert = quotes > 0 ? alertMark.exec(rest)?.[1] : undefined;
    if (alert !== undefined) {
      paragraph.push(`${alert[0]!.toUpperCase()}${alert.slice(1).toLowerCase()}:`);
      continue;
    }
    if (starts || isLogLine(rest) || (quotes > 0 && isLogLine(line))) flush();
    const isHeading = heading.test(rest);
    if (isHeading) flush();
    paragraph.push(isHeading ? withoutClosing(rest.replace(heading, '')) : rest.trim());
    if (isHeading) flush();
  }
  if (fence) {
    // The line break of the last line begins no further one.
    if (code.at(-1) === '') code.pop();
    close(fence);
  }
  flush();
  return blocks;
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

/** `|---|:--:|`: what makes the lines around it a table. */
function isTableRule(line: string | undefined): boolean {
  if (line === undefined || !line.includes('|') || !line.includes('-')) return false;
  return /^[-:| \t]*$/.test(line.replace(quoteMark, ''));
}

/** @param previous of code there is none */
function isTableRow(rest: string, previous: string | undefined, next: string | undefined): boolean {
  if (!rest.includes('|')) return false;
  if (/^[ \t]*\|.*\|[ \t]*$/.test(rest)) return true;
  // Rows without outer bars: a look at two lines is enough, as further ones of such a table are rare.
  return isTableRule(next) || isTableRule(previous);
}

function readRow(line: string): string {
  const cells = line.replace(/\\\|/g, '\ue002').split('|');
  const read = cells.map((cell) => cell.replaceAll('\ue002', '|').trim()).filter(Boolean);
  return read.join(', ');
}

function withoutClosing(title: string): string {
  const bare = title.trim();
  let end = bare.length;
  while (bare[end - 1] === '#') end -= 1;
  return end === 0 || bare[end - 1] === ' ' ? bare.slice(0, end).trim() : bare;
}
