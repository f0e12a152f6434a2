import { describe, expect, test } from 'vitest';
import { cleanBlocks } from './clean.ts';
import { Pronouncer } from './pronunciations.ts';
import { Reader } from './reading.ts';
import { Seals } from './seals.ts';

/** As the text looks before its sentences are read. */
function clean(text: string): string[] {
  const seals = new Seals();
  return cleanBlocks(text, seals, new Reader(seals, new Pronouncer([]), {})).map((block) =>
    seals.reveal(block),
  );
}

describe('inside a block', () => {
  test.each([
    ['**bold** and *soft* and ***both***', 'bold and soft and both'],
    ['__bold__ and _soft_ and ~~gone~~', 'bold and soft and gone'],
    ['snake_case_name and __init__ and `_a_`', 'snake_case_name and init and _a_'],
    ['2 * 3 * 4 and 5*3*2', '2 * 3 * 4 and 5*3*2'],
    ['**a *b* c**', 'a b c'],
    ['`code` and ``a ` b``', 'code and a ` b'],
    ['an ` alone', 'an alone'],
    ['see [the docs](https://a.b/c_(d)) now', 'see the docs now'],
    ['![a picture](x.png "title")', 'a picture'],
    ['[label [one] two](x) and [ref][1]', 'label [one] two and ref'],
    ['[**bold** label](x)', 'bold label'],
    ['array[0] and [x] and f(x)[1]', 'array[0] and [x] and f(x)[1]'],
    ['a note[^1].', 'a note.'],
    ['[^a-z] and [^,] and [^x]*', '[^a-z] and [^,] and [^x]*'],
    ['see https://a.b/c_d_e?x=1&y=2 here', 'see https://a.b/c_d_e?x=1&y=2 here'],
    ['<https://a.b>', 'https://a.b'],
    ['a -> b => c → d', 'a -> b => c → d'],
    ['a >= b <= c', 'a >= b <= c'],
    ['salt & pepper &amp; R&D', 'salt & pepper & R&D'],
    ['a&nbsp;b &lt;c&gt; &#39;d&#x27; &unknown;', "a b <c> 'd' &unknown;"],
    ['✅ Done ✓ and 🎉 party 👩‍💻', 'Done and party'],
    ['1️⃣ first 🇳🇴', '1 first'],
    ['It works 🎉.', 'It works.'],
    ['© 2024 X™', '© 2024 X™'],
    ['a<br>b <b>bold</b> <img src="x">', 'a b bold'],
    ['List<String> and a < b > c', 'List<String> and a < b > c'],
    ['\\*not soft\\* 1\\. x', '*not soft* 1. x'],
    ['a\0b\x1b[31mred\x1b[0m\u200bzero', 'a b red zero'],
    ['before <!-- not\nthis --> after', 'before after'],
    ['[fail]', '[fail]'],
  ])('%j is %j', (text, cleaned) => expect(clean(text)).toEqual([cleaned]));
});

describe('blocks', () => {
  test.each<[string, string, string[]]>([
    ['headings', '# One\ntext\n## Two ##\nC#\n### C#', ['One', 'text', 'Two', 'C#', 'C#']],
    ['underlined headings', 'One\n===\ntext\n---\nmore', ['One', 'text', 'more']],
    ['lists', '- a\n* b\n+ c\n  goes on\n  - d', ['a', 'b', 'c goes on', 'd']],
    ['numbered lists', '1. A.\n2) B.\n10. C', ['1: A.', '2: B.', '10: C']],
    ['a year is no number of a list', '2024. A year.', ['2024. A year.']],
    ['tasks', '- [ ] a\n- [x] b', ['a', 'b']],
    ['quotes', '> a\n> b\n\n> - c\n>> d', ['a b', 'c d']],
    ['rules', 'a\n\n* * *\n\nb\n___\nc', ['a', 'b', 'c']],
    ['tables', '| A | B |\n|---|:-:|\n| 1 | **2** |\n| | x \\| y |', ['A, B', '1, 2', 'x | y']],
    ['tables without bars', 'A | B\n--|--\n1 | 2', ['A, B', '1, 2']],
    [
      'all rows of such',
      'A | B\n--|--\n1 | 2\n3 | 4\n5\nx | y',
      ['A, B', '1, 2', '3, 4', '5 x | y'],
    ],
    ['such in a quote', '> A | B\n> --|--\n> 1 | 2\n> 3 | 4', ['A, B', '1, 2', '3, 4']],
    ['such that a list ends', 'A | B\n--|--\n- 1 | 2', ['A, B', '1 | 2']],
    ['tables of databases', ' A | B\n---+---\n 1 | 2\n 3 | 4', ['A, B', '1, 2', '3, 4']],
    ['tables in a frame', '+---+---+\n| A | B |\n+---+---+', ['A, B']],
    ['columns', 'NAME   AGE   ID\nx   1   2\ny', ['NAME, AGE, ID', 'x, 1, 2', 'y']],
    ['columns set by tabs', 'a\tb\nc', ['a, b', 'c']],
    ['no columns in a sentence', 'Too   many   spaces.\nHere', ['Too many spaces. Here']],
    ['no columns in code', 'Use `a   b   c`\nhere', ['Use a b c here']],
    ['no columns around a sign', 'x     = 1\ny', ['x = 1 y']],
    ['columns of a box', '│ a │ b │\n│ c │ d │', ['a, b', 'c, d']],
    ['a bar in text', 'run a | b', ['run a | b']],
    ['a fence on one line', '```a b```', ['a b']],
    ['bold at the start of a line', '**a** b\n*c* d', ['a b c d']],
  ])('%s', (_, text, blocks) => expect(clean(text)).toEqual(blocks));
});
