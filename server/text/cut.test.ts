import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';

describe('sentences', () => {
  test.each<[string, string[]]>([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
    ['(It works.) Good.', ['(It works.)', 'Good.']],
    ['**It works.** Good.', ['It works.', 'Good.']],
    ['Really?! Yes...  No.', ['Really?!', 'Yes...', 'No.']],
    ['one\ntwo. three', ['one two.', 'three']],
    ['one\n\ntwo', ['one', 'two']],
    ['one\r\n\r\ntwo\r\n', ['one', 'two']],
    ['one\n \t\ntwo', ['one', 'two']],
    [
      'It is 3.14 or v1.2.3 here. See a.b.c too.',
      ['It is three point one four or version one point two point three here.', 'See A B C too.'],
    ],
    ['See file.py:123 and main.rs. Done.', ['See file.py, line 123 and main.rs.', 'Done.']],
    ['Use tools, e.g. Node, i.e. this.', ['Use tools, for example Node, that is this.']],
    ['Ask Dr. Who and Mrs. Hall. Now.', ['Ask Doctor Who and Missus Hall.', 'Now.']],
    ['The U.S. policy is. The U.S. Army is.', ['The U S policy is.', 'The U S Army is.']],
    ['He lives in the U.S. The rest do not.', ['He lives in the U S.', 'The rest do not.']],
    ['At 9 p.m. We left. At 5 p.m. sharp.', ['At nine P M.', 'We left.', 'At five P M sharp.']],
    ['Cats, dogs, etc. Others too.', ['Cats, dogs, et cetera.', 'Others too.']],
    ['Cats, etc. are here.', ['Cats, et cetera are here.']],
    [
      'J. R. Smith came. So did I. Then we left.',
      ['J. R. Smith came.', 'So did I.', 'Then we left.'],
    ],
    ['This is plan B. It works.', ['This is plan B.', 'It works.']],
    ['See No. 5 and p. 12. I said no. Go.', ['See Number 5 and page 12.', 'I said no.', 'Go.']],
    ['Wait… for it. Yes… Now.', ['Wait… for it.', 'Yes…', 'Now.']],
    ['これは文です。次の文！「はい。」そう', ['これは文です。', '次の文！', '「はい。」', 'そう']],
    ['Привет. Как дела?', ['Привет.', 'Как дела?']],
    ['مرحبا. شكرا', ['مرحبا.', 'شكرا']],
    ['42', ['42']],
  ])('%j', (text, chunks) => expect(cutText(text)).toEqual(chunks));

  test.each(['', ' \n\n ', '...', '!?', '---', '***', '🎉', '✅ 🚀', '“”', '\0', '<br>', '# '])(
    'nothing is read of %j',
    (text) => expect(cutText(text)).toEqual([]),
  );

  test('what a test asks to fail with stays', () => {
    expect(cutText('One. Two [fail] here. Three.')).toEqual(['One.', 'Two [fail] here.', 'Three.']);
    expect(cutText('[fail]')).toEqual(['[fail]']);
  });
});

describe('long sentences', () => {
  const words = (count: number, word: string) => Array(count).fill(word).join(' ');

  test('up to 600 characters are one chunk', () => {
    const text = `${'x'.repeat(99)} `.repeat(6).trim();
    expect(text).toHaveLength(599);
    expect(cutText(text)).toEqual([text]);
  });

  test('are cut at a clause mark, then at a space, then anywhere, and nothing is lost', () => {
    const clauses = `${words(60, 'word')}, ${words(80, 'more')}; ${words(100, 'last')}.`;
    const byClause = cutText(clauses);
    expect(byClause[0]).toBe(`${words(60, 'word')},`);
    for (const text of [clauses, words(500, 'word'), 'x'.repeat(2000), '😀a'.repeat(900)]) {
      const chunks = cutText(text);
      expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(600);
      const letters = (all: string) => all.replace(/[^a-z]/g, '');
      expect(letters(chunks.join(''))).toBe(letters(text));
    }
    expect(cutText('𠮷'.repeat(700)).join('')).toBe('𠮷'.repeat(700));
  });
});

describe('hostile text', () => {
  const size = 1 << 20;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  test.each([
    '*',
    '_',
    '`',
    '**a',
    '_a ',
    '[',
    '[a](',
    '![',
    '[a](b "',
    '[[a]',
    '[x[b]',
    '(',
    '<',
    '<a ',
    '<!--',
    '&',
    '&#',
    '|',
    '|-',
    '| a | b |\n',
    '-',
    '- ',
    '> ',
    '> - ',
    '- + ',
    '>',
    '#',
    '# ',
    '1. ',
    '1',
    ' ',
    '\n',
    '\t\n',
    '.',
    '. ',
    'a. ',
    'e.g. ',
    '…',
    '。',
    '"',
    '\\',
    '\\`',
    '😀',
    '\ud83d',
    '\u200d',
    '```\n',
    '~~~',
    'a',
    'a b ',
    '``a`',
    '`a',
    'https://',
    '\x1b[',
    '\ue000',
    '\ue0001\ue001',
    '] [',
    '](',
    '=>',
  ])('1 MiB of %j is read in a moment', (piece) => {
    const began = performance.now();
    const chunks = cutText(fill(piece));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(chunks.every((chunk) => chunk !== '' && chunk.length <= 600)).toBe(true);
  });

  test('random marks never throw', () => {
    const marks = '*_`[]()<>!#|-.>~"\\&\n \t1aé。😀\ud800;:/x'.split('');
    let seed = 1;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next() % 60 }, () => marks[next() % marks.length]).join('');
      for (const chunk of cutText(text)) expect(chunk).toMatch(/[\p{L}\p{N}]/u);
    }
  });
});

describe('blocks of code', () => {
  test.each([
    ['code', 'See:\n```ts\na;\nb;\n```\nDone.', ['See:', 'Code block, 2 lines.', 'Done.']],
    ['code in waves, open to the end', '~~~\n# a', ['Code block, 1 line.']],
    ['code with a fence inside', '````\n```\n````\nx', ['Code block, 1 line.', 'x']],
    ['no code', '```\n```', ['Empty code block.']],
  ])('%s', (_, text, chunks) => expect(cutText(text)).toEqual(chunks));
});
