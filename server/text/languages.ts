/** Whether the rules, which are English ones, fit a sentence. A guess by frequent words and by script. */
import { english, others } from './tables/stop-words.ts';

const ours = new Set(english);
/** Words of both count for English: one less to mistake. */
const theirs = new Set(others.filter((word) => !ours.has(word)));
/** So far ahead, or after so many words, the language is known. */
const lead = 3;
const mostWords = 60;
const longestWord = 12;

/** @returns false for a sentence that is mostly of another language or script */
export function isEnglish(sentence: string): boolean {
  let [known, foreign, count] = [0, 0, 0];
  let [latin, other, accents] = [0, 0, 0];
  for (let at = 0; at < sentence.length;) {
    const start = at;
    let code = sentence.charCodeAt(at);
    while (at < sentence.length && isLetter(code)) {
      if (code < 0x80) latin += 1;
      else if (code < 0x370) accents += 1;
      else other += isIdeograph(code) ? 3 : 1;
      at += 1;
      code = sentence.charCodeAt(at);
    }
    if (at === start) {
      at += 1;
      continue;
    }
    // A Greek letter alone is a sign of mathematics.
    if (at - start === 1 && isGreek(sentence.charCodeAt(start))) other -= 1;
    count += 1;
    if (at - start <= longestWord) {
      const word = sentence.slice(start, at).toLowerCase();
      if (ours.has(word)) known += 1;
      else if (theirs.has(word)) foreign += 1;
    }
    if (known - foreign >= lead && other === 0) return true;
    if (count >= mostWords) break;
  }
  if (other > latin + accents) return false;
  if (foreign > known && (foreign > 1 || accents > 0)) return false;
  return !(known === 0 && accents > 1 && accents * 12 > latin && count > 2);
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return false;
  // Punctuation, arrows, symbols and our own seals are no letters.
  return !(
    (code >= 0x2000 && code < 0x2c00) ||
    (code >= 0x3000 && code < 0x3005) ||
    (code >= 0xfdd0 && code < 0xfdf0) ||
    (code >= 0xff00 && code < 0xff10)
  );
}

function isGreek(code: number): boolean {
  return code >= 0x370 && code < 0x400;
}

/** Han, kana and hangul: one of them is as much as a few Latin letters. */
function isIdeograph(code: number): boolean {
  return code >= 0x3040 && code < 0xd7b0;
}
