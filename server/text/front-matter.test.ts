import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';
import { StreamCutter } from './stream-cutter.ts';

function streamed(text: string, size: number): string[] {
  const cutter = new StreamCutter();
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += size)
    chunks.push(...cutter.push(text.slice(at, at + size)));
  return [...chunks, ...cutter.end()];
}

const long = (lines: number) => `---\n${'key: x\n'.repeat(lines)}---\nEnd`;

describe('front matter', () => {
  test.each<[string, string, string[]]>([
    [
      'is read line by line',
      '---\ntitle: My page.\nby: Ada\n---\nIt is.',
      ['title: My page.', 'by: Ada', 'It is.'],
    ],
    ['with its lists', '---\nfor:\n  - you\n- me\n---\n', ['for:', 'you', 'me']],
    ['with what is nested', '---\na:\n  bad: yes\n  - c: two\n---\n', ['a:', 'bad: yes', 'c: two']],
    ['with a value over lines', '---\nthis: >-\n  One\n  two\n---\n', ['this: One two']],
    [
      'with a value that keeps its lines',
      '---\nthis: |\n  One\n  two\n---\n',
      ['this:', 'One', 'two'],
    ],
    ['with quoted names', '---\n"the name": it\n---\n', ['"the name": it']],
    ['with its remarks', '---\nis: it\n# Why\n---\n', ['is: it', 'Why']],
    ['behind a byte order mark', '\ufeff---\nis: it\nat: me\n---\n', ['is: it', 'at: me']],
    ['with other line ends', '---\r\nis: it\r\nat: me\r\n---\r\nEnd', ['is: it', 'at: me', 'End']],
    ['that ends with the text', '---\nis: it\nat: me\n---', ['is: it', 'at: me']],
    [
      'of TOML',
      '+++\nis = "it"\n[the.part]\nat = ["me",\n "you"]\n+++\n',
      ['is: "it"', 'the dot part', 'at: ["me", "you"]'],
    ],
    ['of 298 lines', long(298), [...Array<string>(298).fill('key: x'), 'End']],
  ])('%s', (_, text, chunks) => {
    expect(cutText(text)).toEqual(chunks);
    for (const size of [1, 2, 3, 7, 1000]) expect(streamed(text, size)).toEqual(chunks);
  });

  test.each<[string, string, string[]]>([
    [
      'prose after a line across the page',
      '---\nIt is: so.\nAnd so on.\n---\nx',
      ['It is: so.', 'And so on.', 'x'],
    ],
    ['a title after it', '---\n# It\nis: so\nat: me\n---\n', ['It', 'is: so at: me']],
    ['a list after it', '---\n- it: is\nso\n---\n', ['it: is so']],
    ['what never ends', '---\nis: so\nat: me\n', ['is: so at: me']],
    ['what begins with an empty line', '---\n\nis: so\nat: me\n---\n', ['is: so at: me']],
    ['what is not at the beginning', 'x\n---\nis: so\nat: me\n---\n', ['x', 'is: so at: me']],
    ['what ends with another mark', '---\nis: so\nat: me\n+++\n', ['is: so at: me']],
  ])('is not %s', (_, text, chunks) => {
    expect(cutText(text)).toEqual(chunks);
    for (const size of [1, 2, 3, 7, 1000]) expect(streamed(text, size)).toEqual(chunks);
  });

  test('is not what has more lines', () => {
    expect(cutText(long(299))[0]).toMatch(/^key: x key: x/);
    expect(streamed(long(299), 7)).toEqual(cutText(long(299)));
  });

  test('a line that cannot be one is not held', () => {
    const cutter = new StreamCutter();
    expect(cutter.push('---\nI did all of it. Th')).toEqual(['I did all of it.']);
  });
});
