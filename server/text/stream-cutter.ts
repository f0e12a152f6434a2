/** Cuts a text that comes in pieces into what a cutter of whole texts gives for the whole of it. */
import { type Before, mayStandAlone, openedFence, tabularKind } from './blocks.ts';
import { type Cut, textCutter, type ReadingOptions } from './cut.ts';
import { closes, codeLine, type Fence, leaves } from './fences.ts';
import { FrontMatterGate } from './front-matter.ts';
import { isOneParagraph, partsAfter, partsBefore } from './stream-cutter-lines.ts';
import { StablePoints } from './stream-cutter-points.ts';
import { StreamSource } from './stream-cutter-source.ts';

const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;
/** Marks of lists, quotes and headings, and the first letter after them. */
const markedStart = /^[ \t>*+•‣◦\-\d.)#]*\p{L}/u;
const longestMarks = 64;
/** A user's word with these in it may reach over the end of a sentence, or hide a mark. */
const reachingWord =
  /[.!?…]["'”’»›)\]}*_~`」』）】》〉｣]*(?:\s|$)|[。！？．｡‼⁇⁈⁉`*~[\]<>&\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;

/**
 * One text. A part is given as soon as nothing that follows can change it: at the end of its paragraph,
 * row, item or block of code, and inside a paragraph where a sentence plainly ends. Linear in the length
 * of the text: what is given is not cut again, and of what is open only the last paragraph is looked at.
 * After `<!--` nothing is certain before `-->`, nor is front matter before its end.
 */
export class PartCutter<Part> {
  readonly #cut: Cut<Part>;
  readonly #isEarly: boolean;
  readonly #source = new StreamSource();
  readonly #points = new StablePoints();
  #gate = new FrontMatterGate();
  /** Whole lines that are not given yet, each with its line feed. */
  #lines = '';
  /** The last whole line, also when it is given, and whether its block ends with it. */
  #last = '';
  #isLastEnd = false;
  /** What stands before the lines that are not given, and before the open one. */
  #before: 'text' | 'sentence' = 'text';
  #beforeOpen: 'text' | 'sentence' = 'text';
  /** The line that has no end yet. */
  #open = '';
  /** Whether it is known if the open line parts the text. */
  #isPlaced = false;
  #carriageReturn = false;
  #fence: Fence | undefined;
  /** Whether the last whole line is the rule of a table or a row after it. */
  #inTable = false;

  /**
   * @param options as for `cutText`
   * @param cut reads a text that stands for itself: whole blocks, or whole sentences of one
   */
  constructor(options: ReadingOptions, cut: Cut<Part>) {
    this.#cut = cut;
    this.#isEarly = !options.pronunciations?.some(({ word }) => reachingWord.test(word.trim()));
  }

  /** @returns the chunks that are certain now and were not before */
  push(delta: string): Part[] {
    const chunks: Part[] = [];
    this.#pass(this.#gate.push(this.#source.push(delta)), chunks);
    return chunks;
  }

  /**
   * Nothing came for a while: what plainly is a sentence is not held for what might make it another.
   * @returns it; from here on the text's chunks may be others than those of the whole
   */
  rest(): Part[] {
    const chunks: Part[] = [];
    if (this.#fence !== undefined || !this.#isEarly) return chunks;
    this.#points.rest();
    this.#giveSentences(chunks);
    return chunks;
  }

  /** @returns the rest; the next text begins after it */
  end(): Part[] {
    const chunks: Part[] = [];
    this.#pass(this.#gate.push(this.#source.end()), chunks);
    this.#pass(this.#gate.end(), chunks);
    if (this.#carriageReturn) this.#endLine(chunks);
    this.#carriageReturn = false;
    this.#lines += this.#open;
    this.#open = '';
    this.#give(chunks, this.#inTable ? 'table' : this.#before);
    this.#setLast('', true);
    this.#beforeOpen = 'text';
    this.#isPlaced = false;
    this.#fence = undefined;
    this.#inTable = false;
    this.#gate = new FrontMatterGate();
    return chunks;
  }

  #pass({ front, text }: { front: string; text: string }, chunks: Part[]): void {
    if (front !== '') for (const chunk of this.#cut(front, 'nothing')) chunks.push(chunk);
    this.#take(text, chunks);
  }

  #take(incoming: string, chunks: Part[]): void {
    if (incoming === '') return;
    // The two characters of a line's end may come apart.
    let text = this.#carriageReturn ? `\r${incoming}` : incoming;
    this.#carriageReturn = text.endsWith('\r');
    if (this.#carriageReturn) text = text.slice(0, -1);
    let from = 0;
    for (const { 0: found, index } of text.matchAll(lineEnd)) {
      this.#grow(text.slice(from, index));
      this.#endLine(chunks);
      from = index + found.length;
    }
    this.#grow(text.slice(from));
    this.#place(chunks);
    this.#giveSentences(chunks);
  }

  #grow(text: string): void {
    this.#open += text;
    if (this.#isEarly && this.#fence === undefined) this.#points.push(text);
  }

  #endLine(chunks: Part[]): void {
    const line = this.#open;
    this.#open = '';
    this.#isPlaced = false;
    const inside = this.#fence && codeLine(this.#fence, line);
    const before = this.#beforeOpen;
    this.#beforeOpen = 'text';
    if (inside !== undefined) this.#setLast('', true);
    if (inside === leaves) {
      this.#fence = undefined;
      this.#give(chunks);
      if (this.#isEarly) this.#points.push(line);
    } else if (inside !== undefined) {
      this.#lines += `${line}\n`;
      if (inside !== closes) return;
      this.#fence = undefined;
      this.#give(chunks);
      return;
    }
    const tabular = tabularKind(line, this.#inTable);
    const isHead = tabular === 'rule' && this.#last.includes('|');
    if (this.#lines !== '' && !isHead && (this.#isLastEnd || partsBefore(line))) {
      this.#give(chunks);
      if (this.#isEarly) this.#points.push(line);
    }
    this.#lines += `${line}\n`;
    this.#setLast(line, partsAfter(line, before));
    this.#fence = openedFence(line);
    if (this.#fence === undefined && tabular !== undefined) {
      this.#give(chunks, this.#inTable ? 'table' : this.#before);
      this.#inTable ||= tabular === 'rule';
      return;
    }
    this.#inTable = false;
    if (this.#fence !== undefined) return;
    // With a bar in it, it may be the first row of a table: the next line tells.
    if (!line.includes('|') && this.#isLastEnd) this.#give(chunks);
    else if (this.#isEarly) this.#points.push('\n');
  }

  #setLast(line: string, isEnd: boolean): void {
    this.#last = line;
    this.#isLastEnd = isEnd;
  }

  /** The block before an open line is over when that begins an item or a heading. */
  #place(chunks: Part[]): void {
    if (this.#isPlaced || this.#lines === '' || this.#fence !== undefined) return;
    const begins = markedStart.exec(this.#open.slice(0, longestMarks))?.[0];
    // Not looked at again and again while it grows.
    this.#isPlaced = begins !== undefined || this.#open.length > longestMarks;
    if (begins === undefined) return;
    // Whether it has columns its end tells.
    if (!partsBefore(begins.replace(/(?<=\S)[ \t]+/g, ' '))) return;
    this.#give(chunks);
    if (this.#isEarly) this.#points.push(this.#open);
  }

  #giveSentences(chunks: Part[]): void {
    const { point } = this.#points;
    // An open line may become the next row of a table.
    if (point === 0 || this.#inTable) return;
    // An open line may still become a row, which would end a paragraph that began before it.
    const whole = this.#lines.length;
    if (whole === 0 && this.#beforeOpen === 'text' && mayStandAlone(this.#open)) return;
    if (whole > 0 && point > whole) return;
    const text = this.#lines + this.#open.slice(0, Math.max(0, point - whole));
    const sentences = text.slice(0, point);
    if (!isOneParagraph(sentences, this.#before)) {
      this.#points.give();
      return;
    }
    for (const chunk of this.#cut(sentences, this.#before)) chunks.push(chunk);
    this.#open = this.#open.slice(Math.max(0, point - whole));
    this.#lines = this.#lines.slice(point);
    if (whole === 0) this.#beforeOpen = 'sentence';
    this.#before = point === whole ? 'text' : 'sentence';
    this.#points.advance();
  }

  /** Gives the whole lines; what is open begins a block. */
  #give(chunks: Part[], before: Before = this.#before): void {
    for (const chunk of this.#cut(this.#lines, before)) chunks.push(chunk);
    this.#lines = '';
    this.#before = this.#beforeOpen;
    this.#points.reset();
  }
}

/** Gives the chunks of `cutText`. */
export class StreamCutter extends PartCutter<string> {
  constructor(options: ReadingOptions = {}) {
    super(options, textCutter(options));
  }
}
