/**
 * Whole transcripts of an agent, read line by line by a person before they were frozen: beside each stands what is said, a chunk a
 * line, those of a block of code indented.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';
import { SpeechStream, type SpeechStreamOptions } from './speech-stream.ts';

const folder = fileURLToPath(new URL('cases/transcripts', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** @param size of the deltas, in characters */
function said(text: string, code: SpeechStreamOptions['code'], size: number): string {
  const stream = new SpeechStream({ code });
  const pieces = [];
  for (let at = 0; at < text.length; at += size)
    pieces.push(...stream.push(text.slice(at, at + size)));
  pieces.push(...stream.end());
  return pieces
    .flatMap((piece) =>
      piece.kind === 'prose' ? piece.text : piece.chunks.map(({ text }) => `    ${text}`),
    )
    .map((line) => `${line}\n`)
    .join('');
}

describe.each(names)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const expected = readFileSync(join(folder, name.replace(/md$/, 'txt')), 'utf8');

  test('is read as a person found right', () => {
    expect(said(text, 'read', text.length)).toBe(expected);
  });

  test.each([1, 7, 64])('the same in pieces of %i characters', (size) => {
    expect(said(text, 'read', size)).toBe(expected);
  });

  test('the same as a whole but for its blocks of code', () => {
    expect(said(text, 'announce', 50)).toBe(
      cutText(text)
        .map((chunk) => `${chunk}\n`)
        .join(''),
    );
  });
});
