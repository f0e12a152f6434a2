/** Logs and diffs: levels, git's summaries and references. */
import { cardinal } from '../say/numbers.ts';
import { levels } from '../tables/levels.ts';
import { isDigitAt, isSpaceAt } from './neighbours.ts';
import { letters, matchAt, type Rule } from './rule.ts';

const bracketed = /\[\s?([A-Za-z]{2,8})\s?\](:?)(?= |$)/y;
const lineStart = /(?:npm )?([A-Z]{3,8})(:|!(?= )| {2,}|(?= \[))/y;
const reference = /(HEAD|FETCH_HEAD|ORIG_HEAD|[\w./-]{1,40}?)(~|\^)(\d{0,4})(?![\p{L}\p{N}_.])/uy;
const signsAfter = /\((\+|-|\+\+|--)\)/y;
const hunk = /@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@/y;
const entry = /@\{([\w-]{1,24})\}/y;
const npmLine = /npm (ERR|WARN|warn|error|notice)!? /y;
/** A row of a summary of changes: "| 18 +++--". */
const changes = /\| +(\d{1,7}) [+-]{1,200}(?= |$)/y;
const stamps = new Set(['time', 'ISO date', 'date with a month']);
const dots = /\.{2,3}(?=[\w\ufdd0])/y;

export const logLevels: Rule = {
  name: 'log level',
  begins: `[${letters}`,
  words: ['npm'],
  where: 'prose',
  read({ text, last, wordEnd }, at) {
    if (text[at] === '[') {
      const found = matchAt(bracketed, text, at);
      const level = found && levels[found[1]!];
      return level ? { end: at + found[0].length, spoken: `${level}:` } : undefined;
    }
    if (at > 0 && text[at - 1] !== ' ') return undefined;
    const npm = matchAt(npmLine, text, at);
    if (npm && levels[npm[1]!]) return { end: at + npm[0].length, spoken: `${levels[npm[1]!]}: ` };
    const word = text.slice(at, wordEnd);
    // After the time of a log's line.
    if (
      last &&
      at - last.end === 1 &&
      stamps.has(last.rule) &&
      levels[word] &&
      text[wordEnd] === ' '
    )
      return { end: wordEnd, spoken: `${levels[word]}:` };
    const found = matchAt(lineStart, text, at);
    const level = found && levels[found[1]!];
    return level
      ? { end: at + found[0].length, spoken: `${level}:${found[0].endsWith(' ') ? ' ' : ''}` }
      : undefined;
  },
  examples: [
    ['[ERROR] it broke', 'Error: it broke'],
    ['WARN: low disk', 'Warning: low disk'],
    ['[INFO]: ready', 'Info: ready'],
    ['npm ERR! no script', 'Error: no script'],
    ['14:30:05 ERROR no disk', 'fourteen thirty oh five Error: no disk'],
  ],
};

export const gitReferences: Rule = {
  name: 'git reference',
  words: ['HEAD', 'FETCH_HEAD', 'ORIG_HEAD', 'main', 'master'],
  read({ text }, at) {
    const found = matchAt(reference, text, at);
    if (!found) return undefined;
    const [{ length }, name, mark, number] = found;
    const words = [
      name === 'HEAD' ? name : name!.toLowerCase().replace('_', ' '),
      mark === '~' ? 'tilde' : 'caret',
    ];
    if (number !== '') words.push(cardinal(number!));
    return { end: at + length, spoken: words.join(' ') };
  },
  examples: [
    ['HEAD~2', 'HEAD tilde two'],
    ['HEAD^', 'HEAD caret'],
  ],
};

export const diffMarks: Rule = {
  name: 'diff',
  begins: '(@.|',
  where: 'prose',
  read({ text }, at) {
    const sign = matchAt(signsAfter, text, at);
    if (sign)
      return /(?:insertion|deletion)s?$/.test(text.slice(Math.max(0, at - 10), at))
        ? { end: at + sign[0].length, spoken: '' }
        : undefined;
    const stashed = matchAt(entry, text, at);
    if (stashed) return { end: at + stashed[0].length, spoken: ` at ${stashed[1]!}` };
    const range = matchAt(hunk, text, at);
    if (range) {
      const [{ length }, from, , to] = range;
      return { end: at + length, spoken: `at line ${cardinal(from!)}, now ${cardinal(to!)},` };
    }
    const changed = matchAt(changes, text, at)?.[1];
    if (changed !== undefined) {
      const end = at + matchAt(changes, text, at)![0].length;
      return { end, spoken: `, ${changed} ${changed === '1' ? 'change' : 'changes'}` };
    }
    if (text[at] !== '.' || isSpaceAt(text, at - 1)) return undefined;
    const found = matchAt(dots, text, at);
    if (found && isDigitAt(text, at - 1) && isDigitAt(text, at + found[0].length)) return undefined;
    return found && /[\w\ufdd1~^]/.test(text[at - 1] ?? ' ')
      ? { end: at + found[0].length, spoken: ' to ' }
      : undefined;
  },
  examples: [
    ['10 insertions(+), 2 deletions(-)', '10 insertions, 2 deletions'],
    ['@@ -1,5 +1,6 @@', 'at line one, now one,'],
    ['main..feature', 'main to feature'],
  ],
};
