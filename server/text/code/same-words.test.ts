/** Inline code and blocks of code name what they hold with the same words. */
import { expect, test } from 'vitest';
import { cutText } from '../cut.ts';
import { readCodeBlock } from './read-code.ts';

/** The pauses between the parts of a line, and capitals, are no words. */
const words = (spoken: string) => spoken.replace(/[,:]/g, '').replace(/\s+/g, ' ').toLowerCase();

test.each<[language: string, sources: string[]]>([
  [
    'ts',
    [
      ...['useState()', 'a === b', 'a !== b', '() => void', 'List<String>', 'Map<string, number>'],
      ...['let x: Promise<List<T>> = f(y)', '{ a: 1 }', '{}', '[]', 'f(x, y);', 'a ?? b', 'i < 10'],
      ...['a ? b : c', 'x += 1', 'i++', 'a && b', '!done', 'Foo::bar', 'user?.name', '@decorator'],
      ...[
        'for (let i = 0; i < n; i++)',
        '"strict": true',
        'print("hi: you")',
        'x: number',
        'a & b',
      ],
      ...['a || b', 'x >= 5', 'x <= y', 'a != b', 'a == b', '...rest', 'x ** 2', '$var', 'x -> y'],
      ...[
        '#id',
        '__init__',
        'MAX_RETRIES',
        'await fetch(url)',
        'a.b.c',
        '1.2.3',
        '0xFF',
        '~x',
        'x | y',
      ],
    ],
  ],
  [
    'sh',
    [
      ...[
        'ls -la | grep foo',
        'rm -rf out',
        'git push --force-with-lease',
        'npm ci && npm test',
        'wc -l',
      ],
      ...[
        'cat in > out',
        'echo hi >> log',
        'make 2>&1',
        'sort < in',
        'echo $HOME',
        'a; b',
        'x || y',
      ],
    ],
  ],
  ['html', ['<div>', '</div>', '<Button />', '<p id="a">']],
])('%s', (language, sources) => {
  for (const source of sources) {
    const [line] = readCodeBlock({ language, lines: [source] }).lines;
    const block = line!.spoken.replace('Line one: ', '');
    expect(words(cutText(`\`\`${source}\`\``).join(' ')), source).toBe(words(block));
  }
});
