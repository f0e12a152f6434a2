/** config.json: what the user set, and nothing else (section "Saved settings"). */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { check } from '../../shared/protocol/requests.ts';
import {
  type CoreKey,
  type CoreSettings,
  coreSettings,
  isCoreKey,
} from '../../shared/protocol/settings.ts';
import { type JsonObject, parseObject, readText, writeAtomically } from './json-file.ts';

export interface SettingsStore {
  /** What was saved and is valid, by key. */
  readonly saved: Partial<CoreSettings>;
  /** What could not be used, in words, for the log. */
  readonly problems: readonly string[];
  readonly path: string;
  /**
   * Resolves once the values are safe on disk; saves do not overtake each other. Everything else in the
   * file stays: values out of range, and keys of extensions and of newer releases.
   */
  save(values: Partial<CoreSettings>): Promise<void>;
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
    if (file.bad) problems.push(badFile);
  } catch (error) {
    problems.push(`config.json: ${reasonOf(error)}; defaults are used`);
  }
  const saved = usable(file.content, problems);
  let last: Promise<void> = Promise.resolve();
  let closed = false;
  return {
    saved,
    problems,
    path,
    save(values) {
      const attempt = last.then(() => {
        if (closed) throw new ProtocolError('E_BUSY', 'the runtime is exiting');
        return file.save(values);
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

const badFile = 'config.json is not a JSON object: defaults are used, a copy is in config.json.bad';

function usable(content: JsonObject, problems: string[]): Partial<CoreSettings> {
  const saved: Partial<CoreSettings> = {};
  for (const [key, value] of Object.entries(content)) {
    if (!isCoreKey(key)) continue;
    const checked = check(coreSettings[key].schema, value);
    if (checked.ok) assign(saved, key, checked.value);
    else problems.push(`saved ${key} not applied: ${checked.message}; the default is used`);
  }
  return saved;
}

function assign<K extends CoreKey>(target: Partial<CoreSettings>, key: K, value: unknown): void {
  target[key] = value as CoreSettings[K];
}

/** The content as it is on disk. Nothing is written over a file that could not be read or copied. */
class ConfigFile {
  readonly #path: string;
  #loaded = false;
  content: JsonObject = {};
  /** It was no JSON object. */
  bad = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error of the file system */
  load(): void {
    const text = readText(this.#path);
    const content = text === null ? {} : parseObject(text);
    this.bad = content === null;
    if (content === null) copyFileSync(this.#path, `${this.#path}.bad`);
    this.content = content ?? {};
    this.#loaded = true;
  }

  async save(values: JsonObject): Promise<void> {
    if (!this.#loaded) this.load();
    const next = { ...this.content, ...values };
    await writeAtomically(this.#path, next);
    this.content = next;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
