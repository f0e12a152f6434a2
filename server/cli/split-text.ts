/** A request is at most 1 MiB: a longer text is spoken as several items, cut between paragraphs or lines. */
const LIMIT = 100_000;

/** @returns parts of at most `limit` characters that make up the whole text, in order; at least one */
export function splitText(text: string, limit = LIMIT): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const end = cutBefore(rest, limit);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  parts.push(rest);
  return parts;
}

function cutBefore(text: string, limit: number): number {
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, limit - mark.length);
    if (at > 0) return at + mark.length;
  }
  // Never between the halves of a surrogate pair.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code < 0xdc00 ? limit - 1 : limit;
}
