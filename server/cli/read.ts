/** `sonara read`: what would be said of a text, and with `--explain` by which rule. No runtime needed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findHome } from '../../shared/client/index.ts';
import { type ExplainedChunk, explainText, type ReadingOptions } from '../text/cut.ts';
import { textGiven } from './text-given.ts';

export interface ReadOptions {
  /** The text; without any, what comes on standard input. */
  words: readonly string[];
  explain: boolean;
  home: string | undefined;
}

/** @returns the exit code: 1 when there is nothing that could be said */
export async function read({ words, explain, home }: ReadOptions): Promise<number> {
  const chunks = explainText(await textGiven(words), await savedReading(home));
  process.stdout.write(chunks.map((chunk) => `${describe(chunk, explain)}\n`).join(''));
  return chunks.length > 0 ? 0 : 1;
}

/** How the runtime of this home reads text. @param home as `--home` names it */
export async function savedReading(home: string | undefined): Promise<ReadingOptions> {
  const folder = findHome({ env: process.env, platform: process.platform, flag: home });
  return readingOptions(await settingsOf(folder));
}

/** A line for the chunk; when explained, one more for each stretch that a rule read. */
export function describe({ text, readings }: ExplainedChunk, explain: boolean): string {
  const lines = explain
    ? readings.map(
        ({ rule, source, spoken }) => `    ${rule}: ${quote(source)} -> ${quote(spoken)}`,
      )
    : [];
  return [text, ...lines].join('\n');
}

/** @param saved what `config.json` holds; what is not as the runtime saves it is left out */
export function readingOptions(saved: unknown): ReadingOptions {
  const { paths, pronunciations } = (saved ?? {}) as Record<string, unknown>;
  const options: ReadingOptions = {};
  if (isPathLength(paths)) options.paths = paths;
  if (Array.isArray(pronunciations))
    options.pronunciations = pronunciations.filter(isPronunciation);
  return options;
}

async function settingsOf(home: string): Promise<unknown> {
  const file = join(home, 'config.json');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      process.stderr.write(`sonara: ${file} cannot be read; the defaults apply\n`);
    return undefined;
  }
}

function isPathLength(value: unknown): value is NonNullable<ReadingOptions['paths']> {
  return ['short', 'last_two', 'last_three', 'full'].includes(value as string);
}

function isPronunciation(value: unknown): value is { word: string; say: string } {
  const { word, say } = (value ?? {}) as Record<string, unknown>;
  return typeof word === 'string' && typeof say === 'string';
}

/** On one line, whatever it holds. */
function quote(text: string): string {
  return JSON.stringify(text);
}
