/**
 * Front matter: what a page says of itself before its text, as lines of YAML between `---` or of TOML between `+++`.
 * It is known line by line, so that it is the same for a text that comes in pieces.
 */

/** `open`: it may still become front matter. `closed`: the line is its last. `none`: it is none, with all before it. */
export type Verdict = 'open' | 'closed' | 'none';

/** Longer ones are text: a text that comes in pieces is not held for ever. */
const mostLines = 300;
const mostCharacters = 20_000;

const name = String.raw`(?:[\p{L}\p{N}_.$@/-]{1,60}(?: [\p{L}\p{N}_.$@/-]{1,60}){0,2}|"[^"]{1,80}"|'[^']{1,80}')`;
const yamlKey = new RegExp(`^${name}[ \\t]*:(?:[ \\t]|$)`, 'u');
const tomlKey = new RegExp(`^${name}[ \\t]*=`, 'u');
const section = /^\[{1,2}([^[\]]{1,200})\]{1,2}[ \t]*(?:#.*)?$/;
/** What may become a key. */
const keyStart =
  /^(?:[\p{L}\p{N}_.$@/-]{0,60}(?: [\p{L}\p{N}_.$@/-]{0,60}){0,2}[ \t]*(?:[:=]|$)|"[^"]{0,80}(?:"|$)|'[^']{0,80}(?:'|$))/u;
/** What is no key and yet may follow one: a list, a remark, what goes on, what closes. */
const follower = /^(?:[ \t]|#|-(?:[ \t]|$)|[\]}])/;
const longestKey = 256;

export class FrontMatter {
  #mark = '';
  #lines = 0;
  #characters = 0;
  #hasKey = false;

  /** @param line the next whole line of the text, from its first on */
  take(line: string): Verdict {
    const bare = line.trimEnd();
    this.#lines += 1;
    this.#characters += line.length + 1;
    if (this.#lines === 1) {
      this.#mark = bare;
      return bare === '---' || bare === '+++' ? 'open' : 'none';
    }
    if (this.#lines > mostLines || this.#characters > mostCharacters) return 'none';
    if (bare === this.#mark) return this.#hasKey ? 'closed' : 'none';
    const isKey =
      this.#mark === '---' ? yamlKey.test(bare) : tomlKey.test(bare) || section.test(bare);
    const isFirst = !this.#hasKey;
    this.#hasKey ||= isKey;
    if (isKey) return 'open';
    // A list or a heading after a line across the page is text.
    if (isFirst) return this.#mark === '+++' && bare.startsWith('#') ? 'open' : 'none';
    return bare === '' || follower.test(bare) ? 'open' : 'none';
  }

  /** Whether a line that begins so may be one of it; what is `open` stays so until then. */
  mayGoOn(line: string): boolean {
    const open = line.replace(/\r$/, '');
    if (this.#lines === 0) return open === '' || /^(?:-{1,3}|\+{1,3})[ \t]*$/.test(open);
    if (this.#characters + open.length + 1 > mostCharacters) return false;
    const begins = open.slice(0, longestKey);
    if (this.#mark.startsWith(begins.trimEnd()) || keyStart.test(begins)) return true;
    if (this.#mark === '+++' && begins.startsWith('[')) return true;
    return this.#hasKey ? follower.test(begins) : this.#mark === '+++' && begins.startsWith('#');
  }
}

/** @returns how many lines of the text are front matter, with the marks around it */
export function countFrontMatter(lines: readonly string[]): number {
  const front = new FrontMatter();
  for (const [index, line] of lines.entries()) {
    const verdict = front.take(line);
    if (verdict === 'closed') return index + 1;
    if (verdict === 'none') return 0;
  }
  return 0;
}

const listMarks = /^[ \t]*(?:-(?:[ \t]+|$))+/;
/** How a value that follows in lines of its own is announced. */
const folded = /:[ \t]*[|>][-+\d]{0,2}$/;
const literal = /:[ \t]*\|[-+\d]{0,2}$/;

/** @param lines front matter with its marks @returns what each entry says, as text with its marks taken away */
export function readFrontMatter(lines: readonly string[]): string[] {
  const isToml = lines[0]!.startsWith('+');
  const entries: string[] = [];
  let isApart = true;
  let isLiteral = false;
  for (const line of lines.slice(1, -1)) {
    const marks = listMarks.exec(line)?.[0] ?? '';
    const bare = line.slice(marks.length).trim();
    const isKey = isToml ? tomlKey.test(bare) : yamlKey.test(bare);
    const title = isToml ? section.exec(bare)?.[1] : undefined;
    const isRemark = bare.startsWith('#');
    if (bare === '') {
      isApart = true;
    } else if (isKey || title !== undefined || isRemark || marks !== '' || isApart || isLiteral) {
      entries.push(entryOf(title ?? bare, isToml && isKey, isRemark));
      isApart = isRemark;
    } else {
      entries[entries.length - 1] += ` ${bare}`;
    }
    if (isKey || title !== undefined || marks !== '') isLiteral = literal.test(bare);
  }
  return entries;
}

function entryOf(text: string, isToml: boolean, isRemark: boolean): string {
  if (isRemark) return text.replace(/^#+[ \t]*/, '');
  if (isToml) return text.replace(/[ \t]*=[ \t]*/, ': ');
  return text.replace(folded, ':');
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;

/** Holds the beginning of a text that comes in pieces until it is known whether it is front matter. */
export class FrontMatterGate {
  readonly #front = new FrontMatter();
  #held = '';
  /** Where the line begins that has no end yet. */
  #at = 0;
  #isOver = false;

  /** @returns the front matter when it is whole, else nothing, and what is known to be text */
  push(text: string): { front: string; text: string } {
    if (this.#isOver) return { front: '', text };
    const seen = Math.max(this.#at, this.#held.length - 1);
    this.#held += text;
    lineEnd.lastIndex = seen;
    for (let found = lineEnd.exec(this.#held); found; found = lineEnd.exec(this.#held)) {
      // The two characters of a line's end may come apart.
      if (found[0] === '\r' && lineEnd.lastIndex === this.#held.length) break;
      const verdict = this.#front.take(this.#held.slice(this.#at, found.index));
      this.#at = lineEnd.lastIndex;
      if (verdict !== 'open') return this.#give(verdict === 'closed' ? this.#at : 0);
    }
    const open = this.#held.slice(this.#at);
    return this.#front.mayGoOn(open) ? { front: '', text: '' } : this.#give(0);
  }

  /** @returns what was held; nothing follows */
  end(): { front: string; text: string } {
    if (this.#isOver) return { front: '', text: '' };
    const isClosed = this.#front.take(this.#held.slice(this.#at)) === 'closed';
    return this.#give(isClosed ? this.#held.length : 0);
  }

  #give(to: number): { front: string; text: string } {
    const held = this.#held;
    this.#isOver = true;
    this.#held = '';
    return { front: held.slice(0, to), text: held.slice(to) };
  }
}
