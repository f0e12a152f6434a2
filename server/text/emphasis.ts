/** Takes emphasis marks (`*`, `_`, `~~`) away where they come in pairs; `2 * 3` and `a_b` stay. */

interface Run {
  char: string;
  at: number;
  length: number;
  opens: boolean;
  closes: boolean;
}

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
const isDigit = (char: string | undefined) => char !== undefined && /\d/.test(char);

export function stripEmphasis(text: string): string {
  if (!/[*_~]/.test(text)) return text;
  const taken = emphasisMarks(text);
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (taken[at] === 0) continue;
    kept += text.slice(from, at);
    from = at + 1;
  }
  return kept + text.slice(from);
}

/** Linear: every run is pushed and popped at most once. @returns 1 where a mark stands */
export function emphasisMarks(text: string): Uint8Array {
  const taken = new Uint8Array(text.length);
  const open: Record<string, Run[]> = { '*': [], _: [], '~': [] };
  for (const run of findRuns(text)) {
    const stack = open[run.char]!;
    while (run.closes && run.length > 0) {
      const opener = stack.at(-1);
      if (!opener) break;
      const pairs = Math.min(opener.length, run.length);
      // The inner marks of the opener, the first of the closer.
      opener.length -= pairs;
      taken.fill(1, opener.at + opener.length, opener.at + opener.length + pairs);
      taken.fill(1, run.at, run.at + pairs);
      run.at += pairs;
      run.length -= pairs;
      if (opener.length === 0) stack.pop();
    }
    if (run.opens && run.length > 0) stack.push(run);
  }
  return taken;
}

function* findRuns(text: string): Generator<Run> {
  for (const { 0: marks, index } of text.matchAll(/\*+|_+|~~+/g)) {
    const [before, after] = [text[index - 1], text[index + marks.length]];
    const char = marks[0]!;
    // `5*3*2` multiplies; an underscore inside a word belongs to it.
    const isInside =
      char === '_' ? isWord(before) && isWord(after) : isDigit(before) && isDigit(after);
    if (isInside || (char === '*' && isGlob(text, index, index + marks.length))) continue;
    const opens = !isSpace(after) && !(char === '_' && isWord(before));
    const closes = !isSpace(before) && !(char === '_' && isWord(after));
    yield { char, at: index, length: marks.length, opens, closes };
  }
}

/** Stars of a pattern for files, before an extension or a folder: no emphasis. */
function isGlob(text: string, start: number, end: number): boolean {
  if (text[end] === '/') return text[end + 1] === '*';
  const begins = start === 0 || ' /(['.includes(text[start - 1]!);
  return begins && text[end] === '.' && /[a-z{]/.test(text[end + 1] ?? ' ');
}
