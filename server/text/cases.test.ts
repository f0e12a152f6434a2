/** The cases beside this file, which are also the page that shows how text is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCases, renderCases } from '../setup/lib/reading-cases.mjs';
import { cutText } from './cut.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const kinds = readCases(join(here, 'cases'));

describe.each(kinds)('$title', ({ cases }) => {
  test.each(cases)('$text', ({ text, spoken }) => {
    expect(cutText(text).join(' | ')).toBe(spoken);
  });
});

test('the page is up to date: npm run docs:reading', () => {
  const page = join(here, '..', '..', 'docs', 'how-text-is-read.md');
  expect(readFileSync(page, 'utf8')).toBe(renderCases(kinds));
});
