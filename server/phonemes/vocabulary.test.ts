import { expect, test } from 'vitest';
import { tokenize, vocabulary } from './vocabulary.ts';

test('has the 114 symbols of Kokoro v1.0', () => {
  expect(vocabulary.size).toBe(114);
});

test('no two symbols share an id', () => {
  expect(new Set(vocabulary.values()).size).toBe(114);
});

test('turns symbols into ids', () => {
  expect(tokenize('həlˈO!')).toEqual([50, 83, 54, 156, 31, 5]);
});

test('a space and a combining tilde are symbols', () => {
  expect(tokenize('a \u0303')).toEqual([43, 16, 17]);
});

test('drops what the model lacks', () => {
  expect(tokenize('a@g%b')).toEqual([43, 44]);
});
