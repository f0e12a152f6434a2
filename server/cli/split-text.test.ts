import { expect, it } from 'vitest';
import { splitText } from './split-text.ts';

it('leaves a short text whole', () => {
  expect(splitText('One. Two.', 100)).toEqual(['One. Two.']);
});

it('cuts after a paragraph before a line before a space', () => {
  expect(splitText('aa bb\ncc\n\ndd ee', 13)).toEqual(['aa bb\ncc\n\n', 'dd ee']);
  expect(splitText('aa bb\ncc dd', 9)).toEqual(['aa bb\n', 'cc dd']);
  expect(splitText('aa bb cc', 7)).toEqual(['aa bb ', 'cc']);
});

it('loses nothing, and never cuts a surrogate pair', () => {
  const text = '😀'.repeat(50);
  const parts = splitText(text, 7);
  expect(parts.join('')).toBe(text);
  expect(parts.every((part) => part.length <= 7 && !/^[\udc00-\udfff]/.test(part))).toBe(true);
});
