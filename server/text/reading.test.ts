import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';
import type { PathLength } from './path-reading.ts';

const pieces = [
  ...'/\\:.~-_*`"\'()[] ,;@#=%$?!|\n{}…'.split(''),
  ...['a', 'B7', 'src', 'main.ts', ':12', 'C:\\', '../', '~/', '\\\\nas\\', '://', 'http', '.com'],
  ...['é', '文', '😀', 'Users', 'home', 'word', 'C++', ' ', ' ', '/', '\\', '#L3', '(3,4)'],
];
const pronunciations = [
  { word: 'word', say: 'SAY. It' },
  { word: 'C++', say: 'plus' },
  { word: 'a', say: 'b/c.d' },
];

/** Seeded, so that a failure can be seen again. */
function* texts(count: number): Generator<string> {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < count; round += 1)
    yield Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join('');
}

describe('random text', () => {
  test('is cut without seals left, empty chunks or an exception, whatever the settings', () => {
    for (const paths of ['short', 'last_two', 'last_three', 'full'] satisfies PathLength[]) {
      for (const text of texts(4000)) {
        for (const chunk of cutText(text, { paths, pronunciations })) {
          expect(chunk).toMatch(/[\p{L}\p{N}]/u);
          expect(chunk).not.toMatch(/[\ufdd0-\ufdef]/);
        }
      }
    }
  });

  test('without paths or words is as if there were no rules for them', () => {
    const prose = 'He said (and she did) that it works, e.g. **here**; 3 * 4 = 12.';
    expect(cutText(prose, { paths: 'full', pronunciations })).toEqual(cutText(prose));
  });
});

describe('hostile text', () => {
  const hostile = Array.from({ length: 200 }, (_, index) => ({
    word: `${'a '.repeat(28)}${index}`,
    say: 'b'.repeat(200),
  })).concat([
    { word: 'w', say: 'b' },
    { word: '--', say: 'dash' },
  ]);
  const time = (text: string) => {
    const began = performance.now();
    cutText(text, { pronunciations: hostile, paths: 'short' });
    return performance.now() - began;
  };

  test.each([
    '/',
    '\\',
    'a/',
    'a\\',
    '/a',
    '/a ',
    'a/b.ts ',
    'a/b.ts](',
    'a/b.ts)',
    'a/b.ts,',
    'C:\\',
    'C:\\A B',
    'C:\\a B ',
    '~/',
    '../',
    '\\\\a\\',
    ':1',
    'a.ts:1',
    '(1,',
    '[(',
    '(a/[b/',
    '://',
    'a://',
    'a://(',
    'a://) ',
    '@',
    'a@',
    'a@b.',
    'a@b.cc,',
    'a.com ',
    'a.',
    'www.',
    '1.',
    'a ',
    'a  ',
    'w ',
    'w',
    '--',
    '-- ',
    '_w_ ',
    '_',
    '__a',
    '%a%\\',
    '$a/',
    "a/b's",
    '#L1',
    '\ufdd0\ufde0\ufdd1',
    '文/',
    '/a\\ ',
    '`a/b` ',
    '`/',
  ])('takes twice as long for twice as much of %j', (piece) => {
    const text = (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    const half = time(text(1 << 17));
    const whole = time(text(1 << 18));
    // Four times would be quadratic; a busy machine is given its second.
    expect(whole, `${half} ms, then ${whole} ms`).toBeLessThan(3 * half + 1000);
  });
});
