/**
 * What is read before anything else is looked at: the user's pronunciations, credentials, addresses and
 * paths, in this order. A rule finds what it reads; that is sealed, so no later one sees it. Rules never throw
 * and are linear. All others, which need a whole sentence, are in `rules/`.
 */
import { readAddress } from './address-reading.ts';
import { findAddresses } from './addresses.ts';
import { findCredentials } from './credentials.ts';
import type { PathLength } from './path-reading.ts';
import { findPaths } from './paths.ts';
import type { Pronouncer, Pronunciation } from './pronunciations.ts';
import type { Reading } from './reading-rule.ts';
import type { Seals } from './seals.ts';

export interface ReadingOptions {
  /** Default none. Of a word given twice the last say counts. */
  pronunciations?: readonly Pronunciation[];
  /** How much of a file path is read; default `short`. */
  paths?: PathLength;
}

interface Context {
  pronouncer: Pronouncer;
  paths: PathLength;
  inCode: boolean;
}

interface ReadingRule {
  name: string;
  /** `say` is final: not cut apart either. */
  kind: 'read' | 'say';
  /** @returns what it reads, in order and apart from each other */
  find(text: string, context: Context): Iterable<Reading>;
}

const rules: readonly ReadingRule[] = [
  {
    name: 'pronunciations',
    kind: 'say',
    find: (text, { pronouncer, inCode }) => pronouncer.find(text, inCode),
  },
  { name: 'credential', kind: 'read', find: findCredentials },
  { name: 'address', kind: 'read', find: spokenAddresses },
  {
    name: 'path',
    kind: 'read',
    find: (text, { paths, inCode }) => findPaths(text, { length: paths, inCode }),
  },
];

export class Reader {
  readonly #seals: Seals;
  readonly #pronouncer: Pronouncer;
  readonly #paths: PathLength;

  /** @param pronouncer made of the options' pronunciations: it serves many texts */
  constructor(seals: Seals, pronouncer: Pronouncer, { paths = 'short' }: ReadingOptions) {
    this.#seals = seals;
    this.#pronouncer = pronouncer;
    this.#paths = paths;
  }

  /** @returns the text with everything that a rule read sealed */
  read(text: string, inCode = false): string {
    const context = { pronouncer: this.#pronouncer, paths: this.#paths, inCode };
    let read = text;
    for (const { name, kind, find } of rules)
      read = this.#seal(read, { name, kind }, find(read, context));
    return read;
  }

  #seal(
    text: string,
    { name, kind }: Pick<ReadingRule, 'name' | 'kind'>,
    readings: Iterable<Reading>,
  ): string {
    let out = '';
    let from = 0;
    for (const { start, end, spoken } of readings) {
      const was = text.slice(start, end);
      out += text.slice(from, start) + this.#seals.close(kind, spoken, was, name);
      from = end;
    }
    return out + text.slice(from);
  }
}

function* spokenAddresses(text: string): Generator<Reading> {
  for (const { start, end } of findAddresses(text))
    yield { start, end, spoken: readAddress(text.slice(start, end)) };
}
