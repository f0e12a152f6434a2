/** Lines of source code into their parts. Strings and comments may go on over several lines. */
import type { Quote, Syntax } from './families.ts';
import { redirections, signAt, typeArgumentsOf } from './signs.ts';

/** `text` stands between markup tags, a `tag` begins or ends one. The parts of a line put together are the line. */
export type PartKind = 'space' | 'word' | 'number' | 'string' | 'comment' | 'text' | 'tag' | 'sign';

export interface Part {
  kind: PartKind;
  text: string;
  /** What stands in it, without quotes and marks; the text itself where there are none. */
  inner: string;
  /** What is said instead; empty for a pause. */
  said?: string;
  /** It began on an earlier line. */
  goesOn?: boolean;
}

/** What goes on in the next line. */
interface Open {
  kind: 'string' | 'comment';
  close: string;
  escapes: boolean;
}

const space = /\s+/y;
const number = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)*(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}\p{N}\p{M}_\ufdd2\ufdd4\ufdd5\ufde0-\ufdef]+/uy;
const kebabWord =
  /[\p{L}\p{N}\p{M}_\ufdd2\ufdd4\ufdd5\ufde0-\ufdef]+(?:-[\p{L}\p{N}\p{M}_\ufdd2\ufdd4\ufdd5\ufde0-\ufdef]+)*/uy;
const proseWord =
  /[\p{L}\p{N}\p{M}_\ufdd2\ufdd4\ufdd5\ufde0-\ufdef]+(?:[-'’][\p{L}\p{N}\p{M}_\ufdd2\ufdd4\ufdd5\ufde0-\ufdef]+)*/uy;
const charString = /'(?:\\[^'\s]{1,10}|[^'\\]{1,2})'/y;
const redirection = /\d>(?:&\d|>)?/y;
/** Nothing in it that only an expression has. */
const typeArguments = /<[A-Za-z_][\w.:?&, <>[\]|]{0,60}>/y;
const endsType = /[\w\]>?]/;
const letterBefore = /[\p{L}\p{N}_]/u;

/** @param text the rest of the text from the next line on: whether an open string ends at all */
export type ClosesLater = (close: string) => boolean;

export class Lexer {
  readonly #syntax: Syntax;
  #open: Open | undefined;
  /** Brackets of types that are open in this line. */
  #types = 0;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  /** What closes the string or comment that goes on in the next line. */
  get closer(): string | undefined {
    return this.#open?.close;
  }

  /** As it stands now, for a text that goes two ways from here. */
  copy(): Lexer {
    const copy = new Lexer(this.#syntax);
    copy.#open = this.#open;
    return copy;
  }

  /** @param closesLater whether what closes a string stands on a later line */
  read(line: string, closesLater: ClosesLater): Part[] {
    const parts: Part[] = [];
    const failed = new Set<string>();
    this.#types = 0;
    let at = 0;
    if (this.#open) at = this.#goOn(line, this.#open, parts);
    while (at < line.length) {
      const part =
        match(space, line, at, 'space') ??
        this.#comment(line, at) ??
        this.#string(line, at, failed, closesLater) ??
        this.#plain(line, at);
      parts.push(part);
      at += part.text.length;
    }
    return parts;
  }

  #goOn(line: string, { kind, close, escapes }: Open, parts: Part[]): number {
    const end = endOf(line, 0, close, escapes);
    const text = end < 0 ? line : line.slice(0, end);
    const inner = end < 0 ? line : line.slice(0, end - close.length);
    if (end >= 0) this.#open = undefined;
    if (text !== '') parts.push({ kind, text, inner, goesOn: true });
    return text.length;
  }

  #comment(line: string, at: number): Part | undefined {
    const { lineComments, commentsStandApart, blockComments } = this.#syntax;
    const block = blockComments.find(([open]) => line.startsWith(open, at));
    if (block) {
      const [open, close] = block;
      const end = endOf(line, at + open.length, close, false);
      if (end < 0) this.#open = { kind: 'comment', close, escapes: false };
      const text = line.slice(at, end < 0 ? line.length : end);
      const inner = text.slice(open.length, end < 0 ? text.length : -close.length);
      return { kind: 'comment', text, inner };
    }
    if (commentsStandApart && at > 0 && !/\s/.test(line[at - 1]!)) return undefined;
    const mark = lineComments.find((mark) => line.startsWith(mark, at));
    if (mark === undefined) return undefined;
    const text = line.slice(at);
    return { kind: 'comment', text, inner: text.slice(mark.length) };
  }

  #string(
    line: string,
    at: number,
    failed: Set<string>,
    closesLater: ClosesLater,
  ): Part | undefined {
    const { quotes, charQuotes, hasProse } = this.#syntax;
    const quote = quotes.find(({ open }) => line.startsWith(open, at));
    if (!quote) return undefined;
    if (hasProse && at > 0 && letterBefore.test(line[at - 1]!)) return undefined;
    if (charQuotes && quote.open === "'") {
      const found = match(charString, line, at, 'string');
      return found && { ...found, inner: found.text.slice(1, -1) };
    }
    return this.#quoted(line, at, quote, failed, closesLater);
  }

  #quoted(
    line: string,
    at: number,
    { open, close, escapes, spans }: Quote,
    failed: Set<string>,
    closesLater: ClosesLater,
  ): Part | undefined {
    // Where one is not closed no later one of the line is looked for: that would cost its square.
    const end = failed.has(open) ? -1 : endOf(line, at + open.length, close, escapes);
    if (end >= 0) {
      const text = line.slice(at, end);
      return { kind: 'string', text, inner: text.slice(open.length, -close.length) };
    }
    failed.add(open);
    if (!spans || !closesLater(close)) return undefined;
    this.#open = { kind: 'string', close, escapes };
    const text = line.slice(at);
    return { kind: 'string', text, inner: text.slice(open.length) };
  }

  #plain(line: string, at: number): Part {
    const { kebabNames, hasProse, redirects } = this.#syntax;
    const stream = redirects ? match(redirection, line, at, 'sign')?.text : undefined;
    if (stream !== undefined && Object.hasOwn(redirections, stream)) return signPart(stream);
    const name = hasProse ? proseWord : kebabNames ? kebabWord : word;
    const found = match(number, line, at, 'number') ?? match(name, line, at, 'word');
    if (found) return found;
    return this.#typeArgument(line, at) ?? signPart(signAt(line, at, this.#syntax).text);
  }

  /** The brackets of types: neither is less or greater than anything. */
  #typeArgument(line: string, at: number): Part | undefined {
    if (at === 0 || !this.#syntax.generics) return undefined;
    if (line[at] === '<' && /\w/.test(line[at - 1]!) && match(typeArguments, line, at, 'sign')) {
      this.#types += 1;
      return { ...signPart('<'), said: typeArgumentsOf };
    }
    if (line[at] !== '>' || this.#types === 0 || !endsType.test(line[at - 1]!)) return undefined;
    this.#types -= 1;
    return { ...signPart('>'), said: '' };
  }
}

function signPart(text: string): Part {
  return { kind: 'sign', text, inner: text };
}

export function match(pattern: RegExp, line: string, at: number, kind: PartKind): Part | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(line)?.[0];
  return found === undefined ? undefined : { kind, text: found, inner: found };
}

/** @returns the place after what closes, or -1 */
function endOf(line: string, from: number, close: string, escapes: boolean): number {
  if (!escapes) {
    const at = line.indexOf(close, from);
    return at < 0 ? -1 : at + close.length;
  }
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line.startsWith(close, at)) return at + close.length;
  }
  return -1;
}
