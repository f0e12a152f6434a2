/**
 * session_prefs.json: the user's preferences per channel (`channel_prefs`), `{channel: {label, voice,
 * muted}}`, the most recently changed last. The order is the file's own: an object in memory would put
 * ids that are numbers first.
 */
import { isUtf8 } from 'node:buffer';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { members } from '../../shared/protocol/json-members.ts';
import { isObject, parseObject, readBytes, writeText } from './json-file.ts';
import type { SessionPrefs } from './migration/session-prefs.ts';

export type { SessionPrefs } from './migration/session-prefs.ts';
export type SessionPrefsList = readonly (readonly [channel: string, prefs: SessionPrefs])[];

export interface SessionPrefsStore {
  /** What was saved and is valid, the most recently changed last. */
  readonly saved: SessionPrefsList;
  /** What could not be used, in words, for the log; never a label. */
  readonly problems: readonly string[];
  readonly path: string;
  /**
   * Resolves once the list is safe on disk, or a later one in its place.
   * @throws Error of the file system; ProtocolError E_BUSY after `close`
   */
  save(list: SessionPrefsList): Promise<void>;
  /** Saves that have not begun are refused with E_BUSY; resolves when the one that has is over. */
  close(): Promise<void>;
}

const name = 'session_prefs.json';

/** Reads the home's file; one that is not a JSON object is kept as session_prefs.json.bad. */
export function openSessionPrefs(home: string): SessionPrefsStore {
  const path = join(home, name);
  const problems: string[] = [];
  let saved: SessionPrefsList = [];
  let isLoaded = false;
  const load = () => {
    const { text, bad } = read(path);
    if (bad !== null) problems.push(`${bad}, a copy is in ${name}.bad`);
    saved = usable(text, problems);
    isLoaded = true;
  };
  try {
    load();
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  let last: Promise<void> = Promise.resolve();
  let closed = false;
  return {
    saved,
    problems,
    path,
    save(list) {
      const attempt = last.then(() => {
        if (closed) throw new ProtocolError('E_BUSY', 'the runtime is exiting');
        // Nothing is written over a file that could not be read or copied.
        if (!isLoaded) load();
        return writeText(path, written(list));
      });
      last = attempt.catch(() => {});
      return attempt;
    },
    close() {
      closed = true;
      return last;
    },
  };
}

/** @returns an object's text, and in words what of the file is not used; then there is a copy of it */
function read(path: string): { text: string; bad: string | null } {
  const bytes = readBytes(path);
  const text = bytes?.toString('utf8') ?? '{}';
  const isObjectText = parseObject(text) !== null;
  let bad: string | null = null;
  if (!isObjectText) bad = `${name} is not a JSON object: no preferences are used`;
  else if (bytes && !isUtf8(bytes)) bad = `${name} is not UTF-8: some characters are lost`;
  if (bad !== null) copyFileSync(path, `${path}.bad`);
  return { text: isObjectText ? text : '{}', bad };
}

function usable(text: string, problems: string[]): SessionPrefsList {
  const list = new Map<string, SessionPrefs>();
  let refused = 0;
  for (const [channel, source] of members(text)) {
    const prefs = prefsOf(JSON.parse(source));
    if (channel === '' || !prefs) refused++;
    else {
      // A channel that is there twice counts where it stands last.
      list.delete(channel);
      list.set(channel, prefs);
    }
  }
  if (refused > 0) problems.push(`${name}: ${refused} of its entries not applied`);
  return [...list];
}

/** @returns null when there is nothing in it that can be used */
function prefsOf(value: unknown): SessionPrefs | null {
  if (!isObject(value)) return null;
  const { label, voice, muted } = value;
  const prefs: SessionPrefs = {
    ...(isName(label) && { label }),
    ...(isName(voice) && { voice }),
    ...(typeof muted === 'boolean' && { muted }),
  };
  return Object.keys(prefs).length > 0 ? prefs : null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function written(list: SessionPrefsList): string {
  if (list.length === 0) return '{}';
  const lines = list.map(
    ([channel, prefs]) => `  ${JSON.stringify(channel)}: ${JSON.stringify(prefs)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}
