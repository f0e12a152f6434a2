/** The tables of words can be read, and hold what they must. */
import { expect, test } from 'vitest';
import { isBathWord } from '../build/bath-words.ts';
import { britishWords } from './british-words.ts';
import { toBytes } from '../diaphones.ts';
import { functionWord } from './function-words.ts';
import { pairs } from '../heteronyms/pairs.ts';
import { singleWords } from '../heteronyms/single-words.ts';
import { spelledWords } from './spelled-words.ts';
import { techWords } from './tech-words.ts';

/** What cannot be said. */
const broken = (entries: Iterable<[string, string]>) =>
  [...entries].filter(([, sounds]) => {
    try {
      sounds.split(' ').forEach(toBytes);
      return sounds === '' || (!/[ˈˌ]/.test(sounds) && sounds.length > 4);
    } catch {
      return true;
    }
  });

test('words of software are diaphones, or other words', () => {
  expect(broken([...techWords].filter(([, sounds]) => !sounds.startsWith('=')))).toEqual([]);
});

test('there are enough words of software', () => {
  expect(techWords.size + spelledWords.size).toBeGreaterThan(400);
});

test('British words are diaphones', () => {
  expect(broken(britishWords)).toEqual([]);
});

test('nouns and verbs are diaphones', () => {
  const all = [...pairs].flatMap(([word, { noun, verb }]): [string, string][] => [
    [word, noun],
    [word, verb],
  ]);
  expect(broken(all)).toEqual([]);
});

test('noun and verb differ', () => {
  expect([...pairs].filter(([, { noun, verb }]) => noun === verb)).toEqual([]);
});

test('rules for single words say diaphones', () => {
  const all = [...singleWords].flatMap(([word, rule]) =>
    rule.map((choice): [string, string] => [word, typeof choice === 'string' ? choice : choice[1]]),
  );
  expect(broken(all)).toEqual([]);
});

test.each([
  ['the', 'consonant', 'ðə'],
  ['the', 'vowel', 'ði'],
  ['to', 'consonant', 'tə'],
  ['to', 'vowel', 'tʊ'],
  ['to', 'end', 'tˈu'],
  ['for', 'consonant', 'fɚ'],
  ['for', 'end', 'fˈɔɹ'],
  ['of', 'consonant', 'əv'],
  ['a', 'consonant', 'ə'],
] as const)('%s before a %s is %s', (word, following, expected) => {
  expect(functionWord(word, 'us', following)).toBe(expected);
});

test.each(['bath', 'classes', 'passing', 'dancer', 'branches', 'unmask', "can't"])(
  '%s has the vowel of "bath"',
  (word) => {
    expect(isBathWord(word)).toBe(true);
  },
);

test.each(['gas', 'passion', 'cancel', 'mass', 'classic', 'ant'])('%s has not', (word) => {
  expect(isBathWord(word)).toBe(false);
});
