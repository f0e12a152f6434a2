/** Flags of a command line: "--reset", "-x", "-rf". */
import { isSpaceAt } from './neighbours.ts';
import { flagWords, kebabWords } from '../say/identifiers.ts';
import { matchAt, type Rule } from './rule.ts';

const long = /--([A-Za-z][\w-]{0,60})(=?)/y;
const short = /[-–]([A-Za-z])(?![\p{L}\p{N}_'’.-])/uy;
const cluster = /-([A-Za-z]{2,24})(?![\p{L}\p{N}_'’-])/uy;
const withNumber = /-([A-Za-z])(?=\d{1,6}(?![\p{L}\p{N}_]))/uy;
const end = /--(?= |$)/y;
const openers = ' \u00a0([{"\'“‘|/=';

export const flags: Rule = {
  name: 'flag',
  begins: '-–',
  read({ text, inCode }, at) {
    if (at > 0 && !openers.includes(text[at - 1]!)) return undefined;
    const word = matchAt(long, text, at);
    if (word) {
      const equals = word[2] === '=' && !isSpaceAt(text, at + word[0].length) ? ' equals ' : '';
      return { end: at + word[0].length, spoken: `dash dash ${kebabWords(word[1]!)}${equals}` };
    }
    const letter = matchAt(short, text, at) ?? matchAt(withNumber, text, at);
    if (letter && text[at] === '-')
      return {
        end: at + letter[0].length,
        spoken: `dash ${letter[1]!.toUpperCase()} `.replace(
          / $/,
          letter[0].length === 2 && /\d/.test(text[at + 2] ?? '') ? ' ' : '',
        ),
      };
    const several = matchAt(cluster, text, at)?.[1];
    if (several !== undefined && text[at] === '-')
      return { end: at + several.length + 1, spoken: `dash ${flagWords(several)}` };
    return inCode && matchAt(end, text, at) ? { end: at + 2, spoken: 'dash dash' } : undefined;
  },
  examples: [
    ['--reset', 'dash dash reset'],
    ['--dry-run', 'dash dash dry run'],
    ['--port=3000', 'dash dash port equals three thousand'],
    ['use -x here', 'use dash X here'],
    ['rm -rf', 'R M dash R F'],
  ],
};
