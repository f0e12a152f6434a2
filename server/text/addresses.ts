/** URLs, host names and e-mail addresses in a text. */
import type { Reading } from './reading-rule.ts';
import { sealCharacters } from './seals.ts';
import { pairBrackets, withoutTrailing } from './token.ts';

interface Span {
  start: number;
  end: number;
}

const token = new RegExp(`[^\\s<>"\`|，。、；！？「」『』（）【】《》${sealCharacters}]+`, 'g');
const scheme = /(?<![a-zA-Z0-9])[a-zA-Z][a-zA-Z0-9+.-]{0,20}$/;
const mailLocal = /[\p{L}\p{N}._%+-]/u;
const longestLocal = 64;
const mailDomain = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/uy;
/** `git@host:owner/name.git`. */
const remotePath = /:[\w.~-]*\/[\w.~/-]*/y;
/** Top domains that are neither a file extension nor a word; under others a scheme is needed. */
const topDomains =
  'com|org|net|io|dev|app|ai|edu|gov|mil|info|biz|cloud|co|uk|de|fr|es|it|nl|no|se|dk|fi|eu|us|ca|ch|' +
  'at|jp|cn|ru|br|au|nz';
const host = new RegExp(
  `(?:(?:[a-z0-9-]{1,63}\\.){1,6}(?:${topDomains})|localhost(?=[:/])|\\d{1,3}(?:\\.\\d{1,3}){3}(?=[:/]))` +
    '(?![\\w@-]|\\.[a-zA-Z])(?::\\d{1,5})?',
  'y',
);
/** Without any of these there is no address. */
const hint = new RegExp(
  `://|@|localhost|\\.(?:${topDomains})(?![\\w@-])|\\d(?:\\.\\d{1,3}){3}[:/]`,
);
const opening = "([{'“‘*_~=,;";

/** @returns every address in order, said as it is written */
export function* findAddresses(text: string): Generator<Reading> {
  if (!hint.test(text)) return;
  const anchors = text.matchAll(/:\/\/|@/g);
  let anchor = anchors.next().value;
  for (const { 0: found, index } of text.matchAll(token)) {
    const end = index + found.length;
    const hasAnchor = anchor !== undefined && anchor.index < end;
    if (!hasAnchor && !found.includes('.') && !found.includes('localhost')) continue;
    const endOf = pairBrackets(text, index, end);
    const ending = (start: number) => withoutMarks(text, start, endOf(start));
    const read = ({ start, end }: Span) => ({ start, end, spoken: text.slice(start, end) });

    const named = hostAt(text, index, end, ending);
    if (named) yield read(named);
    let from = named?.end ?? index;
    for (; anchor !== undefined && anchor.index < end; anchor = anchors.next().value) {
      if (anchor.index < from) continue;
      const span =
        anchor[0] === '@'
          ? mailAround(text, from, anchor.index)
          : urlAround(text, from, anchor.index, ending);
      if (!span) continue;
      yield read(span);
      from = span.end;
    }
  }
}

/** Emphasis after an address is none of its own. */
function withoutMarks(text: string, start: number, end: number): number {
  let last = withoutTrailing(text, start, end);
  while (last > start && text[last - 1] === '_') last -= 1;
  return withoutTrailing(text, start, last);
}

/** @param at where `://` stands */
function urlAround(
  text: string,
  from: number,
  at: number,
  ending: (start: number) => number,
): Span | undefined {
  const name = scheme.exec(text.slice(Math.max(from, at - 22), at))?.[0];
  if (!name) return undefined;
  const end = ending(at + 3);
  return end > at + 3 ? { start: at - name.length, end } : undefined;
}

/** @param at where `@` stands */
function mailAround(text: string, from: number, at: number): Span | undefined {
  let start = at;
  while (start > from && at - start < longestLocal && mailLocal.test(text[start - 1]!)) start -= 1;
  while (start < at && '._%+-'.includes(text[start]!)) start += 1;
  mailDomain.lastIndex = at + 1;
  if (start === at || !mailDomain.test(text)) return undefined;
  const end = mailDomain.lastIndex;
  remotePath.lastIndex = end;
  return {
    start,
    end: remotePath.test(text) ? withoutTrailing(text, end, remotePath.lastIndex) : end,
  };
}

/** A host name without a scheme, at the beginning of the token only. */
function hostAt(
  text: string,
  from: number,
  end: number,
  ending: (start: number) => number,
): Span | undefined {
  let start = from;
  while (start < end && opening.includes(text[start]!)) start += 1;
  host.lastIndex = start;
  if (!host.test(text)) return undefined;
  const last = host.lastIndex;
  return { start, end: '/?#'.includes(text[last] ?? ' ') ? Math.max(last, ending(start)) : last };
}
