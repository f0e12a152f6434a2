/** Markdown to what is said of it. Pure, linear in the length of the text, and never throws. */
import { type Before, type Block, cutBlocks } from './blocks.ts';
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
  return code ? seals.close('read', text, text, 'code block') : cleanInline(text, seals, reader);
}

/** The rules for text inside a block, in order. What is sealed no later one sees. */
function cleanInline(block: string, seals: Seals, reader: EarlyReader): string {
  const protect = (found: string) => seals.close('mark', found);
  let text = protectCode(block, (code) =>
    code === '' ? '' : seals.close('code', reader.read(code, true), code),
  );
  text = reader.read(text);
  if (text.includes('\\')) text = text.replace(escaped, (_, char: string) => protect(char));
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
  if (beyondAscii.test(text)) text = text.replace(pictures, ' ');
  text = seals.open('mark', text);
  if (otherSpace.test(text)) text = text.replace(/\s+/g, ' ');
  // A mark that went may have stood before a full stop or comma.
  return text.replace(/ (?=[,.;:!?](?: |$))/g, '').trim();
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
/** Angle brackets around an address, which is sealed by now. */
const autolink = /<((?:mailto:)?\ufdd0[^<>\s]*)>/g;
const address = /^(?:mailto:|[^\s:/]+@|[a-zA-Z][a-zA-Z0-9+.-]{0,20}:\/\/)/;
/** A label may hold one level of brackets, a target one of parentheses. Unrolled: no backtracking. */
const link =
  /!?\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\([ \t]*(?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/g;
const reference = /!?\[([^[\]]+)\]\[[^[\]]*\]/g;
const footnote = /\[\^[^[\]\s]*\]:?/g;
const tag = /<\/?([A-Za-z][A-Za-z0-9]*)(?:[\s/][^<>]*)?>/g;
const entity = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g;
/** Emoji with all that hangs on them, flags, key caps, and the status symbols; not © ® ™ and arrows. */
const pictures = new RegExp(
  '(?:(?![©®™➡↔])\\p{Extended_Pictographic}|[\\u{1f1e6}-\\u{1f1ff}])' +
    '[\\ufe0e\\ufe0f\\u200d\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}]*' +
    `|[\\ufe0f\\u20e3\\u{1f3fb}-\\u{1f3ff}]|[${statusSymbols}]`,
  'gu',
);

const chordBefore = /(?:Ctrl|Control|Cmd|Command|Alt|Opt|Option|Shift|Super|Meta|Win)\+$/i;

/** Whether the backtick there is a key: "Ctrl+`". */
export function isKeyAt(text: string, at: number): boolean {
  return (
    chordBefore.test(text.slice(Math.max(0, at - 10), at)) &&
    /^(?:$|[\s,.;)])/.test(text.slice(at + 1, at + 2))
  );
}

/** Code between runs of as many backticks; its content is kept as it is. */
function protectCode(text: string, protect: (code: string) => string): string {
  if (!text.includes('`')) return text;
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({
    at: index,
    length,
    isKey: length === 1 && isKeyAt(text, index),
  }));
  const byLength = new Map<number, number[]>();
  for (const [index, { length }] of runs.entries()) {
    const same = byLength.get(length) ?? [];
    byLength.set(length, same);
    same.push(index);
  }
  // From the last to the first, so that each list's end is the next run of that length.
  const next = runs.map(() => -1);
  for (const same of byLength.values()) {
    for (let at = 0; at + 1 < same.length; at += 1) next[same[at]!] = same[at + 1]!;
  }
  let out = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const [opener, closer] = [runs[index]!, runs[next[index]!]];
    out += text.slice(from, opener.at);
    from = opener.at + opener.length;
    if (opener.isKey) out += '`';
    if (opener.isKey || !closer) continue;
    out += protect(text.slice(from, closer.at).trim());
    from = closer.at + closer.length;
    index = next[index]!;
  }
  return out + text.slice(from);
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return htmlEntities[name];
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 31 && code <= 0x10ffff ? withoutUnspeakable(String.fromCodePoint(code)) : undefined;
}
