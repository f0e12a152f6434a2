/** File extensions, dot files and globs. */
import { extensions } from '../path-tables.ts';
import { extensionWords } from '../say/extensions.ts';
import { kebabWords } from '../say/identifiers.ts';
import { isWordAt } from './neighbours.ts';
import { matchAt, type Rule } from './rule.ts';

const dotName = /\.([A-Za-z_][\w-]{0,40})((?:\.[A-Za-z][\w-]{0,20}){0,3})(?![\p{L}\p{N}_(])/uy;
const glob = /(?:\*{1,2}\/?)+((?:\.[A-Za-z]\w{0,10}){1,3}|\.\{[\w,]{1,60}\})(?![\p{L}\p{N}_])/uy;
const named: Record<string, string> = { NET: 'net', env: 'env', git: 'git' };

export const dotNames: Rule = {
  name: 'extension or dot file',
  begins: '.',
  read({ text }, at) {
    if (isWordAt(text, at - 1) || '.)]}'.includes(text[at - 1] ?? ' ')) return undefined;
    const found = matchAt(dotName, text, at);
    if (!found) return undefined;
    const [{ length }, name, rest] = found;
    const words = [name!, ...rest!.split('.').slice(1)].map(
      (part) =>
        `dot ${named[part] ?? (extensions.has(part.toLowerCase()) ? extensionWords(part) : dotWords(part))}`,
    );
    const apart = at > 0 && text[at - 1] === '>' ? ' ' : '';
    return { end: at + length, spoken: apart + words.join(' ') };
  },
  examples: [
    ['.ts files', 'dot T S files'],
    ['.gitignore', 'dot git ignore'],
    ['.env.local', 'dot env dot local'],
    ['.NET', 'dot net'],
  ],
};

/** "gitignore" and "eslintrc" are written without the space they have. */
function dotWords(name: string): string {
  const parted =
    /^(git|docker|npm|eslint|prettier|babel|editor|bash|zsh|vim)(ignore|rc|config|modules|attributes)$/.exec(
      name,
    );
  if (!parted) return kebabWords(name);
  return `${kebabWords(parted[1]!)} ${parted[2] === 'rc' ? 'R C' : parted[2]!}`;
}

export const globs: Rule = {
  name: 'glob',
  begins: '*',
  read({ text }, at) {
    if (isWordAt(text, at - 1)) return undefined;
    const found = matchAt(glob, text, at);
    if (!found) return undefined;
    const stars = found[0].slice(0, found[0].length - found[1]!.length).includes('**')
      ? 'star star'
      : 'star';
    const parts = found[1]!.startsWith('.{')
      ? [found[1]!.slice(2, -1).split(',').map(extensionWords).join(' or ')]
      : found[1]!.split('.').slice(1).map(extensionWords);
    return { end: at + found[0].length, spoken: [stars, ...parts].join(' dot ') };
  },
  examples: [
    ['*.ts', 'star dot T S'],
    ['**/*.test.ts', 'star star dot test dot T S'],
    ['*.{js,ts}', 'star dot J S or T S'],
  ],
};
