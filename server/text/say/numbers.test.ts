import { describe, expect, test } from 'vitest';
import {
  cardinal,
  numberWords,
  oneByOne,
  ordinal,
  pairs,
  versionWords,
  yearWords,
} from './numbers.ts';

describe('numbers in words', () => {
  test.each([
    ['0', 'zero'],
    ['7', 'seven'],
    ['10', 'ten'],
    ['19', 'nineteen'],
    ['20', 'twenty'],
    ['99', 'ninety nine'],
    ['100', 'one hundred'],
    ['101', 'one hundred one'],
    ['999', 'nine hundred ninety nine'],
    ['1000', 'one thousand'],
    ['1234', 'one thousand two hundred thirty four'],
    ['10010', 'ten thousand ten'],
    ['1000000', 'one million'],
    ['2000000003', 'two billion three'],
    [
      '999999999999999999',
      `${'nine hundred ninety nine '.repeat(1)}quadrillion nine hundred ninety nine trillion nine hundred ninety nine billion nine hundred ninety nine million nine hundred ninety nine thousand nine hundred ninety nine`,
    ],
    ['1000000000000000000', `one${' zero'.repeat(18)}`],
  ])('cardinal %s', (digits, words) => expect(cardinal(digits)).toBe(words));

  test.each([
    ['1', 'first'],
    ['2', 'second'],
    ['3', 'third'],
    ['11', 'eleventh'],
    ['12', 'twelfth'],
    ['20', 'twentieth'],
    ['21', 'twenty first'],
    ['100', 'one hundredth'],
  ])('ordinal %s', (digits, words) => expect(ordinal(digits)).toBe(words));

  test.each([
    ['2026', 'twenty twenty six'],
    ['2005', 'two thousand five'],
    ['2000', 'two thousand'],
    ['2010', 'twenty ten'],
    ['1900', 'nineteen hundred'],
    ['1905', 'nineteen oh five'],
    ['1066', 'ten sixty six'],
  ])('year %s', (digits, words) => expect(yearWords(digits)).toBe(words));

  test.each([
    ['1080', 'ten eighty'],
    ['8080', 'eighty eighty'],
    ['3000', 'three thousand'],
    ['192', 'one ninety two'],
    ['100', 'one hundred'],
    ['200', 'two hundred'],
    ['404', 'four oh four'],
    ['80', 'eighty'],
    ['27017', 'twenty seven thousand seventeen'],
  ])('pairs %s', (digits, words) => expect(pairs(digits)).toBe(words));

  test.each([
    ['1,234.50', 'one thousand two hundred thirty four point five zero'],
    ['1_000', 'one thousand'],
    ['.5', 'point five'],
    ['007', 'zero zero seven'],
    ['0', 'zero'],
    ['0.05', 'zero point zero five'],
  ])('number %s', (written, words) => expect(numberWords(written)).toBe(words));

  test('digits and versions', () => {
    expect(oneByOne('207')).toBe('two zero seven');
    expect(versionWords('1.20')).toBe('one point twenty');
    expect(versionWords('20.04.x')).toBe('twenty point oh four point x');
  });
});
