/** Inline code: what stands between two runs of as many backticks. */

export interface CodeSpan {
  /** Where its first backtick stands, and where its last one ends. */
  start: number;
  end: number;
  /** What is in it, white space as one space, none at its ends; perhaps empty. */
  code: string;
}

const chordBefore = /(?:Ctrl|Control|Cmd|Command|Alt|Opt|Option|Shift|Super|Meta|Win)\+$/i;

/** Whether the backtick there is a key: "Ctrl+`". */
export function isKeyAt(text: string, at: number): boolean {
  return (
    chordBefore.test(text.slice(Math.max(0, at - 10), at)) &&
    /^(?:$|[\s,.;)])/.test(text.slice(at + 1, at + 2))
  );
}

/** @returns them in order. Linear: each run's partner is known before. */
export function findCode(text: string): CodeSpan[] {
  const runs = [...text.matchAll(/`+/g)]
    .map(({ 0: { length }, index }) => ({ at: index, length }))
    .filter(({ at, length }) => length > 1 || !isKeyAt(text, at));
  // From the last to the first: of each run the next as long.
  const next = runs.map(() => -1);
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index]!;
    next[index] = latest.get(length) ?? -1;
    latest.set(length, index);
  }
  const spans: CodeSpan[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const [opener, closer] = [runs[index]!, runs[next[index]!]];
    if (!closer) continue;
    const code = text
      .slice(opener.at + opener.length, closer.at)
      .trim()
      .replace(/\s+/g, ' ');
    spans.push({ start: opener.at, end: closer.at + closer.length, code });
    index = next[index]!;
  }
  return spans;
}

/** @returns the text, which holds no code, without its backticks but for keys */
export function withoutTicks(text: string): string {
  return text.replace(/`+/g, (run, at: number) =>
    run.length === 1 && isKeyAt(text, at) ? run : '',
  );
}
