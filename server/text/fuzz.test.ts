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

test('what was read once is not read again', () => {
  // Names of files and what stands in code are said as they are written.
  for (const [text, spoken] of rules.flatMap((rule) => rule.examples)) {
    if (text.includes('`') || /\.(?:ts|js|md)/.test(text)) continue;
    expect(cutText(spoken).join(' ')).toBe(spoken);
  }
});
