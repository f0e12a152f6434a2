/** Lines that are rows: of Markdown, of what databases print, and those that only white space parts into columns. */

import { findCode } from './code-spans.ts';

const quoteMarks = /^(?: {0,3}>(?!=)[ \t]?){0,12}/;
const barred = /^[ \t]*\|.*\|[ \t]*$/;
const ruleOfBars = /^[-:| \t]*$/;
/** As databases print it: `+----+---+`, `----+---`. */
const ruleOfCrosses = /^[ \t]*\+?[-=]{2,}(?:\+[-=]+)*\+?[ \t]*$/;
/** White space between two columns; behind the end of a sentence, or around a sign, it is none. */
const gap =
  /(?<=[\p{L}\p{M}\p{N})\]>}"'%_*`…])(?: {2,}|[ ]*\t[ \t]*)(?=[\p{L}\p{N}([<{"'$+\-~@/#*`])/gu;
/** So many gaps make columns, or one so wide: less is a slip or two words set apart. */
const fewestGaps = 2;
const widest = 4;
const sentenceEnd = /[.!?…][\s"'”’)\]*_`]*$/;
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
  // A bar parts by itself.
  if (line.includes('|') || sentenceEnd.test(line)) return false;
  const gaps = gapsOf(line);
  return (
    gaps.length >= fewestGaps ||
    gaps.some(({ start, end }) => end - start >= widest || line.slice(start, end).includes('\t'))
  );
}

/** @returns its cells with a comma between them */
export function readRow(line: string): string {
  const cells = line.replace(/\\\|/g, '\ue002').split('|');
  const read = cells.map((cell) => cell.replaceAll('\ue002', '|').trim()).filter(Boolean);
  return read.join(', ');
}

/** @returns its columns with a comma between them */
export function readColumns(line: string): string {
  let read = '';
  let from = 0;
  for (const { start, end } of gapsOf(line)) {
    read += `${line.slice(from, start)}, `;
    from = end;
  }
  return (read + line.slice(from)).trim();
}

/** What stands in code is set as it is. */
function gapsOf(line: string): { start: number; end: number }[] {
  const code = line.includes('`') ? findCode(line) : [];
  return [...line.matchAll(gap)]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start }) => !code.some((span) => span.start < start && start < span.end));
}
