/** What only lines of programs have: places of a linter, remarks to a build, permissions, offsets. */
import { cardinal } from '../say/numbers.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const linted = /(\d{1,6}):(\d{1,5})(?=,? {1,8}(?:error|warning|info|hint)(?![\p{L}\p{N}_]))/uy;
const remark = /::(error|warning|notice|debug|group)(?: (?:file=)?|::)/y;
const remarkParts = /,(line|endLine|col|endColumn|title)=/y;
const marked = /##\[(error|warning|notice|debug|section|command|group)\]/y;
const permissions = /([-dlbcps])((?:[-r][-w][-xsStT]){3})[.+@]?(?= |,)/y;
const offset = /\+0x[0-9a-f]{1,16}$/y;
const parts: Record<string, string> = {
  line: ', line ',
  endLine: ', to line ',
  col: ', column ',
  endColumn: ', to column ',
  title: ', ',
};
const kinds: Record<string, string> = { d: 'directory', l: 'link', '-': 'file' };

export const lintedPlaces: Rule = {
  name: 'place of a linter',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    const found = at === 0 ? matchAt(linted, text, at) : null;
    if (!found) return undefined;
    const [{ length }, line, column] = found;
    return { end: at + length, spoken: `line ${cardinal(line!)}, column ${cardinal(column!)}` };
  },
  examples: [['12:5 error no semicolon', 'line twelve, column five error no semicolon']],
};

/** "::error file=a.ts,line=3::It broke" */
export const buildRemarks: Rule = {
  name: 'remark to a build',
  begins: ':,#',
  where: 'prose',
  read({ text }, at) {
    if (at === 0) {
      const level = matchAt(remark, text, at);
      if (level) return { end: at + level[0].length, spoken: `${level[1]!}: ` };
      const mark = matchAt(marked, text, at);
      return mark ? { end: at + mark[0].length, spoken: `${mark[1]!}: ` } : undefined;
    }
    if (!text.startsWith('::')) return undefined;
    const part = matchAt(remarkParts, text, at);
    if (part) return { end: at + part[0].length, spoken: parts[part[1]!]! };
    return text.startsWith('::', at) ? { end: at + 2, spoken: ', ' } : undefined;
  },
  examples: [
    ['::warning::It is old', 'warning: It is old'],
    ['##[error]It broke', 'error: It broke'],
  ],
};

/** "drwxr-xr-x", as people say it in digits. */
export const filePermissions: Rule = {
  name: 'permissions',
  begins: '-dl',
  where: 'prose',
  read({ text }, at) {
    const found = at === 0 ? matchAt(permissions, text, at) : null;
    if (!found) return undefined;
    const [{ length }, kind, bits] = found;
    const mode = [0, 3, 6].map((from) =>
      [...bits!.slice(from, from + 3)].reduce(
        (sum, bit, index) => sum + (/[-ST]/.test(bit) ? 0 : 4 >> index),
        0,
      ),
    );
    return { end: at + length, spoken: `${kinds[kind!] ?? 'file'}, ${mode.join(' ')}` };
  },
  examples: [['drwxr-xr-x 5 ada', 'directory, 7 5 5 5 ada']],
};

/** Where in a function a frame is: nobody can use it by ear. */
export const frameOffsets: Rule = {
  name: 'offset',
  begins: '+',
  where: 'prose',
  read({ text }, at) {
    const found = text[at - 1] === ' ' ? matchAt(offset, text, at)?.[0] : undefined;
    return found ? { end: at + found.length, spoken: '' } : undefined;
  },
  examples: [['main.go:17 +0x1d', 'main.go, line 17']],
};
