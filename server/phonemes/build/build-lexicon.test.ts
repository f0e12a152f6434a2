import { describe, expect, test } from 'vitest';
import { Lexicon } from '../lexicon.ts';
import { buildLexicon, readDictionary } from './build-lexicon.ts';

const dictionary: Record<string, string> = {
  a: 'AH0',
  "'em": 'AH0 M',
  cat: 'K AE1 T',
  "cat's": 'K AE1 T S',
  cats: 'K AE1 T S',
  'cat(2)': 'K AE1 T',
  'a.m.': 'EY2 EH1 M',
  catalog: 'K AE1 T AH0 L AO2 G',
  dog: 'D AO1 G',
  lot: 'L AA1 T',
  palm: 'P AA1 M',
  zoo: 'Z UW1',
};
// More than one block of words, all of them beginning alike.
for (let n = 0; n < 40; n++)
  dictionary[`ca${String.fromCharCode(97 + (n % 26))}${'b'.repeat(n)}`] ??= 'K AE1 B';

describe('the file', () => {
  const file = buildLexicon(dictionary);
  const lexicon = new Lexicon(file);

  test('is the same for the same dictionary', () => {
    expect(buildLexicon(dictionary)).toEqual(file);
  });

  test('gives back every word', () => {
    const all = readDictionary(dictionary).map(({ word }) => word);
    expect(all.filter((word) => lexicon.find(word) === undefined)).toEqual([]);
  });

  test.each(['', 'b', 'ca', 'catt', 'catalogs', 'zzz', "'", 'cat(2)'])(
    'does not know "%s"',
    (word) => {
      expect(lexicon.find(word)).toBeUndefined();
    },
  );

  test('leaves out variants, words with marks and possessives', () => {
    const words = readDictionary(dictionary).map(({ word }) => word);
    expect(words.filter((word) => /[(.]|'s$/.test(word))).toEqual([]);
  });

  test('keeps a word that begins with an apostrophe', () => {
    expect(lexicon.find("'em")).toBe('ˈʌm');
  });

  test.each([0, 3, 19, 200])('cut short after %i bytes is refused', (length) => {
    expect(() => new Lexicon(file.subarray(0, length))).toThrow('lexicon is damaged');
  });

  test('of another kind is refused', () => {
    expect(() => new Lexicon(new Uint8Array(file.length).fill(7))).toThrow('lexicon is damaged');
  });

  test('may lie anywhere in a buffer', () => {
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    expect(new Lexicon(shifted.subarray(3)).find('dog')).toBe('dˈXɡ');
  });
});

describe('what the spelling tells', () => {
  const say = (word: string, phones: string) =>
    readDictionary({ ...dictionary, [word]: phones })
      .find((lesson) => lesson.word === word)
      ?.sounds.join('');

  test.each([
    ['lot', 'L AA1 T', 'lˈɒt'],
    ['palm', 'P AA1 M', 'pˈɑm'],
    ['want', 'W AA1 N T', 'wˈɒnt'],
    ['cause', 'K AA1 Z', 'kˈɔz'],
    ['long', 'L AO1 NG', 'lˈXŋ'],
    ['law', 'L AO1', 'lˈɔ'],
    ['because', 'B IH0 K AO1 Z', 'bɨkˈXz'],
    ['dance', 'D AE1 N S', 'dˈBns'],
    ['dances', 'D AE1 N S IH0 Z', 'dˈBnsᵻz'],
    ['finance', 'F AH0 N AE1 N S', 'fɪnˈæns'.replace('ɪ', 'ə')],
    ['carry', 'K AE1 R IY0', 'kˈEɹi'],
    ['vary', 'V EH1 R IY0', 'vˈSɹi'],
    ['very', 'V EH1 R IY0', 'vˈɛɹi'],
    ['serious', 'S IH1 R IY0 AH0 S', 'sˈeɹiəs'],
    ['spirit', 'S P IH1 R AH0 T', 'spˈɪɹɨt'],
    ['here', 'HH IY1 R', 'hˈɪɹ'],
    ['hurry', 'HH ER1 IY0', 'hˈHi'],
    ['new', 'N UW1', 'nyˈu'],
    ['noon', 'N UW1 N', 'nˈun'],
    ['wanted', 'W AO1 N T IH0 D', 'wˈɒntᵻd'],
    ['model', 'M AA1 D AH0 L', 'mˈɒdᵊl'],
    ['family', 'F AE1 M AH0 L IY0', 'fˈæməli'],
    ['fragile', 'F R AE1 JH AH0 L', 'fɹˈæʤïl'],
    ['military', 'M IH1 L AH0 T EH2 R IY0', 'mˈɪlɨtˌëɹi'],
    ['mandatory', 'M AE1 N D AH0 T AO2 R IY0', 'mˈændətˌöɹi'],
    ['despite', 'D IH0 S P AY1 T', 'dɨspˈIt'],
    ['report', 'R IY0 P AO1 R T', 'ɹɨpˈɔɹt'],
    ['ability', 'AH0 B IH1 L AH0 T IY2', 'əbˈɪlɨti'],
    ['outside', 'AW1 T S AY1 D', 'ˌWtsˈId'],
    ['during', 'D UH1 R IH0 NG', 'dyˈʊɹɪŋ'],
    ['tour', 'T UH1 R', 'tˈʊɹ'],
    ['africa', 'AE1 F R IH0 K AA0', 'ˈæfɹɪkə'],
    ['unable', 'AH0 N EY1 B AH0 L', 'ʌnˈAbᵊl'],
  ])('%s, %s: %s', (word, phones, expected) => {
    expect(say(word, phones)).toBe(expected);
  });
});
