import { expect, test } from 'vitest';
import { cutParts } from './parts.ts';

const text = (count: number, word = 'word') => Array(count).fill(word).join(' ');

test('a short text is one part', () => {
  expect(cutParts('Hello, you.')).toEqual([{ text: 'Hello, you.', pause: false }]);
  expect(cutParts('')).toEqual([{ text: '', pause: false }]);
});

test('the first part ends at the first clause mark after 20 characters', () => {
  const long = `Well, after the build has ended, ${text(30)}; and more`;
  expect(cutParts(long)[0]).toEqual({ text: 'Well, after the build has ended,', pause: true });
});

test('without a mark it ends at a space', () => {
  const [first] = cutParts(text(100));
  expect(first).toEqual({ text: text(20), pause: false });
});

test('a mark inside a number or a word is none', () => {
  const [first] = cutParts(`It took 1,000,000 steps at 12:30:15 ${text(40)}`);
  expect(first!.pause).toBe(false);
});

test('nothing is lost, and no part is long', () => {
  for (const long of [
    text(500),
    text(200, 'clause, and;'),
    `${text(30)}, ${'x'.repeat(1000)} ${text(40)}`,
  ]) {
    const parts = cutParts(long);
    expect(
      parts
        .map((part) => part.text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(long.replaceAll(' ', ''));
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(200);
    expect(parts.every((part) => part.text.length > 0)).toBe(true);
  }
});
