/** Where a token that stands in prose really ends, for addresses and paths alike. */

const closerOf: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const closers = new Set(Object.values(closerOf));
const trailing = `.,;:!?'"”’»*~…`;

/**
 * Pairs the brackets of a token once. @returns what finds the end of a stretch that begins at
 * `from`: before the first bracket whose partner lies outside the token or before `from`
 */
export function pairBrackets(text: string, start: number, end: number): (from: number) => number {
  /** Of each closer its opener; -1 for a bracket without a partner. */
  const openers = new Map<number, number>();
  const open: number[] = [];
  for (let at = start; at < end; at += 1) {
    const char = text[at]!;
    if (closerOf[char]) {
      open.push(at);
    } else if (closers.has(char)) {
      const opener = open.at(-1);
      const pairs = opener !== undefined && closerOf[text[opener]!] === char;
      openers.set(at, pairs ? open.pop()! : -1);
    }
  }
  for (const at of open) openers.set(at, -1);
  return (from) => {
    if (openers.size === 0) return end;
    let at = from;
    while (at < end && (openers.get(at) ?? from) >= from) at += 1;
    return at;
  };
}

/** @returns the end before the marks that belong to the sentence around the token */
export function withoutTrailing(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && trailing.includes(text[last - 1]!)) last -= 1;
  return last;
}
