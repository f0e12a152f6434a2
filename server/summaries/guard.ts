/**
 * Whether a summary keeps to its source. What it may not get wrong is looked at alone: numbers, names
 * and negations. A summary that fails may still be right; it is only not certain. Linear.
 */
import { Names } from './guard-names.ts';
import { Negations } from './guard-negations.ts';
import { numberAt, numbersIn } from './guard-numbers.ts';
import { keyOf, stemOf, stopWords, type Word, wordsOf } from './guard-words.ts';

export type GuardReason = 'number' | 'name' | 'negation';

/** `word` is the summary's own: never for the log. */
export type Guarded = { ok: true } | { ok: false; reason: GuardReason; word: string };

export function guard(summary: string, source: string): Guarded {
  const said = wordsOf(summary);
  const words = wordsOf(source);
  const negations = new Negations(words);
  const wrong =
    wrongNumber(said, words, negations.any) ??
    wrongName(said, words) ??
    wrongNegation(said, negations) ??
    null;
  return wrong === null ? { ok: true } : { ok: false, ...wrong };
}

type Wrong = { reason: GuardReason; word: string } | undefined;

function wrongNumber(said: readonly Word[], source: readonly Word[], denied: boolean): Wrong {
  const known = numbersIn(source);
  const names = new Set(source.map((word) => keyOf(word.text)));
  const singles = singlesIn(source);
  for (let at = 0; at < said.length; at += 1) {
    const mention = numberAt(said, at);
    if (!mention) continue;
    const isKnown =
      mention.readings.some((keys) =>
        keys.every((key) => known.has(key) || (key === '0' && denied)),
      ) ||
      (/\p{L}/u.test(said[at]!.text) &&
        /\d/.test(said[at]!.text) &&
        names.has(keyOf(said[at]!.text))) ||
      (mention.isLoneOne === true && isSingle(said, at, singles));
    if (!isKnown) return { reason: 'number', word: said[at]!.text };
    at = mention.next - 1;
  }
  return undefined;
}

const pointing = new Set(
  'no this that the which each every any new other another either neither last next only'.split(
    ' ',
  ),
);
const notCounted = new Set(
  'of that which who more thing by another way day time place is was are were has had can could ' +
    'will would'.split(' '),
);
const singleWords = new Set(['a', 'an', 'single', 'one', 'only', 'the', 'another', 'this']);

/** "the one", "one of them", "one more thing": no number; "one test" is known from "a test". */
function isSingle(said: readonly Word[], at: number, singles: ReadonlySet<string>): boolean {
  const [before, word, after] = [said[at - 1], said[at]!, said[at + 1]];
  if (before && !before.endsClause && pointing.has(before.lower)) return true;
  if (word.endsClause || !after) return true;
  if (notCounted.has(after.lower) || stopWords.has(after.lower)) return true;
  return singles.has(stemOf(after.lower));
}

/** What a source has one of, by the words after "a" and the like. */
function singlesIn(source: readonly Word[]): Set<string> {
  const found = new Set<string>();
  for (const [at, word] of source.entries()) {
    if (!singleWords.has(word.lower)) continue;
    for (const next of source.slice(at + 1, at + 4)) {
      // "the tests" is not one test.
      if (!/[^s]s$/.test(next.lower)) found.add(stemOf(next.lower));
      if (next.endsClause) break;
    }
  }
  return found;
}

function wrongName(said: readonly Word[], source: readonly Word[]): Wrong {
  const names = new Names(source);
  const wrong = said.find((word) => !names.hold(word));
  return wrong && { reason: 'name', word: wrong.text };
}

function wrongNegation(said: readonly Word[], negations: Negations): Wrong {
  const wrong = negations.firstWrong(said);
  return wrong && { reason: 'negation', word: wrong.text };
}
