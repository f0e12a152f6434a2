/** What of a block of code is read before anything else is looked at: the user's words, and credentials. */
import type { Pronouncer } from '../pronunciations.ts';
import { withoutUnspeakable } from '../unspeakable.ts';
import { secretsIn } from './secrets.ts';

/** Stands for a credential, as long as it was; a line is freed of such characters before. */
const secretSeal = '\ufdd2';
const secret = 'a secret';
const saySeal = '\ufdd4';
const sealed = /\ufdd2+|\ufdd4([\ufde0-\ufdef]+)\ufdd5|[\ufdd0-\ufdef]/g;
const firstDigit = 0xfde0;

/** To a lexer a seal is a word. */
export class LineSeals {
  readonly #pronouncer: Pronouncer | undefined;
  readonly #says: string[] = [];
  #inKey = false;

  /** @param pronouncer without one no word is the user's */
  constructor(pronouncer?: Pronouncer) {
    this.#pronouncer = pronouncer;
  }

  /** @returns the line with what is read in it sealed */
  close(line: string): string {
    const clean = withoutUnspeakable(line);
    const key = this.#keyIn(clean);
    if (key !== undefined) return key;
    const said = this.#withoutSays(clean);
    let out = '';
    let from = 0;
    for (const { start, end } of secretsIn(said)) {
      out += said.slice(from, start) + secretSeal.repeat(end - start);
      from = end;
    }
    return out + said.slice(from);
  }

  /** @returns what is said, with the seals opened */
  open(text: string): string {
    return text.replace(sealed, (found, code: string | undefined) => {
      if (found.startsWith(secretSeal)) return secret;
      return code === undefined ? '' : (this.#says[numberOf(code)] ?? '');
    });
  }

  /** A private key is told once, whatever its lines look like. */
  #keyIn(line: string): string | undefined {
    const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.test(line);
    const ends = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.test(line);
    const wasIn = this.#inKey;
    if (begins || ends) this.#inKey = begins && !ends;
    // The one that begins and ends on one line is a credential like any other.
    if (begins && !ends) return secretSeal;
    return wasIn ? '' : undefined;
  }

  #withoutSays(line: string): string {
    if (!this.#pronouncer) return line;
    let out = '';
    let from = 0;
    for (const { start, end, spoken } of this.#pronouncer.find(line, false)) {
      out += line.slice(from, start) + this.#seal(spoken);
      from = end;
    }
    return out + line.slice(from);
  }

  #seal(say: string): string {
    const digits = (this.#says.push(say) - 1).toString(16);
    let code = '';
    for (const digit of digits)
      code += String.fromCharCode(firstDigit + Number.parseInt(digit, 16));
    return `${saySeal}${code}\ufdd5`;
  }
}

function numberOf(code: string): number {
  let digits = '';
  for (let at = 0; at < code.length; at += 1)
    digits += (code.charCodeAt(at) - firstDigit).toString(16);
  return Number.parseInt(digits, 16);
}
