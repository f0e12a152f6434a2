/** runtime.json: how clients find the running instance (section "Discovery"). */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { RuntimeFile } from '../../shared/protocol/events.ts';

/** Creates the home, private to the user, and clears what a killed process left half written. */
export function prepareHome(home: string): void {
  makeFolder(home);
  // On Windows the profile folder's own ACL keeps others out; chmod has no meaning there.
  if (process.platform !== 'win32') chmodSync(home, 0o700);
}

/** As mkdir -p. Node's own `recursive` never returns where a folder cannot be made, below /proc for one. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/** Removes temp files of writers that were killed. Call only while holding the instance lock. */
export function sweepTemporaries(home: string): void {
  for (const name of readdirSync(home)) {
    if (/\.\d+\.tmp$/.test(name)) rmSync(join(home, name), { force: true });
  }
}

/** Writes atomically: a temp file, then a rename. Only the user may read it. */
export function publish(home: string, file: RuntimeFile): void {
  const temporary = join(home, `runtime.json.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, join(home, 'runtime.json'));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes runtime.json when it is this process's own. */
export function withdraw(home: string): void {
  const path = join(home, 'runtime.json');
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as Partial<RuntimeFile>;
    if (pid === process.pid) rmSync(path, { force: true });
  } catch {
    // Gone, or not ours to judge.
  }
}
