/** A diff: which lines are its own, and which of them came, went or stayed. */
export type DiffLine =
  | { kind: 'header'; spoken: string }
  /** The file the following lines are of. */
  | { kind: 'file'; spoken: string; path: string }
  | { kind: 'added' | 'removed' | 'context'; text: string };

const hunk = /^@@+ -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )?\+(\d+)(?:,\d+)? @@+ ?/;
const named: readonly [RegExp, string][] = [
  [/^diff --git (?:"?a\/)?(\S+?)"?(?: .*)?$/, 'Diff of'],
  [/^Index: (.+)$/, 'Diff of'],
  [/^rename from (.+)$/, 'Renamed from'],
  [/^rename to (.+)$/, 'Renamed to'],
];
/** Longer than a path is; a header is said briefly. */
const longest = 200;

export class DiffReader {
  #isHeader = false;

  /** @param next the line after it, which tells a header from a removed line that begins with dashes */
  read(line: string, next: string | undefined): DiffLine {
    const wasHeader = this.#isHeader;
    this.#isHeader = line.startsWith('--- ') && next?.startsWith('+++ ') === true;
    if (this.#isHeader) return fileHeader('Old file:', line);
    if (wasHeader && line.startsWith('+++ ')) return fileHeader('New file:', line);
    const found = hunk.exec(line);
    if (found) {
      const context = line.slice(found[0].length).trim().slice(0, longest);
      const where = `Change at line ${found[1]}`;
      return { kind: 'header', spoken: context === '' ? where : `${where}, in ${context}` };
    }
    for (const [pattern, spoken] of named) {
      const path = pattern.exec(line)?.[1];
      if (path !== undefined)
        return { kind: 'file', spoken: `${spoken} ${path.slice(0, longest)}`, path };
    }
    if (/^index [0-9a-f]+\.\.[0-9a-f]+/.test(line)) return { kind: 'header', spoken: 'Index' };
    if (line.startsWith('\\ ')) return { kind: 'header', spoken: line.slice(2, longest) };
    if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
    if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
    return { kind: 'context', text: line };
  }
}

function fileHeader(label: string, line: string): DiffLine {
  const path = line
    .slice(4)
    .split('\t')[0]!
    .trim()
    .replace(/^[ab]\//, '')
    .slice(0, longest);
  return {
    kind: 'file',
    spoken: path === '/dev/null' ? `${label} none` : `${label} ${path}`,
    path,
  };
}
