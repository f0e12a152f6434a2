/** Random code, seeded. */
import { expect, test } from 'vitest';
import { syntaxOf, type Family } from './families.ts';
import { knownLabels, languageOf } from './languages.ts';
import { Lexer } from './lexer.ts';
import { MarkupLexer } from './markup-lexer.ts';
import { readCodeBlock } from './read-code.ts';

let seed = 5;
const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const pieces = [
  ...' .,:;-/\\+*=<>()[]{}@#$%&|!?~^_`"\'\n\n0a bé文😀½'.split(''),
  ...[
    '//',
    '/*',
    '*/',
    '--',
    '<!--',
    '-->',
    '"""',
    "'''",
    '<a ',
    '</a>',
    '<script>',
    '</script>',
    '<style>',
  ],
  ...[
    'getName',
    'MAX_SIZE',
    '0x',
    '0xFF',
    '1.2.3',
    '1e5',
    '12_3',
    'SELECT',
    '\ud83d',
    '\u0301',
    '...',
    '!==',
  ],
  ...[
    '+++ b/x.py',
    '--- a/x',
    '@@ -1 +2 @@',
    '=begin',
    '=end',
    'REM ',
    '--[[',
    ']]',
    'key = "AbC123dEf456gHi789"',
  ],
];
const texts = function* (count: number) {
  for (let round = 0; round < count; round += 1)
    yield Array.from({ length: 1 + next(25) }, () => pieces[next(pieces.length)]).join('');
};
const families = [...new Set<Family>(knownLabels.map((label) => languageOf(label).family))];

test('the parts of a line are the line', () => {
  for (const family of families) {
    for (const text of texts(300)) {
      const lexer = family === 'markup' ? new MarkupLexer() : new Lexer(syntaxOf(family));
      const isClosed = next(2) === 0;
      for (const line of text.split('\n')) {
        const parts = lexer.read(line, () => isClosed);
        expect(parts.map((part) => part.text).join(''), `${family}: ${line}`).toBe(line);
      }
    }
  }
});

test('no line with a letter or digit is left out, and what stands as written is said', () => {
  for (const label of knownLabels) {
    for (const text of texts(20)) {
      const lines = text.split('\n');
      const spoken = new Map(
        readCodeBlock({ language: label, lines }).lines.map((line) => [line.number, line.spoken]),
      );
      for (const [index, line] of lines.entries()) {
        if (/[\p{L}\p{N}]/u.test(line))
          expect(spoken.get(index + 1), `${label}: ${text}`).toMatch(/: \S/);
        for (const [letter] of line.matchAll(/[é文½]/g))
          expect(spoken.get(index + 1)!.toLowerCase()).toContain(letter);
      }
      expect([...spoken.values()].join(''), text).not.toMatch(
        /undefined|NaN|\[object|[\ufdd0-\ufdef]/,
      );
    }
  }
});

test('ten thousand of anything are read, each part once', () => {
  const alone = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  for (const piece of [
    ...alone,
    '\\"',
    "\\'",
    '<a>',
    '<a "',
    '</script>',
    '/*',
    'aB',
    'A1',
    '-a',
    '1.',
    '文',
    '😀',
  ])
    for (const language of ['ts', 'html', 'sh', '', 'diff', 'rs'])
      readCodeBlock({ language, lines: [piece.repeat(10_000), piece] });
});
