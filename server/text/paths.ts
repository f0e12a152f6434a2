/** File paths in a text: where they stand and what is said of them. */
import { type PathLength, type Place, readPath, readPlace } from './path-reading.ts';
import { isFileName, parsePath } from './path-syntax.ts';
import type { Reading } from './reading-rule.ts';
import { sealCharacters } from './seals.ts';
import { pairBrackets, withoutTrailing } from './token.ts';

const stops = `\\s<>"\`|,;:=…，。、；：！？「」『』（）【】《》${sealCharacters}`;
const token = new RegExp(`(?:['“‘([{*_~]{0,8}[A-Za-z]:(?=[\\\\/]))?[^${stops}]+`, 'g');
const rest = new RegExp(`[^${stops}]*`, 'y');
/** Folder names with spaces: after a backslash root any that are capitalised, else known ones. */
const spacedFolder = new RegExp(
  `(?: [\\p{Lu}\\p{N}(][\\p{L}\\p{N}_.()-]{0,40}){1,3}\\\\[^${stops}]*`,
  'uy',
);
const knownSpaced =
  /(?<=[\\/](?:Program|Application|Mobile)) (?:Files(?: \(x86\))?|Support|Data|Documents)(?![\w-])/y;
const escapedSpace = new RegExp(`(?<=\\\\) [^${stops}]+`, 'y');
/** `:12`, `:12:5`, `:12-20`, `(12,5)`, `#L12`, `#L12-L20`, `#a-title`. */
const place =
  /:(\d{1,7})(?:[-–](\d{1,7})|:(\d{1,7}))?(?![\p{L}\p{N}_])|\((\d{1,7})(?:,[ ]?(\d{1,7}))?\)|#L(\d{1,7})(?:-L?(\d{1,7}))?(?![\p{L}\p{N}_])|#(\p{L}[\p{L}\p{M}\p{N}_.-]{0,80}(?<![.-]))(?![\p{L}\p{N}])/uy;

/** Longer than any system allows in one piece: no path, and not looked at again and again. */
const longestToken = 1024;

export interface PathOptions {
  length: PathLength;
  /** In inline code less is needed to take something for a path. */
  inCode: boolean;
}

interface Span {
  start: number;
  end: number;
}

/** @param text with addresses sealed: these are no paths */
export function* findPaths(text: string, { length, inCode }: PathOptions): Generator<Reading> {
  if (!/[\\/:#(]/.test(text)) return;
  for (let from = 0; ;) {
    token.lastIndex = from;
    const found = token.exec(text);
    if (!found) return;
    from = found.index + found[0].length;
    if (found[0].length > longestToken || !/[\\/]|[:#(]/.test(found[0] + (text[from] ?? '')))
      continue;
    const reading = readToken(text, { start: found.index, end: from }, { length, inCode });
    if (!reading) continue;
    yield reading;
    from = reading.end;
  }
}

function readToken(text: string, token: Span, options: PathOptions): Reading | undefined {
  const { start, end } = coreOf(text, token, options.inCode);
  const core = text.slice(start, end);
  if (core === '' || isTag(text, start, end)) return undefined;
  const at = placeAt(text, end);
  const path = parsePath(core, options.inCode);
  if (path) {
    const isPlace = at && path.parts.length > 0 && !/[\\/]$/.test(core);
    const spoken = readPath(path, options.length);
    if (!isPlace) return { start, end, spoken };
    return { start, end: at.end, spoken: spoken + readPlace(at) };
  }
  if (!at || !/^[\p{L}\p{N}_.@+-]+$/u.test(core) || !isFileName(core)) return undefined;
  return { start, end: at.end, spoken: core + readPlace(at) };
}

/** The token without quotes, brackets, emphasis and stops around it, with the spaces in its folders. */
function coreOf(text: string, token: Span, inCode: boolean): Span {
  let { start, end } = token;
  while (start < end && isOpening(text, start, end, inCode)) start += 1;
  end = withSpaces(text, start, end);
  end = pairBrackets(text, start, end)(start);
  const anchor = /#L\d|[#?][^\\/]*$/.exec(text.slice(start, end));
  if (anchor) end = start + anchor.index;
  end = withoutPossessive(text, start, end);
  // `src/*` has a star of its own; one after `**src/` closes what was opened before it.
  const isOwnStar =
    text[end - 1] === '*' &&
    (inCode || (/[\\/]\*+$/.test(text.slice(start, end)) && text[token.start] !== '*'));
  if (!isOwnStar) end = withoutPossessive(text, start, withoutTrailing(text, start, end));
  return withoutUnderscores(text, start, end);
}

function isOpening(text: string, at: number, end: number, inCode: boolean): boolean {
  const char = text[at]!;
  if ("'“‘«)]}".includes(char)) return true;
  if ('([{'.includes(char)) {
    // A first folder like `[id]/` or `(group)/`.
    return !/^[([{][^([{)\]}]{1,60}[)\]}][\\/]/.test(text.slice(at, Math.min(end, at + 64)));
  }
  if (char === '*') return !inCode && !/^\*{1,2}\/\*/.test(text.slice(at, at + 4));
  return (char === '~' && text[at + 1] === '~') || (char === '~' && text[at - 1] === '~');
}

/** @returns the end of a path that goes on after a space in the name of a folder */
function withSpaces(text: string, start: number, end: number): number {
  const isWindows = /^(?:[A-Za-z]:\\|\\\\\p{L}|%\w+%\\)/u.test(text.slice(start, start + 40));
  const isRooted =
    isWindows ||
    /^(?:[A-Za-z]:)?(?:\/[\p{L}.]|~\/|\$\{?\w+\}?\/|\.{1,2}\/)/u.test(
      text.slice(start, start + 40),
    );
  if (!isRooted) return end;
  let last = end;
  for (let more = true; more && last - start < longestToken;) {
    more = false;
    for (const folder of isWindows ? [spacedFolder, knownSpaced] : [knownSpaced, escapedSpace]) {
      if ('.!?)'.includes(text[last - 1]!)) continue;
      folder.lastIndex = last;
      if (!folder.test(text)) continue;
      rest.lastIndex = folder.lastIndex;
      rest.test(text);
      last = rest.lastIndex;
      more = true;
    }
  }
  return last;
}

function withoutPossessive(text: string, start: number, end: number): number {
  return end - start > 2 && /['’]s/.test(text.slice(end - 2, end)) ? end - 2 : end;
}

/** Underscores that are emphasis: around the whole, or after an extension. */
function withoutUnderscores(text: string, start: number, end: number): Span {
  const core = text.slice(start, end);
  const tail = core.length - core.replace(/(?<!_)_+$/, '').length;
  if (tail === 0) return { start, end };
  const head = /^_*/.exec(core)![0].length;
  if (head >= tail) return { start: start + tail, end: end - tail };
  return isFileName(core.slice(0, -tail)) ? { start, end: end - tail } : { start, end };
}

/** `<br/>` and `</div>`. */
function isTag(text: string, start: number, end: number): boolean {
  return text[start - 1] === '<' || (text[end] === '>' && text[end - 1] === '/');
}

function placeAt(text: string, at: number): (Place & { end: number }) | undefined {
  place.lastIndex = at;
  const found = place.exec(text);
  if (!found) return undefined;
  const [, line, to, column, bracketLine, bracketColumn, anchorLine, anchorTo, title] = found;
  if (title !== undefined) return { title, end: place.lastIndex };
  return {
    line: (line ?? bracketLine ?? anchorLine)!,
    to: to ?? anchorTo,
    column: column ?? bracketColumn,
    end: place.lastIndex,
  };
}
