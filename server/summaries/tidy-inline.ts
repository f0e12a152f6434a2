/** The marks inside a block: links, inline code, emphasis, paths, emoji. Linear. */
import { findAddresses } from '../text/addresses.ts';
import { stripEmphasis } from '../text/emphasis.ts';
import { findPaths } from '../text/paths.ts';
import { Seals } from '../text/seals.ts';

const aLink = 'a link';
const image = /!\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const link =
  /\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\(\s*(?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const reference = /!?\[([^[\]^]+)\]\[[^[\]]*\]/g;
const definition = /^\[[^[\]]+\]:\s+\S+$/;
const footnote = /\[\^[^[\]\s]*\]:?/g;
const escaped = /\\([!-/:-@[-`{-~])/g;
const breaks = /<br\s*\/?>/gi;
/** With all that hangs on them: skin tones, joiners, flags, key caps. */
const pictures = new RegExp(
  '(?:(?![©®™])\\p{Extended_Pictographic}|[\\u{1f1e6}-\\u{1f1ff}\\u{1f3fb}-\\u{1f3ff}])' +
    '[\\ufe0e\\ufe0f\\u200d\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}]*|[\\ufe0f\\u20e3]',
  'gu',
);

/** @param text a block on one line, free of seals */
export function tidyInline(text: string): string {
  if (definition.test(text)) return '';
  const seals = new Seals();
  let out = sealCode(text, (code) => seals.close('mark', shrink(code, true)));
  out = out.replace(escaped, (found, char: string) =>
    // Before a letter it parts a path of Windows.
    char === '\\' ? found : seals.close('mark', char),
  );
  out = out.replace(breaks, ' ').replace(image, (_, label: string) => label);
  out = out.replace(link, (_, label: string) => (label.trim() === '' ? aLink : label));
  out = out.replace(reference, (_, label: string) => label).replace(footnote, '');
  out = stripEmphasis(shrink(out, false)).replace(pictures, ' ');
  return seals
    .open('mark', out)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?)](?: |$))/g, '')
    .trim();
}

/** Addresses to "a link", paths to file names. */
function shrink(text: string, inCode: boolean): string {
  return withoutFolders(withoutAddresses(text), inCode);
}

function withoutAddresses(text: string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of findAddresses(text)) {
    const found = text.slice(start, end);
    // Names of hosts and people's addresses can be said.
    if (!/:\/\/|\/.|^www\./i.test(found)) continue;
    const isBracketed = text[start - 1] === '<' && text[end] === '>';
    out += text.slice(from, isBracketed ? start - 1 : start) + aLink;
    from = isBracketed ? end + 1 : end;
  }
  return out + text.slice(from);
}

function withoutFolders(text: string, inCode: boolean): string {
  let out = '';
  let from = 0;
  for (const { start, end } of findPaths(text, { length: 'short', inCode })) {
    out += text.slice(from, start) + fileName(text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}

/** Patterns stay as they are. */
function fileName(path: string): string {
  if (/[*?{]/.test(path)) return path;
  const bare = path.replace(/(?::\d+(?:[-–:]\d+)?|\(\d+(?:,\s?\d+)?\)|#L\d+(?:-L?\d+)?)$/, '');
  return bare.split(/[\\/]+/).findLast((part) => /[\p{L}\p{N}]/u.test(part)) ?? bare;
}

/** Content between runs of as many backticks; a run without a partner goes. */
function sealCode(text: string, close: (code: string) => string): string {
  if (!text.includes('`')) return text;
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ at: index, length }));
  // From the last to the first: the next run of the same length.
  const next = runs.map(() => -1);
  const seen = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    next[index] = seen.get(runs[index]!.length) ?? -1;
    seen.set(runs[index]!.length, index);
  }
  let out = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const opener = runs[index]!;
    out += text.slice(from, opener.at);
    from = opener.at + opener.length;
    const closer = runs[next[index]!];
    if (!closer) continue;
    out += close(text.slice(from, closer.at).trim());
    from = closer.at + closer.length;
    index = next[index]!;
  }
  return out + text.slice(from);
}
