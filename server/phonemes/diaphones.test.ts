import { expect, test } from 'vitest';
import { beginsWithVowel, consonants, fromBytes, toBytes, vowels } from './diaphones.ts';

test('every diaphone with every stress survives its byte', () => {
  const all = consonants + Array.from(vowels, (vowel) => `${vowel}ˈ${vowel}ˌ${vowel}`).join('');
  const bytes = toBytes(all);
  expect(fromBytes(Uint8Array.from(bytes), 0, bytes.length)).toBe(all);
});

test('leaves the top bit free', () => {
  expect(
    Math.max(...toBytes(consonants + Array.from(vowels, (vowel) => `ˌ${vowel}`).join(''))),
  ).toBeLessThan(128);
});

test.each(['q', 'ˈt', '1'])('"%s" is refused by name', (wrong) => {
  expect(() => toBytes(wrong)).toThrow(wrong.slice(-1));
});

test.each([
  ['ˈæpᵊl', true],
  ['əɡO', true],
  ['jˈus', false],
  ['', false],
])('%s begins with a vowel: %s', (sounds, expected) => {
  expect(beginsWithVowel(sounds)).toBe(expected);
});
