/** A table of fixed writings, looked up by the word they begin with. */

interface Entry {
  written: string;
  spoken: string;
}

const firstWord = /^[A-Za-z0-9_]+/;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

export class Lexicon {
  readonly #byWord = new Map<string, Entry[]>();

  /** @param entries from what is written to what is said; each begins with a letter or digit */
  constructor(entries: Readonly<Record<string, string>>) {
    for (const [written, spoken] of Object.entries(entries)) {
      const word = firstWord.exec(written)![0];
      const same = this.#byWord.get(word) ?? [];
      this.#byWord.set(word, same);
      same.push({ written, spoken });
    }
    for (const same of this.#byWord.values())
      same.sort((a, b) => b.written.length - a.written.length);
  }

  get words(): Iterable<string> {
    return this.#byWord.keys();
  }

  /** The longest writing at `at` after which the word ends. */
  find(text: string, at: number, wordEnd: number): Entry | undefined {
    for (const entry of this.#byWord.get(text.slice(at, wordEnd)) ?? []) {
      const end = at + entry.written.length;
      if (!text.startsWith(entry.written, at)) continue;
      const isInside =
        end < text.length &&
        wordCharacter.test(text[end]!) &&
        wordCharacter.test(entry.written.at(-1)!);
      if (!isInside) return entry;
    }
    return undefined;
  }
}

/** The same entries, also with a capital first letter where they have none; `say` is what is said for these. */
export function withCapitals(
  entries: Readonly<Record<string, string>>,
  say: (spoken: string) => string = (spoken) => spoken,
): Record<string, string> {
  const both: Record<string, string> = {};
  for (const [written, spoken] of Object.entries(entries)) {
    const capital = written[0]!.toUpperCase() + written.slice(1);
    both[written] = spoken;
    if (!(capital in entries)) both[capital] = say(spoken);
  }
  return both;
}

export function capitalized(words: string): string {
  return words[0]!.toUpperCase() + words.slice(1);
}
