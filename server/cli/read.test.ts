import { describe as suite, expect, test } from 'vitest';
import { explainText } from '../text/cut.ts';
import { describe, readingOptions } from './read.ts';

suite('what would be said', () => {
  const [chunk] = explainText('The API is at v1.20.');

  test('is a line a chunk', () => {
    expect(describe(chunk!, false)).toBe('The A P I is at version one point twenty.');
  });

  test('explained, with a line for each stretch that was read', () => {
    expect(describe(chunk!, true).split('\n')).toEqual([
      'The A P I is at version one point twenty.',
      '    capitals: "API" -> "A P I"',
      '    version: "v1.20" -> "version one point twenty"',
    ]);
  });
});

suite('settings of the home', () => {
  test('count as they are saved', () => {
    const pronunciations = [{ word: 'Ada', say: 'AY da' }];
    expect(readingOptions({ paths: 'full', pronunciations })).toEqual({
      paths: 'full',
      pronunciations,
    });
  });

  test.each([undefined, null, 7, {}, { paths: 'most', pronunciations: 'none' }])(
    '%j has none that count',
    (saved) => expect(readingOptions(saved)).toEqual({}),
  );

  test('a word without a say does not count', () => {
    expect(readingOptions({ pronunciations: [{ word: 'a' }, null] })).toEqual({
      pronunciations: [],
    });
  });
});
