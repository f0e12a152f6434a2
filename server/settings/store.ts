/** config.json: what the user set, and nothing else (section "Saved settings"). */
import { isUtf8 } from 'node:buffer';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { members } from '../../shared/protocol/json-members.ts';
import { check } from '../../shared/protocol/requests.ts';
import {
  type SettingKey,
  type Settings,
  settingTable,
  isSettingKey,
} from '../../shared/protocol/settings.ts';
import { type JsonObject, parseObject, readBytes, writeText } from './json-file.ts';

export interface SettingsStore {
  /** What was saved and is valid, by key. */
  readonly saved: Partial<Settings>;
  /** What could not be used, in words, for the log. */
  readonly problems: readonly string[];
  readonly path: string;
  /**
   * Resolves once the values are safe on disk; saves do not overtake each other. Everything else in the
   * file stays as it is written there: values out of range, and keys of extensions and of newer releases.
   */
  save(values: Partial<Settings>): Promise<void>;
  /** Saves that have not begun are refused with E_BUSY; resolves when the one that has is over. */
  close(): Promise<void>;
}

/** Reads the home's config.json; a file that is not a JSON object is kept as config.json.bad. */
export function openSettings(home: string): SettingsStore {
  const path = join(home, 'config.json');
  const problems: string[] = [];
  const file = new ConfigFile(path);
  try {
    file.load();
    if (file.bad !== null) problems.push(`${file.bad}, a copy is in config.json.bad`);
  } catch (error) {
    problems.push(`config.json: ${reasonOf(error)}; defaults are used`);
  }
  const saved = usable(file.content, problems);
  const derived = readModeOf(saved, file.content);
  Object.assign(saved, derived);
  let last: Promise<void> = Promise.resolve();
  let closed = false;
  return {
    saved,
    problems,
    path,
    save(values) {
      const attempt = last.then(() => {
        if (closed) throw new ProtocolError('E_BUSY', 'the runtime is exiting');
        // What follows from an older file is written with the next change.
        return file.save({ ...derived, ...values });
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

function usable(content: JsonObject, problems: string[]): Partial<Settings> {
  const saved: Partial<Settings> = {};
  for (const [key, value] of Object.entries(content)) {
    if (!isSettingKey(key)) continue;
    const checked = check(settingTable[key].schema, value);
    if (checked.ok) assign(saved, key, checked.value);
    else problems.push(`saved ${key} not applied: ${checked.message}; the default is used`);
  }
  return saved;
}

/** Before there were read modes, `minqueue` alone said how sentences are held. */
function readModeOf(saved: Partial<Settings>, content: JsonObject): Partial<Settings> {
  const { minqueue } = saved;
  if (minqueue === undefined || Object.hasOwn(content, 'read_mode')) return {};
  return { read_mode: minqueue <= 1 ? 'immediate' : 'queue' };
}

function assign<K extends SettingKey>(target: Partial<Settings>, key: K, value: unknown): void {
  target[key] = value as Settings[K];
}

/** The content as it is on disk. Nothing is written over a file that could not be read or copied. */
class ConfigFile {
  readonly #path: string;
  #loaded = false;
  /** How each value is written, so that what nobody set is not changed by being read. */
  #sources = new Map<string, string>();
  content: JsonObject = {};
  /** In words, what of the file could not be used as it is; then there is a copy of it. */
  bad: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error of the file system */
  load(): void {
    const bytes = readBytes(this.#path);
    const text = bytes?.toString('utf8') ?? '{}';
    const content = parseObject(text);
    if (!content) this.bad = 'config.json is not a JSON object: defaults are used';
    else if (bytes && !isUtf8(bytes))
      this.bad = 'config.json is not UTF-8: some characters are lost';
    if (this.bad !== null) copyFileSync(this.#path, `${this.#path}.bad`);
    this.content = content ?? {};
    this.#sources = new Map(content ? members(text) : []);
    this.#loaded = true;
  }

  async save(values: JsonObject): Promise<void> {
    if (!this.#loaded) this.load();
    const sources = new Map(this.#sources);
    for (const [key, value] of Object.entries(values)) sources.set(key, indented(value));
    const lines = [...sources].map(([key, source]) => `  ${JSON.stringify(key)}: ${source}`);
    await writeText(this.#path, `{\n${lines.join(',\n')}\n}`);
    this.#sources = sources;
  }
}

/** As a member of an object of two spaces a level. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
