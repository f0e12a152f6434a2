/** Words with a slash between them, and commands that begin with one. */
import { identifierWords } from '../say/identifiers.ts';
import { slashWords } from '../tables/slashes.ts';
import { isOpenBefore } from './neighbours.ts';
import { letters, matchAt, type Rule } from './rule.ts';

const joined = /[A-Za-z][\w+.-]{0,40}(?:\/[A-Za-z][\w+.-]{0,40}(?<!\.)){1,6}(?![\p{L}\p{N}_/])/uy;
const slashCommand = /\/([A-Za-z][\w-]{0,40})(?![\p{L}\p{N}_/.])/uy;
const dottedEnd = /[.-]+$/;

export const slashedWords: Rule = {
  name: 'words with a slash',
  begins: letters,
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(joined, text, at)?.[0].replace(dottedEnd, '');
    // Two dots part names: "main...origin/main".
    if (!found?.includes('/') || found.includes('..')) return undefined;
    const end = at + found.length;
    const fixed = slashWords[found] ?? slashWords[found.toLowerCase()];
    if (fixed) return { end, spoken: fixed };
    const words = found.split('/').map((part) => part.split('-').map(wordOf).join('-'));
    return { end, spoken: words.join(' slash ') };
  },
  examples: [
    ['and/or', 'and or'],
    ['dev/prod', 'dev slash prod'],
    ['feature/new-login', 'feature slash new-login'],
  ],
};

function wordOf(part: string): string {
  return /^[A-Z]?[a-z]+$/.test(part)
    ? part
    : part.split('.').filter(Boolean).map(identifierWords).join(' dot ');
}

export const slashCommands: Rule = {
  name: 'slash command',
  begins: '/',
  where: 'prose',
  read({ text }, at) {
    if (!isOpenBefore(text, at) || text[at - 1] === '/') return undefined;
    const found = matchAt(slashCommand, text, at);
    if (!found) return undefined;
    return {
      end: at + found[0].length,
      spoken: `slash ${found[1]!.split(/-+/).filter(Boolean).map(identifierWords).join(' ')}`,
    };
  },
  examples: [['run /help now', 'run slash help now']],
};
