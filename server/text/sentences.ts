/** Where sentences end. Linear, whatever the text. */
import { beforeNumber, neverLast, perhapsLast, starters } from './abbreviations.ts';

const ends = '.!?…';
const wideEnds = '。！？｡．‼⁇⁈⁉';
const anyEnd = new RegExp(`[${ends}${wideEnds}]`, 'g');
const closers = '"\'”’»›)]}*_~`」』）】》〉｣';
/** No abbreviation is longer, and no word is looked at further than this. */
const longestWord = 16;

const numbered = /^\s*\d{1,3}(?:\.\d{1,3}){0,3}$/;
const month =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/;

/** A number of courses is none: "no. of course". */
const ofCourse = /^\s+of\s+course\b/;

type Reveal = (word: string) => string;

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);

/**
 * @param block one block of cleaned text
 * @param reveal what the source has where a word is sealed
 * @returns its sentences, trimmed, none empty
 */
export function splitSentences(block: string, reveal: Reveal = (word) => word): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = nextEnd(block, 0); at < block.length; at = nextEnd(block, at)) {
    const mark = at;
    let wide = false;
    while (at < block.length && (ends + wideEnds).includes(block[at]!)) {
      wide ||= wideEnds.includes(block[at]!);
      at += 1;
    }
    const afterMarks = at;
    while (at < block.length && closers.includes(block[at]!)) at += 1;
    if (!wide && !isSpace(block[at])) continue;
    if (!wide && at < block.length && goesOn(block, mark, afterMarks, at, reveal)) continue;
    sentences.push(block.slice(from, at).trim());
    from = at;
  }
  sentences.push(block.slice(from).trim());
  return sentences.filter((sentence) => sentence !== '');
}

/** @returns where the next mark that may end a sentence stands, or the length of the block */
function nextEnd(block: string, from: number): number {
  anyEnd.lastIndex = from;
  return anyEnd.exec(block)?.index ?? block.length;
}

/** Whether the sentence goes on after marks that could have ended it, at `mark` to `end`. */
function goesOn(block: string, mark: number, end: number, next: number, reveal: Reveal): boolean {
  const following = reveal(wordAt(block, next));
  const beginsLower = /^["'(“‘]*\p{Ll}/u.test(following);
  if (block.slice(mark, end) === '…') return beginsLower;
  // Dots that stand apart leave something out: "test a::b ... ok", "... 12 more".
  if (block.slice(mark, end) === '...' && isSpace(block[mark - 1]))
    return beginsLower || /^(?:\d|FAIL|PASS|OK|SKIP)/.test(following);
  if (
    block.slice(mark, end) === '!' &&
    /(?:^|\s)ERR$/.test(block.slice(Math.max(0, mark - 4), mark))
  )
    return true;
  if (block.slice(mark, end) !== '.') return false;

  // The number of a heading: "3. Title".
  if (mark <= longestWord && numbered.test(block.slice(0, mark))) return true;
  const word = reveal(wordBefore(block, mark));
  const lower = word.toLowerCase();
  // "It took 5 ms. Then"
  const isAmount = lower === 'ms' && /\d\s?ms$/.test(block.slice(Math.max(0, mark - 4), mark));
  if (neverLast.has(lower) && !isAmount) return true;
  if (beforeNumber.has(lower))
    return (
      /^(?:\d|[IVXLC]+(?![\p{L}\p{N}]))/u.test(following) ||
      (/^nos?$/.test(lower) && following === 'of' && !ofCourse.test(block.slice(next, next + 20)))
    );
  // "the 3. etasje", "am 14. März"
  if (/^\d{1,2}$/.test(word)) return beginsLower || month.test(following);
  // Initials ("J. Smith", "U.S. policy") and words that may end a sentence.
  const isInitial = /^\p{Lu}$/u.test(word) && word !== 'I';
  const isDotted = /^\p{L}(?:\.\p{L})+$/u.test(word);
  if (!isInitial && !isDotted && !perhapsLast.has(lower)) return false;
  if (beginsLower || /^\d/.test(following)) return !isInitial;
  const begins = /^\p{Lu}/u.test(following);
  const isStarter = starters.has(following.toLowerCase().replace(/[^\p{L}].*$/su, ''));
  // After "etc." a capital is a new sentence; after "U.S." or "J." perhaps a name.
  if (isInitial || isDotted) return begins && !isStarter && !/^[ap]\.m$/.test(lower);
  return false;
}

/** The word that ends before `end`, with dots inside it ("e.g"), without what opens it. */
function wordBefore(block: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= longestWord && !/[\s([{"'“‘*_]/.test(block[start - 1]!))
    start -= 1;
  return block.slice(start, end);
}

/** The start of the word at or after the white space at `at`. */
function wordAt(block: string, at: number): string {
  let start = at;
  while (start < block.length && isSpace(block[start])) start += 1;
  return block.slice(start, start + longestWord).split(/\s/, 1)[0]!;
}
