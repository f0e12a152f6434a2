import { describe, expect, test } from 'vitest';
import { formatBlend, heaviest, parseBlend } from './blend.ts';

const known = 'abcdefghi'.split('');
const find = (name: string) => (known.includes(name.toLowerCase()) ? name.toLowerCase() : null);

function canonical(text: string): string | null {
  const parts = parseBlend(text, find);
  return parts && formatBlend(parts);
}

describe('what is a blend', () => {
  test.each([
    ['a(0.7)+b(0.3)', 'a(0.7)+b(0.3)'],
    ['a+b', 'a(0.5)+b(0.5)'],
    ['a(7)+b(3)', 'a(0.7)+b(0.3)'],
    ['a(.5)+b(1.)', 'a(0.3333)+b(0.6667)'],
    [' A ( 0.7 ) + B(0.3) ', 'a(0.7)+b(0.3)'],
    ['a+b+c', 'a(0.3334)+b(0.3333)+c(0.3333)'],
    ['a(1)+b(1000000)', 'a(0.0001)+b(0.9999)'],
    [
      'a+b+c+d+e+f+g+h',
      'abcdefgh'
        .split('')
        .map((voice) => `${voice}(0.125)`)
        .join('+'),
    ],
  ])('%s is %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each(['a+b+c', 'a(.5)+b(1)', 'a(1)+b(1)+c(5)', 'a(0.2901)+b(0.7099)', 'a(1)+b(9999999)'])(
    'the canonical form of %s is its own',
    (text) => {
      expect(canonical(canonical(text)!)).toBe(canonical(text));
    },
  );

  test.each(['a+b+c', 'a(3)+b(4)+c(5)+d(6)+e(7)+f(8)+g(9)'])(
    'the weights of %s add up to 1',
    (text) => {
      const sum = parseBlend(text, find)?.reduce((total, { weight }) => total + weight, 0) ?? 0;
      expect(sum).toBeCloseTo(1, 12);
    },
  );
});

describe('what is none', () => {
  test.each([
    '',
    'a',
    '+',
    'a+',
    '+a+b',
    'a++b',
    'a(1)',
    'a+z',
    'a+a',
    'a(0.5)+A(0.5)',
    'a(0)+b(1)',
    'a(-1)+b(2)',
    'a(0.7)+b',
    'a()+b()',
    'a(x)+b(y)',
    'a(NaN)+b(1)',
    'a(1e400)+b(1)',
    'a(1)(2)+b(1)',
    'a(1,5)+b(1)',
    `a(${'9'.repeat(320)})+b(1)`,
    'a+b+c+d+e+f+g+h+i',
    `a${' '.repeat(600)}+b`,
  ])('%s', (text) => {
    expect(parseBlend(text, find)).toBeNull();
  });
});

test.each([
  ['a(0.3)+b(0.7)', 'b'],
  ['b(0.5)+a(0.5)', 'b'],
  ['c+a+b', 'c'],
])('the heaviest of %s is %s', (text, voice) => {
  expect(heaviest(parseBlend(text, find)!)).toBe(voice);
});
