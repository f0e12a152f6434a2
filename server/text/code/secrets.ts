/** Credentials in code are no more said than those in prose. */
import { findCredentials } from '../credentials.ts';

/** Stands for one while a line is cut up; a line is freed of such characters before. */
const seal = '\ufdd2';
const sealed = /\ufdd2+/g;
const spoken = 'a secret';
/** A name, or a value that only looks like one to whoever does not know code: `key = getKey()`. */
const random = /^(?=[^]*\d)(?=[^]*[A-Za-z])[\w+/=.:-]{16,}$/;

/** @returns the line with every credential sealed, as long a run as it was */
export function withoutSecrets(line: string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of findCredentials(line)) {
    const found = line.slice(start, end);
    const isQuoted = /["'`]/.test(line[start - 1] ?? '') && /["'`]/.test(line[end] ?? '');
    if (!isQuoted && !random.test(found)) continue;
    out += line.slice(from, start) + seal.repeat(end - start);
    from = end;
  }
  return out + line.slice(from);
}

/** @returns what is said with the seals opened */
export function reveal(text: string): string {
  return text.includes(seal) ? text.replace(sealed, spoken) : text;
}
