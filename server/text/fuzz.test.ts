/** Random text, seeded: what no rule names is kept, and what was read once stays as it is. */
import { describe, expect, test } from 'vitest';
import { cutText, explainText } from './cut.ts';
import { rules } from './rules/table.ts';
import { Seals } from './seals.ts';
import { readSentence } from './sentence-reader.ts';
import type { Spoken } from './spoken.ts';

const pieces = [
  ...' .,:;-–—/\\+*=<>()[]{}@#$%&|!?~^_`"\'°²½€£µ'.split(''),
  ...'a b x I V X k K m s h B G é 文 0 1 2 7 9 10 12 30 99 404 1000 2026 1234567'.split(' '),
  ...['12.12.2026', '2026-12-12', '14:30', '9am', 'v1.20', '1.2.3', '0xFF', '3/4', '1,234', '5.5'],
  ...['GB', 'ms', 'kr', 'NOK', 'USD', 'px', 'e.g.', 'etc.', 'Dr.', 'No.', 'St.', 'U.S.', 'p.m.'],
  ...['SQL', 'nginx', 'API', 'APIs', 'NASA', 'getUserName', 'max_retry', 'FOO_BAR', 'utf8', 'C++'],
  ...['foo.bar()', 'main.ts', '--reset', '-x', 'HEAD~2', 'Ctrl+C', '[ERROR]', 'a1b2c3d', '#123'],
  ...[
    'Chapter',
    'Henry',
    'in',
    'from',
    'to',
    'port',
    'version',
    'status',
    'call',
    'the',
    'of',
    'and',
  ],
  ...[
    '->',
    '=>',
    '>=',
    '!=',
    '&&',
    '||',
    '...',
    '..',
    '::',
    '()',
    '😀',
    '\u0301',
    '\ud83d',
    '∞',
    '→',
  ],
];

function* texts(count: number, longest: number): Generator<string> {
  let seed = 11;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < count; round += 1) {
    const apart = next(3) === 0 ? '' : ' ';
    yield Array.from({ length: 1 + next(longest) }, () => pieces[next(pieces.length)]).join(apart);
  }
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The source again: what a rule said is put back to what it read. */
function source(spoken: Spoken): string {
  const { text } = spoken.finish();
  let back = '';
  let from = 0;
  for (const reading of spoken.readings) {
    back += text.slice(from, reading.at) + reading.source;
    from = reading.at + reading.spoken.length;
  }
  return back + text.slice(from);
}

describe('random text', () => {
  test('keeps every letter and digit that no rule reads', () => {
    for (const text of texts(30_000, 14)) {
      const spoken = readSentence(text, new Seals());
      expect(letters(source(spoken)), text).toBe(letters(text));
    }
  });

  test('gives no empty chunk, no seal and no double space that was not there', () => {
    for (const text of texts(15_000, 20)) {
      for (const chunk of cutText(text)) {
        expect(chunk, text).toMatch(/[\p{L}\p{N}]/u);
        expect(chunk, text).not.toMatch(/[\ufdd0-\ufdef]|  |undefined|NaN|\[object/);
      }
    }
  });

  test('explains what it says', () => {
    for (const text of texts(5000, 20)) {
      const explained = explainText(text);
      expect(explained.map((chunk) => chunk.text)).toEqual(cutText(text));
      for (const { text: chunk, readings } of explained)
        for (const { spoken } of readings) expect(chunk, text).toContain(spoken);
    }
  });
});

/** As in the source, whatever the order: where in a chunk something is said it is not told. */
const sorted = (text: string) => [...letters(text.normalize('NFD')).toLowerCase()].sort().join('');

describe('the readings of a text', () => {
  const marks = [
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '\u2028',
      '---\n',
      'is: it\n',
      'a | b\n--|--\n',
      '1 | 2\n',
      'A   B   C\n',
    ],
    ...[
      '- ',
      '12) ',
      '## ',
      '> ',
      '**',
      '`a`',
      '`a/b.ts:1`',
      'a.md#b',
      'docs/a.md#b-c',
      '\\d+\\.',
      '^a\\.b$',
    ],
    ...[
      '/home/ada/x.ts:3',
      'C:\\a\\b.ts',
      'https://u@e.com/a/b?c',
      'ada@e.com',
      'password is hunter2',
    ],
  ];
  const pronunciations = ['C++', '.', '😀', 'é', 'a', '12', 'src', 'API', '*', '(', '\\', '->'].map(
    (word) => ({
      word,
      say: 'Say it',
    }),
  );

  test('are what it has instead of what is said, no letter more or less', () => {
    let at = 0;
    for (const text of texts(8000, 16)) {
      at += 1;
      const words = text.replace(/~~+|\]\[|`{2,}/g, ' ').split(' ');
      const marked = words
        .map((word, index) => word + (marks[(at + index * 7) % 60] ?? ' '))
        .join('');
      const explained = explainText(marked, at % 3 === 0 ? { pronunciations } : {});
      let source = '';
      for (const { text: chunk, readings } of explained) {
        let from = 0;
        for (const reading of readings) {
          const start = chunk.indexOf(reading.spoken, from);
          expect(start, JSON.stringify(marked)).toBeGreaterThanOrEqual(from);
          source += chunk.slice(from, start) + reading.source;
          from = start + reading.spoken.length;
        }
        source += chunk.slice(from);
      }
      expect(source, JSON.stringify(marked)).not.toMatch(/[\ufdd0-\ufdef\ue002]/);
      expect(sorted(source), JSON.stringify(marked)).toBe(sorted(marked));
    }
  });

  test('of a block of code have its lines', () => {
    expect(explainText('```ts\nlet a;\nb\n```')[0]!.readings).toEqual([
      { rule: 'code block', source: 'let a;\nb', spoken: 'Code block, 2 lines.' },
    ]);
  });
});

test('what was read once is not read again', () => {
  // Names of files and what stands in code are said as they are written.
  for (const [text, spoken] of rules.flatMap((rule) => rule.examples)) {
    if (text.includes('`') || /\.(?:ts|js|md)/.test(text)) continue;
    expect(cutText(spoken).join(' ')).toBe(spoken);
  }
});
