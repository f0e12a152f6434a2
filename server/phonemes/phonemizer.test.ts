/** Offsets, punctuation, other scripts, the user's phonemes, and texts that are no prose. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPhonemizer, type Accent } from './index.ts';
import { vocabulary } from './vocabulary.ts';

const { phonemize } = createPhonemizer(
  readFileSync(new URL('../../dist/lexicon.bin', import.meta.url)),
);
const say = (text: string) => phonemize(text, 'us').text;

describe('words', () => {
  const text = 'The “tests”, 42 of them, pass.';
  const result = phonemize(text, 'us');

  test('are where the input has them', () => {
    expect(result.words.map(({ start, end }) => text.slice(start, end))).toEqual([
      'The',
      'tests',
      '42',
      'of',
      'them',
      'pass',
    ]);
  });

  test('are where the phonemes have them', () => {
    expect(result.words.map(({ at, to }) => result.text.slice(at, to))).toEqual([
      'ðə',
      'tˈɛsts',
      'fˈɔɹTi tˈu',
      'əv',
      'ðˈɛm',
      'pˈæs',
    ]);
  });

  test('of characters of two units count both', () => {
    expect(phonemize('😀 go', 'us').words[0]).toMatchObject({ start: 3, end: 5 });
  });
});

describe('punctuation', () => {
  test.each([
    ['a, b; c: d.', 'ˈA, bˈi; sˈi: dˈi.'],
    ['Yes! No? Well…', 'jˈɛs! nˈO? wˈɛl…'],
    ['Well... yes', 'wˈɛl… jˈɛs'],
    ['this - that', 'ðˈɪs — ðˈæt'],
    ['this -- that', 'ðˈɪs — ðˈæt'],
    ['this—that', 'ðˈɪs—ðˈæt'],
    ['(yes) “no” "so"', '(jˈɛs) “nˈO” "sˈO"'],
    ['[yes]', '(jˈɛs)'],
    ['the "apple" to "use"', 'ði "ˈæpᵊl" tə "jˈuz"'],
    ["'yes' ‘no’", 'jˈɛs nˈO'],
    ['run()', 'ɹˈʌn'],
    ['yes\n\n  no', 'jˈɛs nˈO'],
    ['yes,no', 'jˈɛs, nˈO'],
    ['Dr. Who', 'dˈɑktəɹ hˈu'],
    ['yes/no & so_on', 'jˈɛs nˈO sˌO ˈɑn'],
    ['--force', 'fˈɔɹs'],
  ])('%j', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe('scripts', () => {
  test.each([
    ['café', 'kæfˈA'],
    ['cafe\u0301', 'kæfˈA'],
    ['Zürich', 'zˈʊɹɪk'],
    ['α and Δ', 'ˈælfə ænd dˈɛltə'],
    ['µ', 'mjˈu'],
    ['η', 'ˈATə'],
    ['ｇｏ', 'ɡˈO'],
    ['ﬁx', 'fˈɪks'],
    ['go 東京 go', 'ɡˈO ɡˈO'],
    ['привет', ''],
    ['😀👩‍👩‍👧', ''],
    ['don’t', 'dˈOnt'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe("the user's phonemes", () => {
  test.each([
    ['/kˈOkəɹO/ speaks', 'kˈOkəɹO spˈiks'],
    ["/ɡ'u:/", 'ɡˈuː'],
    ['/gˈO/', 'ɡˈO'],
    ['/ˈa@%b/', 'ˈab'],
    ['the /ˈæp/', 'ði ˈæp'],
  ])('%s stay', (text, expected) => {
    expect(say(text)).toBe(expected);
  });

  test.each([
    ['and/or/not', 'ænd ɔɹ nˈɑt'],
    ['/usr/bin', 'jˈuzəɹ bˈɪn'],
    ['/open', 'ˈOpən'],
  ])('%s are none', (text, expected) => {
    expect(say(text)).toBe(expected);
  });

  test('are one word of the input', () => {
    expect(phonemize('say /kˈOkəɹO/ now', 'us').words[1]).toMatchObject({ start: 4, end: 13 });
  });
});

describe('any text', () => {
  const accents: Accent[] = ['us', 'gb'];
  const texts = [
    '',
    ' \n\t',
    "''''",
    '/',
    '//',
    '/ˈ',
    '\ud800',
    '\u0000\uffff',
    "a'b'c'd'",
    "'s",
    "n't",
    "I'd've",
    'x'.repeat(500),
    'AbC'.repeat(200),
    '1.'.repeat(300),
    '1,000,'.repeat(100),
    'a.b.'.repeat(100),
    '-'.repeat(200),
    'a-'.repeat(200),
    '('.repeat(200),
    'e\u0301'.repeat(200),
    "a'".repeat(200),
    'constructor __proto__ hasOwnProperty toString valueOf myconstructor constructor’s reconstructor',
    String.fromCharCode(...Array.from({ length: 4000 }, (_, code) => code)),
  ];

  test.each(accents)('gives only symbols that Kokoro has, %s', (accent) => {
    const strange = texts.flatMap((text) =>
      Array.from(phonemize(text, accent).text).filter((symbol) => !vocabulary.has(symbol)),
    );
    expect(strange).toEqual([]);
  });

  test.each(accents)('gives words in order and within the text, %s', (accent) => {
    const wrong = texts.filter((text) => {
      const { words, text: said } = phonemize(text, accent);
      let [end, to] = [0, 0];
      return words.some((word) => {
        const fits =
          word.start >= end && word.end > word.start && word.at >= to && word.to > word.at;
        [end, to] = [word.end, word.to];
        return !fits || word.end > text.length || word.to > said.length;
      });
    });
    expect(wrong).toEqual([]);
  });

  test('a run of letters without an end is said in pieces', () => {
    const { words } = phonemize('a'.repeat(100_000), 'us');
    expect(words.length).toBeGreaterThan(1000);
  });

  test('the same text sounds the same, however much was said between', () => {
    const before = say('The quick brown fox');
    for (let n = 0; n < 20_000; n++) say(`w${n.toString(36)}`);
    expect(say('The quick brown fox')).toBe(before);
  });

  test('a damaged lexicon is refused', () => {
    expect(() => createPhonemizer(new Uint8Array(10))).toThrow('lexicon is damaged');
  });
});
