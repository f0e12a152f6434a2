import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { textGiven } from './text-given.ts';

function typed(isTTY: boolean): Readable & { isTTY: boolean } {
  return Object.assign(Readable.from(['Typed.']), { isTTY });
}

async function hintsOf(words: string[], isTTY: boolean): Promise<[string, string[]]> {
  const hints: string[] = [];
  const text = await textGiven(words, typed(isTTY), (hint) => hints.push(hint));
  return [text, hints];
}

test('words are the text, and nothing is asked for', async () => {
  expect(await hintsOf(['Two', 'words.'], true)).toEqual(['Two words.', []]);
});

test('a pipe is read without a word', async () => {
  expect(await hintsOf([], false)).toEqual(['Typed.', []]);
});

test('a terminal gets a hint', async () => {
  expect(await hintsOf([], true)).toEqual([
    'Typed.',
    [expect.stringMatching(/type the text.*Ctrl/)],
  ]);
});
