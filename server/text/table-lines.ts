/** Lines that are rows: of Markdown, of what databases print, and those that only white space parts into columns. */

const quoteMarks = /^(?: {0,3}>(?!=)[ \t]?){0,12}/;
const barred = /^[ \t]*\|.*\|[ \t]*$/;
const ruleOfBars = /^[-:| \t]*$/;
/** As databases print it: `+----+---+`, `----+---`. */
const ruleOfCrosses = /^[ \t]*\+?[-=]{2,}(?:\+[-=]+)*\+?[ \t]*$/;
/** White space between two columns; behind the end of a sentence it is none. */
const gap = /(?<=[^\s.!?:])(?: {2,}|[ ]*\t[ \t]*)(?=\S)/g;
/** So many gaps make columns: fewer are a slip or two words set apart. */
const fewestGaps = 2;
const longestColumns = 1000;

/** `|---|:--:|`: what makes the lines around it a table. */
export function isTableRule(line: string): boolean {
  if (!line.includes('-') && !line.includes('=')) return false;
  if (line.includes('|')) return ruleOfBars.test(line) && line.includes('-');
  return line.includes('+') && ruleOfCrosses.test(line);
}

/** The same for a line with the marks of its quotes. */
export function isTableRuleIn(line: string | undefined): boolean {
  return line !== undefined && isTableRule(line.replace(quoteMarks, ''));
}

/** `| a | b |`: a row by itself, whatever stands around it. */
export function isBarred(line: string): boolean {
  return line.includes('|') && barred.test(line);
}

/** `NAME   READY   AGE`: columns, as programs print them. */
export function isColumns(line: string): boolean {
  if (line.length > longestColumns || !(line.includes('  ') || line.includes('\t'))) return false;
  // What stands in code is set as it is.
  if (line.includes('`')) return false;
  return [...line.trim().matchAll(gap)].length >= fewestGaps;
}

/** @returns its cells with a comma between them */
export function readRow(line: string): string {
  const cells = line.replace(/\\\|/g, '\ue002').split('|');
  const read = cells.map((cell) => cell.replaceAll('\ue002', '|').trim()).filter(Boolean);
  return read.join(', ');
}

export function readColumns(line: string): string {
  return line.trim().replace(gap, ', ');
}
