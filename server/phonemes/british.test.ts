/** What British English says otherwise. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPhonemizer } from './index.ts';

const { phonemize } = createPhonemizer(
  readFileSync(new URL('../../dist/lexicon.bin', import.meta.url)),
);
const say = (text: string) => phonemize(text, 'gb').text;

describe('vowels', () => {
  test.each([
    ['bath', 'bˈɑːθ'],
    ['trap', 'tɹˈap'],
    ['lot', 'lˈɒt'],
    ['cloth', 'klˈɒθ'],
    ['palm', 'pˈɑːm'],
    ['thought', 'θˈɔːt'],
    ['goat', 'ɡˈQt'],
    ['goose', 'ɡˈuːs'],
    ['fleece', 'flˈiːs'],
    ['happy', 'hˈapi'],
    ['nurse', 'nˈɜːs'],
    ['near', 'nˈɪə'],
    ['serious', 'sˈɪəɹiəs'],
    ['mirror', 'mˈɪɹə'],
    ['square', 'skwˈɛː'],
    ['various', 'vˈɛːɹiəs'],
    ['carry', 'kˈaɹi'],
    ['very', 'vˈɛɹi'],
    ['cure', 'kjˈʊə'],
    ['hurry', 'hˈʌɹi'],
    ['fire', 'fˈIə'],
    ['start', 'stˈɑːt'],
    ['force', 'fˈɔːs'],
    ['forest', 'fˈɒɹəst'],
    ['story', 'stˈɔːɹi'],
    ['ability', 'əbˈɪlɪti'],
    ['wanted', 'wˈɒntɪd'],
    ['because', 'bɪkˈɒz'],
  ])('%s is %s', (word, expected) => {
    expect(say(word)).toBe(expected);
  });
});

describe('words of their own', () => {
  test.each([
    ['new', 'njˈuː'],
    ['tube', 'tjˈuːb'],
    ['duke', 'djˈuːk'],
    ['fragile', 'fɹˈaʤIl'],
    ['mobile', 'mˈQbIl'],
    ['schedule', 'ʃˈɛdjul'],
    ['leisure', 'lˈɛʒə'],
    ['vitamin', 'vˈɪtəmɪn'],
    ['privacy', 'pɹˈɪvəsi'],
    ['tomato', 'təmˈɑːtQ'],
    ['advertisement', 'ədvˈɜːtɪsmənt'],
    ['route', 'ɹˈuːt'],
    ['data', 'dˈAtə'],
    ['process', 'pɹˈQsɛs'],
    ['garage', 'ɡˈaɹɑːʒ'],
    ['laboratory', 'ləbˈɒɹətɹi'],
    ['military', 'mˈɪlɪtəɹi'],
    ['mandatory', 'mˈandətəɹi'],
    ['organization', 'ˌɔːɡənIzˈAʃən'],
    ['better', 'bˈɛtə'],
    ['Z', 'zˈɛd'],
  ])('%s is %s', (word, expected) => {
    expect(say(word)).toBe(expected);
  });
});

describe('r between words', () => {
  test.each([
    ['far away', 'fˈɑːɹ əwˈA'],
    ['far from', 'fˈɑː fɹˈɒm'],
    ['far, away', 'fˈɑː, əwˈA'],
    ['the server is up', 'ðə sˈɜːvəɹ ɪz ˈʌp'],
    ['nurse it', 'nˈɜːs ˈɪt'],
    ['four eggs', 'fˈɔːɹ ˈɛɡz'],
    ['4 8', 'fˈɔːɹ ˈAt'],
    ['law and', 'lˈɔː ˈand'],
  ])('%s', (text, expected) => {
    expect(say(text)).toBe(expected);
  });
});
