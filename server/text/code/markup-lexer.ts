/** Markup into its parts: tags have some, the text between them is read as it is written. */
import { type Quote, syntaxOf } from './families.ts';
import { type ClosesLater, Lexer, match, type Part } from './lexer.ts';

const space = /\s+/y;
const tagStart = /<(?:\/?[A-Za-z][\w:.-]*|[!?][A-Za-z]+)/y;
const elementEnd = /<\/(?:script|style)/gi;
const embedded = /^<(script|style)$/i;

export class MarkupLexer {
  readonly #tag: Lexer;
  #inTag = false;
  #inComment = false;
  /** The element whose content is a language of its own, from its tag on. */
  #element: 'script' | 'style' | undefined;
  #inner: Lexer | undefined;

  constructor() {
    const syntax = syntaxOf('markup');
    const attribute = (mark: string): Quote => ({
      open: mark,
      close: mark,
      escapes: false,
      spans: true,
    });
    this.#tag = new Lexer({
      ...syntax,
      blockComments: [],
      quotes: [attribute('"'), attribute("'")],
    });
  }

  read(line: string, closesLater: ClosesLater): Part[] {
    const parts: Part[] = [];
    let at = 0;
    while (at < line.length) {
      const found = this.#next(line, at, closesLater);
      for (const part of found) {
        parts.push(part);
        at += part.text.length;
      }
    }
    return parts;
  }

  #next(line: string, at: number, closesLater: ClosesLater): Part[] {
    if (this.#inTag) return this.#readTag(line, at, closesLater);
    if (this.#inner && this.#element) return this.#readElement(line, at, closesLater);
    if (this.#inComment || line.startsWith('<!--', at)) return this.#readComment(line, at);
    const start = match(tagStart, line, at, 'sign');
    if (start) {
      this.#inTag = true;
      const name = embedded.exec(start.text)?.[1]?.toLowerCase();
      this.#element = name === 'script' || name === 'style' ? name : undefined;
      const sign = /^<[/!?]?/.exec(start.text)![0];
      const named = start.text.slice(sign.length);
      return [
        { kind: 'tag', text: sign, inner: sign },
        { kind: 'word', text: named, inner: named },
      ];
    }
    return [match(space, line, at, 'space') ?? textUntilTag(line, at)];
  }

  #readComment(line: string, at: number): Part[] {
    const open = this.#inComment ? 0 : 4;
    const found = line.indexOf('-->', at + open);
    const goesOn = this.#inComment;
    this.#inComment = found < 0;
    const text = line.slice(at, found < 0 ? line.length : found + 3);
    const inner = text.slice(open, found < 0 ? text.length : -3);
    return [{ kind: 'comment', text, inner, goesOn }];
  }

  #readTag(line: string, at: number, closesLater: ClosesLater): Part[] {
    const end = tagEnd(line, at, this.#tag.closer, closesLater);
    const parts = this.#tag.read(line.slice(at, end ?? line.length), closesLater);
    if (end === undefined) return parts;
    this.#inTag = false;
    if (this.#element)
      this.#inner = new Lexer(syntaxOf(this.#element === 'style' ? 'css' : 'script'));
    const last = parts.at(-1);
    if (last?.kind === 'sign' && last.text === '/') last.said = '';
    return [...parts, { kind: 'tag', text: '>', inner: '>' }];
  }

  #readElement(line: string, at: number, closesLater: ClosesLater): Part[] {
    elementEnd.lastIndex = at;
    const end = elementEnd.exec(line)?.index;
    const parts = this.#inner!.read(line.slice(at, end ?? line.length), closesLater);
    if (end !== undefined) {
      this.#inner = undefined;
      this.#element = undefined;
    }
    return parts;
  }
}

/** @returns where the tag's `>` stands, outside its strings */
function tagEnd(
  line: string,
  from: number,
  closer: string | undefined,
  closesLater: ClosesLater,
): number | undefined {
  let quote = closer;
  const failed = new Set<string>();
  for (let at = from; at < line.length; at += 1) {
    const char = line[at]!;
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
    } else if (char === '>') {
      return at;
    } else if ((char === '"' || char === "'") && !failed.has(char)) {
      // One that is never closed is none.
      if (line.includes(char, at + 1) || closesLater(char)) quote = char;
      else failed.add(char);
    }
  }
  return undefined;
}

function textUntilTag(line: string, at: number): Part {
  let end = at + 1;
  for (; end < line.length; end += 1) {
    if (line[end] !== '<') continue;
    tagStart.lastIndex = end;
    if (line.startsWith('<!--', end) || tagStart.test(line)) break;
  }
  const text = line.slice(at, end);
  return { kind: 'text', text, inner: text };
}
