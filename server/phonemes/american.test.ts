/** American English, by words and by whole sentences. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPhonemizer } from './index.ts';

const { phonemize } = createPhonemizer(
  readFileSync(new URL('../../dist/lexicon.bin', import.meta.url)),
);
const say = (text: string) => phonemize(text, 'us').text;

test.each([
  ['hello', 'həlˈO'],
  ['water', 'wˈɔTəɹ'],
  ['city', 'sˈɪTi'],
  ['party', 'pˈɑɹTi'],
  ['little', 'lˈɪTᵊl'],
  ['button', 'bˈʌtᵊn'],
  ['hotel', 'hOtˈɛl'],
  ['center', 'sˈɛntəɹ'],
  ['wanted', 'wˈɑntᵻd'],
  ['roses', 'ɹˈOzᵻz'],
  ['fire', 'fˈIəɹ'],
  ['nurse', 'nˈɜɹs'],
  ['choice', 'ʧˈYs'],
  ['judge', 'ʤˈʌʤ'],
  ['dance', 'dˈæns'],
  ['new', 'nˈu'],
  ['model', 'mˈɑdᵊl'],
  ['organization', 'ˌɔɹɡənəzˈAʃən'],
])('%s is %s', (word, expected) => {
  expect(say(word)).toBe(expected);
});

describe('sentences', () => {
  test.each([
    [
      'Despite its light architecture, it delivers comparable quality.',
      'dəspˈIt ɪts lˈIt ˈɑɹkətˌɛkʧəɹ, ɪt dəlˈɪvəɹz kˈɑmpəɹəbᵊl kwˈɑləTi.',
    ],
    ['The apple and the book.', 'ði ˈæpᵊl ænd ðə bˈʊk.'],
    ['What is it for?', 'wˌʌt ɪz ɪt fˈɔɹ?'],
    ['It is for you to eat.', 'ɪt ɪz fəɹ ju tʊ ˈit.'],
    ['An hour of work', 'ən ˈWəɹ əv wˈɜɹk'],
    ['plan A, a plan', 'plˈæn ˈA, ə plˈæn'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe('words of software', () => {
  test.each([
    ['API', 'ˌApˌiˈI'],
    ['APIs', 'ˌApˌiˈIz'],
    ['oops, we led the MR, Mr. Lee', 'ˈups, wi lˈɛd ði ˌɛmˈɑɹ, mˈɪstəɹ lˈi'],
    ["the API's", 'ði ˌApˌiˈIz'],
    ['JSON', 'ʤˈAsən'],
    ['SQL', 'ˌɛskjˌuˈɛl'],
    ['npm', 'ˌɛnpˌiˈɛm'],
    ['GUI', 'ɡˈui'],
    ['Linux', 'lˈɪnəks'],
    ['async', 'ˈAsɪŋk'],
    ['YAML', 'jˈæmᵊl'],
    ['nginx', 'ˌɛnʤənˈɛks'],
    ['kubectl', 'kjˈubkəntɹˌOl'],
    ['sudo', 'sˈudu'],
    ['queue', 'kjˈu'],
    ['tuple', 'tˈupᵊl'],
    ['enum', 'ˈinʌm'],
    ['daemon', 'dˈimən'],
    ['Sonara', 'sənˈɑɹə'],
    ['TypeScript', 'tˈIpskɹˌɪpt'],
    ['GitHub', 'ɡˈɪthˌʌb'],
    ['C++ and C#', 'sˈi plˈʌs plˈʌs ænd sˈi ʃˈɑɹp'],
    ['WWW', 'dˌʌbᵊljˌudˌʌbᵊljˌudˈʌbᵊljˌu'],
    ['the U.S. team', 'ðə jˌuˈɛs tˈim'],
    ['e.g. this', 'fˈɔɹ ɪɡzˈæmpᵊl ðˈɪs'],
    ['XYZs', 'ˌɛkswˌIzˈiz'],
    ['stdout', 'stˈændəɹd ˈWt'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe('what is taken apart', () => {
  test.each([
    ['getElementById', 'ɡˈɛt ˈɛləmənt bˈI ˌIdˈi'],
    ['readFileSync', 'ɹˈid fˈIl sˈɪŋk'],
    ['useState and closeFile', 'jˈuz stˈAt ænd klˈOz fˈIl'],
    ['speakAndWait', 'spˈik ˈænd wˈAt'],
    ['HTTPServer', 'ˌAʧtˌitˌipˈi sˈɜɹvəɹ'],
    ['node_modules', 'nˈOd mˈɑʤulz'],
    ['well-known', 'wˌɛlnˈOn'],
    ['open-weight', 'ˈOpənwˌAt'],
    ['utf8', 'jˌutˌiˈɛf ˈAt'],
    ['v2', 'vˈi tˈu'],
    ['5ms', 'fˈIv ˌɛmˈɛs'],
    ['.NET 4', 'dˈɑt nˈɛt fˈɔɹ'],
    ['it ends.Next', 'ɪt ˈɛndz. nˈɛkst'],
    ['package.json', 'pˈækɪʤ dˈɑt ʤˈAsən'],
    ["the API'll", 'ði ˌApˌiˈIəl'],
    ['re-run', 'ɹˌiɹˈʌn'],
    ['pkg', 'pˈækɪʤ'],
    ['qxz', 'kjˌuˌɛkszˈi'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe('numbers', () => {
  test.each([
    ['0', 'zˈɪɹO'],
    ['42', 'fˈɔɹTi tˈu'],
    ['999', 'nˈIn hˈʌndɹəd nˈInti nˈIn'],
    ['100', 'wˈʌn hˈʌndɹəd'],
    ['1st', 'fˈɜɹst'],
    ['12th', 'twˈɛlfθ'],
    ['30th', 'θˈɜɹTiəθ'],
    ['90s', 'nˈIntiz'],
    ['3.5', 'θɹˈi pˈYnt fˈIv'],
    ['1,000', 'wˈʌn θˈWzᵊnd'],
    ['007', 'zˈɪɹO zˈɪɹO sˈɛvən'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});

describe('capitals', () => {
  test('an abbreviation that is also a word is spelled', () => {
    expect(say('Ask IT about it')).toBe('ˈæsk ˌItˈi əbˈWt ˈɪt');
  });

  test('a shouted sentence is read', () => {
    expect(say('GIVE IT TO THEM')).toBe('ɡˈɪv ɪt tə ðˈɛm');
  });

  test('a long word in capitals is a word', () => {
    expect(say('TIMEOUT')).toBe('tˈImˌWt');
  });
});
