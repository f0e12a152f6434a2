/** Reads the plugin's folder, which it never changes, and writes what `migrate` makes of it. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { type JsonObject, readText, writeAtomically } from './json-file.ts';
import type { OwnEarcon } from './migration/earcons.ts';
import { migrate, type Migration, type PluginFiles } from './migrate.ts';

export interface MigrationOptions {
  home: string;
  /** The plugin's folder. */
  from: string;
  log: (line: string) => void;
}

/** A longer earcon could not be played. */
const EARCON_BYTES = 16 * 1024 * 1024;

/**
 * Where to migrate from: what `--migrate-from` names; else the plugin's folder, for the default home only.
 * @returns null for a home that takes nothing over
 */
export function migrationSource(options: {
  flag?: string | undefined;
  home: string;
  defaultHome: string;
  userHome?: string;
}): string | null {
  const { flag, home, defaultHome, userHome = homedir() } = options;
  if (flag) return resolve(flag);
  return resolve(home) === resolve(defaultHome) ? join(userHome, '.sonara') : null;
}

/**
 * Once per home: does nothing when there is a config.json, or nothing to migrate. Call it before the
 * settings are opened, holding the instance lock. Never rejects; a failure is logged, and the next start
 * tries again, because config.json with its marker is written last.
 * @returns whether config.json was written
 */
export async function runMigration({ home, from, log }: MigrationOptions): Promise<boolean> {
  if (existsSync(join(home, 'config.json')) || !isOtherFolder(from, home)) return false;
  try {
    const migration = migrate(readFiles(from));
    if (!migration) return false;
    const done = await write(home, from, migration);
    for (const line of [...migration.log, ...done.problems]) log(line);
    log(`migrated from ${from}: ${done.parts.join('; ') || 'nothing was set'}`);
    return true;
  } catch (error) {
    log(`migration from ${from} failed: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function isOtherFolder(from: string, home: string): boolean {
  try {
    return statSync(from).isDirectory() && realpathSync(from) !== realpathSync(home);
  } catch {
    return false;
  }
}

function readFiles(from: string): PluginFiles {
  const read = (name: string) => readText(join(from, name));
  return {
    from,
    config: read('config.json'),
    keymap: read('keymap.json'),
    sessionPrefs: read('session_prefs.json'),
  };
}

async function write(
  home: string,
  from: string,
  { config, keymap, sessionPrefs, earcons }: Migration,
): Promise<{ parts: string[]; problems: string[] }> {
  const parts = Object.keys(config).filter((key) => key !== '_migrated');
  const problems: string[] = [];
  const writeNew = async (name: string, content: JsonObject | undefined) => {
    const path = join(home, name);
    if (!content || existsSync(path)) return;
    await writeAtomically(path, content);
    parts.push(`${name} (${Object.keys(content).length})`);
  };
  await writeNew('keymap.json', keymap && { ...keymap });
  await writeNew('session_prefs.json', sessionPrefs && { ...sessionPrefs });
  for (const earcon of earcons) {
    const problem = await copyEarcon(home, from, earcon);
    if (problem === null) parts.push(`earcon ${earcon.kind}`);
    else problems.push(`migration: earcon ${earcon.kind}: ${problem}`);
  }
  await writeAtomically(join(home, 'config.json'), config);
  return { parts, problems };
}

/** @returns why it was not copied, or null */
async function copyEarcon(
  home: string,
  from: string,
  { kind, path }: OwnEarcon,
): Promise<string | null> {
  const source = locate(path, from);
  const target = join(home, 'earcons', `${kind}.wav`);
  // In the home itself, where what a killed process left is swept.
  const temporary = join(home, `earcon-${kind}.${process.pid}.tmp`);
  try {
    if (existsSync(target)) return 'there is one already';
    const stats = statSync(source, { throwIfNoEntry: false });
    if (!stats?.isFile()) return `no file ${source}`;
    if (stats.size > EARCON_BYTES) return `${source} is larger than 16 MB`;
    await mkdir(join(home, 'earcons'), { recursive: true, mode: 0o700 });
    await copyFile(source, temporary);
    await rename(temporary, target);
    return null;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    return error instanceof Error ? error.message : String(error);
  }
}

function locate(path: string, from: string): string {
  const expanded = path.replace(/^~(?=[\\/])/, homedir());
  return isAbsolute(expanded) ? expanded : join(from, expanded);
}
