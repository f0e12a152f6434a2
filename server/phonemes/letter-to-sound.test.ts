import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sayLetters, withOnePrimary } from './letter-to-sound.ts';
import { Lexicon } from './lexicon.ts';

const { trees } = new Lexicon(readFileSync(new URL('../../dist/lexicon.bin', import.meta.url)));

test.each([
  ['blorp', 'blˈɔɹp'],
  ['snazzle', 'snˈæzᵊl'],
  ['frindle', 'fɹˈɪndᵊl'],
  ['thrake', 'θɹˈAk'],
  ['quibbing', 'kwˈɪbɪŋ'],
])('says %s as %s', (word, sounds) => {
  expect(sayLetters(word, trees)).toBe(sounds);
});

test('the trees stay small', () => {
  expect(trees.bytes.length).toBeLessThan(300_000);
});

test.each([
  ['bˈAtˈA', 'bˈAtˌA'],
  ['bˌAtA', 'bˈAtA'],
  ['bətA', 'bətˈA'],
  ['bət', 'bˈʌt'],
  ['bɚ', 'bˈɜ'],
  ['st', 'st'],
])('%s has one main stress: %s', (sounds, expected) => {
  expect(withOnePrimary(sounds)).toBe(expected);
});
