/** Markdown to what is said of it. Pure, linear in the length of the text, and never throws. */
import { type Before, type Block, cutBlocks } from './blocks.ts';
import { findCode, withoutTicks } from './code-spans.ts';
import { withoutComments } from './comments.ts';
import { stripEmphasis } from './emphasis.ts';
import { htmlEntities, htmlTags, statusSymbols } from './markdown-tables.ts';
import type { Reader } from './reading.ts';
import type { Seals } from './seals.ts';
import { withoutUnspeakable } from './unspeakable.ts';

/** Reads a block's prose, or its inline code, before any mark is looked at. */
export type EarlyReader = Pick<Reader, 'read'>;

/**
 * @param reader reads a block's prose and its inline code before any mark is looked at
 * @returns one line of text per block (paragraph, heading, list item, table row), none empty; what
 * was read in it and its inline code are sealed
 */
export function cleanBlocks(
  text: string,
  seals: Seals,
  reader: EarlyReader,
  before?: Before,
): string[] {
  return blocksOf(text, before)
    .map((block) => cleanBlock(block, seals, reader))
    .filter((block) => block !== '');
}

/**
 * @param before what stands before the text where it is a part of one
 * @returns the blocks of a text, freed of comments and of what is no writing
 */
export function blocksOf(text: string, before: Before = 'nothing'): Block[] {
  return cutBlocks(withoutComments(withoutUnspeakable(text)), before);
}

/** @returns a block's text, as `cleanBlocks` gives it; perhaps empty */
export function cleanBlock({ text, code }: Block, seals: Seals, reader: EarlyReader): string {
  if (!code) return cleanInline(text, seals, reader);
  return seals.close('read', text, code.lines.join('\n'), 'code block');
}

/** The rules for text inside a block, in order. What is sealed no later one sees. */
function cleanInline(block: string, seals: Seals, reader: EarlyReader): string {
  const protect = (found: string) => seals.close('mark', found);
  let text = protectCode(block, (code) =>
    code === '' ? '' : seals.close('code', reader.read(code, true), code),
  );
  text = reader.read(text);
  if (text.includes('\\')) {
    text = readPatterns(text, seals);
    text = text.replace(escaped, (_, char: string) => protect(char));
  }
  if (text.includes('<')) text = withoutAutolinks(text, seals);
  if (text.includes('[')) text = withoutLinks(text);
  if (text.includes('<')) {
    text = text.replace(tag, (found, name: string) =>
      htmlTags.has(name.toLowerCase()) ? ' ' : found,
    );
  }
  if (text.includes('&'))
    text = text.replace(entity, (found, name: string) => decodeEntity(name) ?? found);
  text = stripEmphasis(text);
  if (beyondAscii.test(text)) text = text.replace(boxBar, ', ').replace(pictures, ' ');
  text = seals.open('mark', text);
  if (otherSpace.test(text)) text = text.replace(/\s+/g, ' ');
  // A mark that went may have stood before a full stop or comma.
  return text.replace(/ (?=[,.;:!?](?: |$))/g, '').trim();
}

/** In a regular expression an escape means something: it is said. */
function readPatterns(text: string, seals: Seals): string {
  return text.replace(/\S+/g, (token) => {
    if (token.length > longestPattern || !token.includes('\\') || !pattern.test(token))
      return token;
    return token.replace(patternEscape, (found, char: string, at: number) => {
      const isName = /^\p{L}/u.test(token.slice(at + 2));
      if (char === '.' && !isName) return seals.close('read', ' backslash dot ', found, 'escape');
      const backslash = seals.close('read', ' backslash ', '\\', 'escape');
      return backslash + (/[.A-Za-z]/.test(char) ? char : seals.close('mark', char));
    });
  });
}

function withoutAutolinks(text: string, seals: Seals): string {
  return text.replace(autolink, (found, target: string) =>
    address.test(seals.reveal(target)) ? target.replace('mailto:', '') : found,
  );
}

function withoutLinks(text: string): string {
  return text
    .replace(link, (_, label: string) => label)
    .replace(reference, (_, label: string) => label)
    .replace(footnote, '');
}

const beyondAscii = /[^\0-\x7f]/;
/** White space that is not one space alone. */
const otherSpace = /[^\S ]| {2}/;
const escaped = /\\([!-/:-@[-`{-~])/g;
/** A class, an anchor or a repetition: what other text has not next to a backslash. */
const pattern =
  /\\[dwsbDWSB](?![A-Za-z])|^[^\p{L}\p{N}]*\^|\$[^\p{L}\p{N}]*$|\.[*+]|\[[^\]]+\][*+?]|\(\?/u;
const patternEscape = /\\([!-/:-@[-`{-~A-Za-z])/g;
const longestPattern = 400;
/** Angle brackets around an address, which is sealed by now. */
const autolink = /<((?:mailto:)?\ufdd0[^<>\s]*)>/g;
const address = /^(?:mailto:|[^\s:/]+@|[a-zA-Z][a-zA-Z0-9+.-]{0,20}:\/\/)/;
/** A label may hold one level of brackets, a target one of parentheses. Unrolled: no backtracking. */
const link =
  /!?\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\([ \t]*(?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/g;
const reference = /!?\[([^[\]]+)\]\[[^[\]]*\]/g;
/** Not the class of a regular expression: `[^a-z]`, `[^,]`, `[^x]+`. */
const footnote = /\[\^(?!(?:\w-\w)+\]|[^\p{L}\p{N}_])[^[\]\s]*\](?![*+?{]):?/gu;
const tag = /<\/?([A-Za-z][A-Za-z0-9]*)(?:[\s/][^<>]*)?>/g;
const entity = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g;
/** Parts two columns. */
const boxBar = /(?<=[^\s│┃║,]) {0,8}[│┃║](?: {0,8}[│┃║])* {0,8}(?=[^\s│┃║])/g;
/** Emoji with all that hangs on them, flags, key caps, and the status symbols; not © ® ™ and arrows. */
const pictures = new RegExp(
  '(?:(?![©®™➡↔])\\p{Extended_Pictographic}|[\\u{1f1e6}-\\u{1f1ff}])' +
    '[\\ufe0e\\ufe0f\\u200d\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}]*' +
    `|[\\ufe0f\\u20e3\\u{1f3fb}-\\u{1f3ff}]|[${statusSymbols}]`,
  'gu',
);

/** Code between runs of as many backticks is protected; the other backticks go, but for keys. */
function protectCode(text: string, protect: (code: string) => string): string {
  if (!text.includes('`')) return text;
  let out = '';
  let from = 0;
  for (const span of findCode(text)) {
    out += withoutTicks(text.slice(from, span.start)) + protect(span.code);
    from = span.end;
  }
  return out + withoutTicks(text.slice(from));
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return htmlEntities[name];
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 31 && code <= 0x10ffff ? withoutUnspeakable(String.fromCodePoint(code)) : undefined;
}
