/** config.json: what the user set, and nothing else (section "Saved settings"). */
import { copyFileSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from '../../shared/protocol/requests.ts';
import {
  type CoreKey,
  type CoreSettings,
  coreSettings,
  isCoreKey,
} from '../../shared/protocol/settings.ts';

export interface SettingsStore {
  /** What was saved and is valid, by key. */
  readonly saved: Partial<CoreSettings>;
  /** What could not be used, in words, for the log. */
  readonly problems: readonly string[];
  readonly path: string;
  /** Resolves once the values are safe on disk; saves do not overtake each other. */
  save(values: Partial<CoreSettings>): Promise<void>;
}

/** Reads the home's config.json; a file that is not a JSON object is kept as config.json.bad. */
export function openSettings(home: string): SettingsStore {
  const path = join(home, 'config.json');
  const problems: string[] = [];
  let content = read(path, problems);
  const saved: Partial<CoreSettings> = {};
  for (const [key, value] of Object.entries(content)) {
    // Keys of a newer release, and values out of range, stay in the file untouched.
    if (!isCoreKey(key)) continue;
    const checked = check(coreSettings[key].schema, value);
    if (checked.ok) assign(saved, key, checked.value);
    else problems.push(`config.json: ${key} ${checked.message}; the default is used`);
  }
  let last: Promise<void> = Promise.resolve();
  return {
    saved,
    problems,
    path,
    save(values) {
      const attempt = last.then(async () => {
        const next = { ...content, ...values };
        await writeAtomically(path, `${JSON.stringify(next, null, 2)}\n`);
        content = next;
      });
      last = attempt.catch(() => {});
      return attempt;
    },
  };
}

function assign<K extends CoreKey>(target: Partial<CoreSettings>, key: K, value: unknown): void {
  target[key] = value as CoreSettings[K];
}

function read(path: string, problems: string[]): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      problems.push(`config.json: ${String(error)}`);
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Falls through to the copy.
  }
  copyFileSync(path, `${path}.bad`);
  problems.push(
    'config.json is not a JSON object: defaults are used, a copy is in config.json.bad',
  );
  return {};
}

/** A temp file in the same folder, flushed, then a rename: a kill leaves the old or the new content. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
