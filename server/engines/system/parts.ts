/** A long text is synthesized in parts, a short one first, so that its first sound is early. */

/** Up to here a text is one part. */
const wholeMost = 120;
/** Between these the first part ends: 100 characters last 6 s, in which all the rest is made. */
const first = { least: 20, most: 100 };
const later = { least: 60, most: 200 };

export interface Part {
  text: string;
  /** Whether it ends where a speaker pauses: at a clause mark. */
  pause: boolean;
}

/** @param text with single spaces. Joined with spaces (or, inside a very long word, nothing) the parts are the text. */
export function cutParts(text: string): Part[] {
  const parts: Part[] = [];
  let rest = text;
  while (rest.length > (parts.length === 0 ? wholeMost : later.most)) {
    const limits = parts.length === 0 ? first : later;
    const clause = parts.length === 0 ? firstClauseEnd(rest, limits) : lastClauseEnd(rest, limits);
    const end = clause ?? spaceBefore(rest, limits.most) ?? limits.most;
    parts.push({ text: rest.slice(0, end), pause: clause !== undefined });
    rest = rest.slice(end).trimStart();
  }
  parts.push({ text: rest, pause: false });
  return parts;
}

const isMark = (char: string | undefined) => char === ',' || char === ';' || char === ':';

function firstClauseEnd(text: string, { least, most }: typeof first): number | undefined {
  for (let end = least; end <= most; end += 1) if (isClauseEnd(text, end)) return end;
  return undefined;
}

function lastClauseEnd(text: string, { least, most }: typeof later): number | undefined {
  for (let end = most; end >= least; end -= 1) if (isClauseEnd(text, end)) return end;
  return undefined;
}

function isClauseEnd(text: string, end: number): boolean {
  return text[end] === ' ' && isMark(text[end - 1]);
}

function spaceBefore(text: string, most: number): number | undefined {
  const at = text.lastIndexOf(' ', most);
  return at > 0 ? at : undefined;
}
