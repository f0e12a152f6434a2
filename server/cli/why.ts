/** `sonara why`: why a text was not read, from the log alone; no runtime is needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../../shared/client/index.ts';
import { oneLine } from './one-line.ts';
import { clockTime } from './when.ts';
import { parseLog, readLog } from './why-log.ts';
import { type Story, tell } from './why-story.ts';

/** @returns 0 when the log tells something, else 1 */
export function why(words: readonly string[], homeFlag: string | undefined): number {
  const home = findHome({ env: process.env, platform: process.platform, flag: homeFlag });
  const lines = answer({
    lines: readLog(join(home, 'logs')),
    words: words.join(' '),
    hasTexts: keepsTexts(home),
    now: new Date(),
  });
  if (lines === null) {
    console.log(`There is no log in ${join(home, 'logs')}.`);
    return 1;
  }
  for (const line of lines.told) console.log(line);
  return lines.isFound ? 0 : 1;
}

export interface Asked {
  lines: readonly string[];
  words: string;
  /** `debug_log`, as it is saved. */
  hasTexts: boolean;
  now: Date;
}

/** @returns null without a log */
export function answer({
  lines,
  words,
  hasTexts,
  now,
}: Asked): { told: string[]; isFound: boolean } | null {
  const events = parseLog(lines);
  if (events.length === 0) return null;
  const found = tell(events, words);
  if (found) return { told: inWords(found, now), isFound: true };
  const since = `The log begins at ${clockTime(events[0]!.at, now)}.`;
  if (hasTexts) {
    const none =
      words === '' ? 'No text was left out or cut' : `Nothing with "${words}" in it was found`;
    return { told: [`${none}. ${since}`], isFound: false };
  }
  const why = 'The log holds no texts, as debug_log is false, so words cannot be looked up in it';
  const last = words === '' ? null : tell(events, '');
  const without = last
    ? ['Without them, of the last text that was not heard:', ...inWords(last, now)]
    : [];
  const names = 'The name of a channel or session can be given in their place.';
  return { told: [`${why}. ${names} ${since}`, ...without], isFound: last !== null };
}

const verdicts: Readonly<Record<Story['verdict'], string>> = {
  spoken: 'It was read to its end',
  partly: 'It was read in part',
  unspoken: 'It was not read',
  elsewhere: 'It was not read a second time',
  waiting: 'It is not read yet',
};

function inWords({ verdict, why, at, came, session, text }: Story, now: Date): string[] {
  const because = why === '' ? '' : `: ${why}`;
  const arrived = came === null ? '' : `, came at ${clockTime(came, now)}`;
  return [
    oneLine(`${verdicts[verdict]}${because}.`),
    `  at       ${clockTime(at, now)}${arrived}`,
    ...(session === null ? [] : [`  session  ${oneLine(session)}`]),
    ...(text === null ? [] : [`  text     ${short(text)}`]),
  ];
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** False only where the user said so. */
function keepsTexts(home: string): boolean {
  try {
    const saved = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as unknown;
    return (saved as { debug_log?: unknown } | null)?.debug_log !== false;
  } catch {
    return true;
  }
}
