import { expect, test } from 'vitest';
import { restOf } from './rest-of-text.ts';

const text = '"One 24, three…" four!';
const symbols = 'wˈʌn twˈɛnti fˈɔɹ, θɹˈi… fˈɔɹ!';
const words = [
  { start: 1, at: 0 },
  { start: 5, at: 5 },
  { start: 9, at: symbols.indexOf('θ') },
  { start: 17, at: symbols.lastIndexOf('f') },
];
const rest = (from: number) => restOf(text, { text: symbols, words }, from);

test('from the first symbol on it is all of it', () => {
  expect(rest(0)).toBe('One 24, three…" four!');
});

test('from where a word begins, it begins with that word', () => {
  expect(rest(5)).toBe('24, three…" four!');
  expect(rest(words[3]!.at)).toBe('four!');
});

test('from the space before a word, it begins with that word', () => {
  expect(rest(4)).toBe('24, three…" four!');
});

test('from the mark after a word, the word is not said again', () => {
  expect(rest(symbols.indexOf(','))).toBe('three…" four!');
});

test('a word that was begun is said again', () => {
  expect(rest(symbols.indexOf(' fˈɔɹ,'))).toBe('24, three…" four!');
  expect(rest(symbols.length - 3)).toBe('four!');
});

test('nothing is left when only marks are', () => {
  expect(rest(symbols.length - 1)).toBe('');
  expect(rest(symbols.length)).toBe('');
});

test('marks before the first word are no word', () => {
  expect(restOf('… one', { text: '… wˈʌn', words: [{ start: 2, at: 2 }] }, 1)).toBe('one');
});
