import { describe, expect, test } from 'vitest';
import { openingSentences } from './opening.ts';
import { tidy } from './tidy.ts';

describe('tidy', () => {
  test.each([
    // Blocks.
    ['a\n```js\nlet x;\n```\nb', 'a\n\nb'],
    ['a\n~~~\n```\nx\n~~~\nb', 'a\n\nb'],
    ['a\n````\n```\nx\n```\n````\nb', 'a\n\nb'],
    ['a\n```\nnever closed', 'a'],
    ['- a\n  ```\n  x\n  ```\n- b', 'a. b.'],
    ['> ```\n> x\n> ```\n> b', 'b'],
    ['See:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nDone.', 'See:\n\nDone.'],
    ['a | b\n--- | ---\n1 | 2\n3 | 4\nDone.', 'Done.'],
    ['Run it with cat x | sort, then stop.', 'Run it with cat x | sort, then stop.'],
    ['a\n\n---\n\nb', 'a\n\nb'],
    ['a\n* * *\nb\n___\nc', 'a\n\nb\n\nc'],
    ['# Title\ntext\n### Other ###\nmore', 'text\n\nmore'],
    ['Title\n=====\ntext', 'text'],
    ['#5 is fixed', '#5 is fixed'],
    // Lists and quotes.
    ['- a\n- b!\n* c:\n+ d', 'a. b! c: d.'],
    ['1. a\n2) b\n   goes on', 'a. b goes on.'],
    ['- [ ] open\n- [x] done', 'open. done.'],
    ['- "a."\n- (b?)', '"a." (b?)'],
    ['> a\n> b', 'a b'],
    ['> - a\n> - b', 'a. b.'],
    ['- a\n\nThen b', 'a.\n\nThen b'],
    ['Two things:\n- a\n- b', 'Two things:\n\na. b.'],
    ['a\nb', 'a b'],
    ['>= 5 is enough', '>= 5 is enough'],
    // Inside a line.
    ['**a** _b_ ***c*** ~~d~~', 'a b c d'],
    ['`x` and ``a ` b``', 'x and a ` b'],
    ['**`a_b_c`** is `*x`', 'a_b_c is *x'],
    ['a \\*star\\*', 'a *star*'],
    ['see [the docs](https://x.dev/a_(b) "t") now', 'see the docs now'],
    ['![shot](a.png) and [![badge](b.svg)](c) and [](d)', 'shot and badge and a link'],
    ['[text][ref] and[^1]\n\n[ref]: https://x.dev', 'text and'],
    ['see https://x.dev/a?b=c, or <https://y.dev>.', 'see a link, or a link.'],
    ['(http://localhost:3000)', '(a link)'],
    ['[https://x.dev/a](https://x.dev/a)', 'a link'],
    ['write to ada@x.dev or visit x.dev', 'write to ada@x.dev or visit x.dev'],
    ['one<br>two', 'one two'],
    // Paths.
    ['in src/lib/parser.ts:42.', 'in parser.ts.'],
    ['in `src/lib/parser.ts:42:7`', 'in parser.ts'],
    ['in src/lib/parser.ts#L42-L50 and parser.ts:12', 'in parser.ts and parser.ts'],
    ['in C:\\Users\\ada\\notes.txt', 'in notes.txt'],
    ['in ~/x/y/ and ./a/b', 'in y and b'],
    ['and/or, 1/2/2026, 24/7, he/she', 'and/or, 1/2/2026, 24/7, he/she'],
    ['`src/**/*.ts` and docs/*.md', 'src/**/*.ts and docs/*.md'],
    // Emoji.
    ['✅ Done 🎉! 👩🏽‍💻', 'Done!'],
    ['1️⃣ first ❤️ © 2026 🇩🇪', '1 first © 2026'],
    ['', ''],
    ['---\n\n```\nx\n```\n🎉', ''],
    ['a\x1b[31m red\x1b[0m\x00', 'a red'],
  ])('%j is %j', (text, tidied) => {
    expect(tidy(text)).toBe(tidied);
  });

  test('tidies nothing twice', () => {
    const once = tidy('# T\n- **a** in src/b/c.ts\n- [b](c)\n\nText `x` 🎉');
    expect(tidy(once)).toBe(once);
  });

  // Anything but linear would take minutes.
  test.each([
    '`',
    '``` ',
    '` `` ',
    '[',
    '[a](',
    '![a](b "',
    '*a ',
    '_',
    '|',
    '> ',
    '- ',
    '> - 1. ',
    'a/',
    'http://',
    '\\',
    '\n',
    '\n```\n',
    '\n|-|\n',
    '😀',
    '1.\n',
  ])('half a megabyte of %j', (piece) => {
    expect(tidy(piece.repeat(Math.ceil(500_000 / piece.length)))).toBeTypeOf('string');
  });
});

describe('the opening sentences', () => {
  const sentence = (length: number) => `${'x'.repeat(length - 1)}.`;

  test.each([
    ['', ''],
    ['All is done. It works.', 'All is done. It works.'],
    ['A title\n\nThe text.', 'A title. The text.'],
    [`${sentence(200)} ${sentence(119)} More.`, `${sentence(200)} ${sentence(119)}`],
    [`${sentence(200)} ${sentence(120)} More.`, sentence(200)],
    [sentence(320), sentence(320)],
    [`${'word '.repeat(80)}end.`, 'word '.repeat(64).trim()],
    [`${'word, '.repeat(80)}end.`, 'word, '.repeat(53).replace(/, $/, '')],
    ['x'.repeat(400), 'x'.repeat(320)],
    ['😀'.repeat(400), '😀'.repeat(320)],
  ])('of %j', (text, opening) => {
    expect(openingSentences(text)).toBe(opening);
  });
});
