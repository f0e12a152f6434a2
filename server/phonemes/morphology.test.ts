import { describe, expect, test } from 'vitest';
import { asCompound } from './compounds.ts';
import { withEd, withPrefix, withS, withSuffix } from './morphology.ts';

const lexicon: Record<string, string> = {
  plan: 'plˈæn',
  hope: 'hˈOp',
  hop: 'hˈɒp',
  parse: 'pˈɑɹs',
  deploy: 'dɨplˈY',
  simple: 'sˈɪmpᵊl',
  possible: 'pˈɒsəbᵊl',
  basic: 'bˈAsɪk',
  happy: 'hˈæpi',
  copy: 'kˈɒpi',
  tokenize: 'tˈOkənˌIz',
  separate: 'sˈɛpɚət',
  readable: 'ɹˈidəbᵊl',
  commit: 'kəmˈɪt',
  file: 'fˈIl',
  system: 'sˈɪstəm',
  time: 'tˈIm',
  start: 'stˈɑɹt',
  work: 'wˈɜk',
  bos: 'bˈɒs',
  jack: 'ʤˈæk',
};
const known = (word: string) => lexicon[word];

test.each([
  ['kˈæt', 'kˈæts'],
  ['dˈXɡ', 'dˈXɡz'],
  ['kˈæʃ', 'kˈæʃᵻz'],
])('%s with an s is %s', (base, expected) => {
  expect(withS(base)).toBe(expected);
});

test.each([
  ['mˈɜʤ', 'mˈɜʤd'],
  ['kˈæʃ', 'kˈæʃt'],
  ['stˈɑɹt', 'stˈɑɹtᵻd'],
])('%s with an ed is %s', (base, expected) => {
  expect(withEd(base)).toBe(expected);
});

describe('endings', () => {
  test.each([
    ['planning', 'plˈænɪŋ'],
    ['hoping', 'hˈOpɪŋ'],
    ['hopping', 'hˈɒpɪŋ'],
    ['parsers', 'pˈɑɹsɚz'],
    ['deployable', 'dɨplˈYəbᵊl'],
    ['deployment', 'dɨplˈYmənt'],
    ['simply', 'sˈɪmpli'],
    ['possibly', 'pˈɒsəbəli'],
    ['simplest', 'sˈɪmpləst'],
    ['basically', 'bˈAsɪkli'],
    ['happiness', 'hˈæpinəs'],
    ['happiest', 'hˈæpiəst'],
    ['copied', 'kˈɒpid'],
    ['copies', 'kˈɒpiz'],
    ['tokenization', 'tˌOkənïzˈAʃən'],
    ['tokenise', 'tˈOkənˌIz'],
    ['separating', 'sˈɛpɚˌAtɪŋ'],
    ['readability', 'ɹˌidəbˈɪlɨti'],
    ['timeless', 'tˈImləs'],
  ])('%s', (word, expected) => {
    expect(withSuffix(word, known)).toBe(expected);
  });

  test.each(['boss', 'xs', 'planx', 'hopness_'])('%s has none', (word) => {
    expect(withSuffix(word, known)).toBeUndefined();
  });
});

describe('prefixes', () => {
  test.each([
    ['uncommit', 'ʌnkəmˈɪt'],
    ['redeploy', 'ɹidɨplˈY'],
    ['preparse', 'pɹipˈɑɹs'],
    ['nonbasic', 'nˌɒnbˈAsɪk'],
    ['oversimple', 'ˌOvɚsˈɪmpᵊl'],
    ['subsystem', 'sˌʌbsˈɪstəm'],
    ['multitime', 'mˌʌltitˈIm'],
    ['microsystem', 'mˌIkɹOsˈɪstəm'],
  ])('%s', (word, expected) => {
    expect(withPrefix(word, known)).toBe(expected);
  });

  test('need a base that is no accident', () => {
    expect(withPrefix('rehop', known)).toBeUndefined();
  });
});

describe('compounds', () => {
  test.each([
    ['filesystem', 'fˈIlsˌɪstəm'],
    ['starttime', 'stˈɑɹttˌIm'],
    ['workman', 'wˈɜkmən'],
  ])('%s', (word, expected) => {
    expect(asCompound(word, known)).toBe(expected);
  });

  test('a surname is none', () => {
    expect(asCompound('jackbos', known)).toBeUndefined();
  });
});
