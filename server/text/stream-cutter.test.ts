import { describe, expect, test } from 'vitest';
import { cutText, type ReadingOptions } from './cut.ts';
import { PartCutter, StreamCutter } from './stream-cutter.ts';

/** @returns the chunks each delta gave, the last of them those of the end */
function stream(deltas: readonly string[], options?: ReadingOptions): string[][] {
  const cutter = new StreamCutter(options);
  return [...deltas.map((delta) => cutter.push(delta)), cutter.end()];
}

let seed = 7;
const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;

function split(text: string): string[] {
  const longest = 1 + next(next(4) === 0 ? 40 : 6);
  const deltas: string[] = [];
  for (let at = 0; at < text.length;) {
    const to = at + 1 + next(longest);
    deltas.push(text.slice(at, to));
    at = to;
  }
  return deltas;
}

const pieces = [
  ...' .,:;!?-–—*_`~#>|()[]{}<&\\"\'…。！？1a x'.split(''),
  ...['\n', '\n', '\n\n', '\r\n', '\r', '\n\n', ' ', ' ', ' ', ' ', '. ', '. ', '! ', '? ', '.** '],
  ...[
    '- ',
    '* ',
    '1. ',
    '12) ',
    '## ',
    '> ',
    '- [ ] ',
    '---',
    '===',
    '***',
    '\n```\n',
    '\n```ts\n',
    '~~~',
  ],
  ...['| a | b |\n', '|---|---|\n', 'a | b\n', '\n| ', '-|-', '**', '__', '~~', '``', '```'],
  ...['a | b\n--|--\n', '1 | 2\n', '> 1 | 2\n', '--+--\n', 'A   B   C\n', 'a\tb\n', '`a  b`  c  d'],
  ...['---\n', '+++\n', 'is: it\n', 'is = 1\n', '  - so\n', '# why\n'],
  ...[
    'at foo:1\n',
    '✅ it',
    '│ a │\n',
    '::error ',
    'PASS  a/b\n',
    'test a ... ok',
    '$ ls\n',
    '- 1 |',
    'E   x',
  ],
  ...['a.md#b', 'no. of course', '\\d+\\.', '> ## '],
  ...[
    '[the docs](https://example.com/a_b)',
    '[x](',
    '](y)',
    '[a][b]',
    '![i](p.png)',
    '`code`',
    '`e.g.`',
    '``a`b``',
  ],
  ...[
    '<!-- note -->',
    '<!--',
    '-->',
    '<b>',
    '</b>',
    '<br>',
    '&amp;',
    '&#42;',
    '<https://a.org>',
    '<!',
  ],
  ...[
    'e.g. ',
    'Dr. ',
    'etc. ',
    'U.S. ',
    'p.m. ',
    'No. ',
    'ERR! ',
    '3.14',
    'v1.2.3',
    'file.py:12',
    'src/*.ts',
  ],
  ...[
    'password is hunter2.',
    'token: ',
    'key ',
    'AbC123dEf456gHi789jKl',
    'C:\\Program Files\\x',
    '~/a b',
  ],
  ...[
    '\x1b[31m',
    '\x1b',
    '\u200b',
    '😀',
    '✅',
    '𠮷',
    'é',
    '次の文',
    'это',
    '\u2028',
    'snake_case',
    '__init__',
  ],
  ...[
    'Words',
    'done',
    'the',
    'It works',
    'and then',
    'one',
    'Two',
    'call `f()`',
    'bold**',
    '**bold',
    '_it_',
    'works',
  ],
];

const starts = ['', '', '', '---\n', '---\nis: it\n', '+++\n', 'a | b\n--|--\n'];

const sample = `I fixed the bug in \`src/auth/login.ts:42\`, and all **1,204 tests** pass. It took 12.3s, e.g. for the U.S. site.

## What changed
- **API**: it returns a 404 now. That is what \`GET /users\` did before.
- See [the docs](https://example.com/docs/memory_use). They are new.
  1. First. Second.

| file | state |
|---|---|
| a.ts | done |

\`\`\`ts
const a = 1;
// <!-- no -->

\`\`\`
This is hard-wrapped. It goes
on here. And it ends. これは文です。次の文！
Good.\r\n\r\nBye.`;

describe('the chunks are those of the whole text', () => {
  test.each([
    sample,
    sample.replaceAll('\n', '\r\n'),
    'One. Two',
    '```\na\n```\nb',
    '```\nnever closed',
    'a | b\n---|---\nc | d',
    'One line. More\nA. B | c\n|--|--|\nd',
    '<!-- a\n\nb --> One. Two. <!-- open. Three.',
    '**It works. And** more. *So. This',
    '# Title. More | x\n|---|',
    'See. 1. Two',
    '\ud83d. \ude00 a. B',
    'Wait… for it. Yes… Now.',
    'a | b\n---|---\nc. D | d\ne | f\n\ng | h',
    '># it. X\n<',
    ']\n->  #  a|',
    'x\nat foo:1 and it',
    'It is. Step 1/3:\nso',
    '- ✅ It is. So\nand',
    'It is.  A   b   c\nd',
    'The password is hn2.… i',
    '',
  ])('%j, one character at a time and in random pieces', (text) => {
    const whole = cutText(text);
    expect(stream([...Array(text.length).keys()].map((at) => text[at]!)).flat()).toEqual(whole);
    for (let round = 0; round < 40; round += 1) expect(stream(split(text)).flat()).toEqual(whole);
  });

  test('random text in random pieces', () => {
    for (let round = 0; round < 6000; round += 1) {
      const start = starts[round % starts.length]!;
      const length = 1 + next(round % 2 === 0 ? 40 : 10);
      const text = start + Array.from({ length }, () => pieces[next(pieces.length)]).join('');
      expect(stream(split(text)).flat(), JSON.stringify(text)).toEqual(cutText(text));
    }
  });

  test("with the user's words, also such as reach over the end of a sentence", () => {
    const options = (word: string): ReadingOptions => ({ pronunciations: [{ word, say: 'Yes' }] });
    for (const word of ['works. Good', 'one', 'Two', 'done.', 'It works', '**bold', '次の文'])
      for (let round = 0; round < 300; round += 1) {
        const text = Array.from({ length: 1 + next(20) }, () => pieces[next(pieces.length)]).join(
          '',
        );
        const given = stream(split(text), options(word)).flat();
        expect(given, JSON.stringify([word, text])).toEqual(cutText(text, options(word)));
      }
  });
});

describe('a sentence is given', () => {
  test.each<[string, string[], string[][]]>([
    ['when the next one begins', ['It works.', ' ', 'Next'], [[], [], ['It works.'], ['Next']]],
    ['at the end of its paragraph', ['It is B.', '\n', '\n'], [[], [], ['It is B.'], []]],
    ['when the next item begins', ['- one\n', '- ', 't'], [[], [], ['one'], ['t']]],
    ['at the end of a heading', ['# Title', '\n'], [[], ['Title'], []]],
    [
      'after its emphasis is closed',
      ['**It works. So', '** is. It'],
      [[], ['It works.', 'So is.'], ['It']],
    ],
    [
      'after inline code',
      ['Call `f()`. T', 'hen'],
      [['Call F open paren close paren.'], [], ['Then']],
    ],
    ['after a link', ['See [the docs](http://c.de/f_g). T'], [['See the docs.'], ['T']]],
    ['without white space in CJK text', ['一つ。', '二つ'], [[], ['一つ。'], ['二つ']]],
    ['not after a short form', ['Ask Dr. Who', '. B'], [[], ['Ask Doctor Who.'], ['B']]],
    ['not inside a comment', ['<!-- A. B', ' --> It is. F'], [[], ['It is.'], ['F']]],
    [
      'by row of a table',
      ['|a|b|\n|-|-|\n', '|c|d|\n', '|e|f|\n'],
      [['a, b'], ['c, d'], ['e, f'], []],
    ],
    [
      'by row of a table without outer bars',
      ['a|b\n-|-\n', 'c|d\n', 'e|f'],
      [['a, b'], ['c, d'], [], ['e, f']],
    ],
    ['by line of a program', ['✓ it. So\n', 'x'], [['it.', 'So'], [], ['x']]],
    [
      'as a block of code when its fence closes',
      ['```\na\n', '``', '`\n'],
      [[], [], ['Code block, 1 line.'], []],
    ],
  ])('%s', (_, deltas, chunks) => expect(stream(deltas)).toEqual(chunks));
});

test('a cutter is free for the next text after its end', () => {
  const cutter = new StreamCutter();
  cutter.push('```\nopen');
  expect(cutter.end()).toEqual(['Code block, 1 line.']);
  expect([...cutter.push('One two. T'), ...cutter.end()]).toEqual(['One two.', 'T']);
});

test('each part of a text is cut once', () => {
  const texts = [
    'A word here. '.repeat(2000),
    '- an item\n'.repeat(2000),
    'a b\n'.repeat(2000),
    '文。'.repeat(5000),
  ];
  for (const text of [...texts, ...'*_`~[<&|-#>. \\é。\n'.split('').map((c) => c.repeat(10_000))]) {
    let cut = 0;
    const cutter = new PartCutter({}, (part) => {
      cut += part.length;
      return [part];
    });
    for (const char of text) cutter.push(char);
    cutter.end();
    expect(cut).toBeLessThanOrEqual(text.length + 1);
  }
});
