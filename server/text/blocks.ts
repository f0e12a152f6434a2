/** Markdown as blocks: each is read by itself, so a sentence never runs from one into the next. */

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** ">= 5" is no quote. */
const quoteMark = /^ {0,3}>(?!=)[ \t]?/;
const heading = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const bullet = /^[ \t]*[-*+•‣◦][ \t]+/;
const numbered = /^[ \t]*(\d{1,3})[.)][ \t]+/;
/** Marks nested deeper than this are read as text: looking at each costs the length of the line. */
const deepest = 12;
const task = /^\[[ xX]\][ \t]+/;

interface Fence {
  mark: string;
  lines: number;
}

export interface Block {
  text: string;
  /** What we say about the text, not the text itself: no rule applies. */
  isOurs?: boolean;
}

/** @returns the text of each block, with its marks taken away and its inline marks still in it */
export function cutBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let code: Fence | undefined;
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ text: paragraph.join(' ') });
    paragraph = [];
  };
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);

  for (const [index, line] of lines.entries()) {
    if (code) {
      if (closes(line, code)) {
        blocks.push({ text: announce(code), isOurs: true });
        code = undefined;
      } else {
        code.lines += 1;
      }
      continue;
    }
    const { rest, starts } = stripMarks(line);
    const opening = fence.exec(rest)?.[1];
    // A fence on one line, ```like this```, is inline code.
    if (
      opening &&
      !(opening[0] === '`' && rest.slice(rest.indexOf(opening) + opening.length).includes('`'))
    ) {
      flush();
      code = { mark: opening, lines: 0 };
      continue;
    }
    if (rest.trim() === '' || isRule(rest) || isTableRule(rest)) {
      flush();
      continue;
    }
    if (isTableRow(rest, lines, index)) {
      flush();
      blocks.push({ text: readRow(rest) });
      continue;
    }
    if (starts) flush();
    const isHeading = heading.test(rest);
    if (isHeading) flush();
    paragraph.push(isHeading ? withoutClosing(rest.replace(heading, '')) : rest.trim());
    if (isHeading) flush();
  }
  if (code) blocks.push({ text: announce(code), isOurs: true });
  flush();
  return blocks;
}

/** Quote and list marks, also nested. `starts`: the line begins an item of a list. */
function stripMarks(line: string): { rest: string; starts: boolean } {
  let rest = line;
  let starts = false;
  let number = '';
  // Rules and emphasis (`* * *`, `**bold**`) are no list items.
  for (let depth = 0; depth < deepest && !isRule(rest); depth += 1) {
    const mark = quoteMark.exec(rest)?.[0] ?? bullet.exec(rest)?.[0];
    const digits = mark === undefined ? numbered.exec(rest) : null;
    if (mark === undefined && !digits) break;
    if (digits) number = `${digits[1]}: `;
    starts ||= !quoteMark.test(rest);
    rest = rest.slice((mark ?? digits![0]).length);
    // One digit run is the item's; a second one is its text.
    if (digits) break;
  }
  if (starts) rest = rest.replace(task, '');
  return { rest: number + rest, starts };
}

function closes(line: string, { mark }: Fence): boolean {
  const bare = line.replace(/^[ \t>]*/, '').trimEnd();
  return bare.length >= mark.length && [...bare].every((char) => char === mark[0]);
}

function announce({ lines }: Fence): string {
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

function isTableRow(rest: string, lines: string[], index: number): boolean {
  if (!rest.includes('|')) return false;
  return (
    /^[ \t]*\|.*\|[ \t]*$/.test(rest) || isTableRule(lines[index + 1]) || follows(lines, index)
  );
}

/** Rows without outer bars: those right under the rule, each deciding by the one before it. */
function follows(lines: string[], index: number): boolean {
  // A look at two lines is enough: further rows of such a table are rare and read as text.
  return isTableRule(lines[index - 1]);
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
