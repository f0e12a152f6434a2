/** Credentials in code are no more said than those in prose. */
import { findCredentials } from '../credentials.ts';

/** A name, or a value that only looks like one to whoever does not know code: `key = getKey()`. */
const random = /^(?=[^]*\d)(?=[^]*[A-Za-z])[\w+/=.:-]{16,}$/;
const quote = /["'`]/;

/** @returns where in a line credentials stand, in order and apart from each other */
export function* secretsIn(line: string): Generator<{ start: number; end: number }> {
  for (const { start, end } of findCredentials(line)) {
    const isQuoted = quote.test(line[start - 1] ?? '') && quote.test(line[end] ?? '');
    if (isQuoted || random.test(line.slice(start, end))) yield { start, end };
  }
}
