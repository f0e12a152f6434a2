/** runtime.json: how clients find the running instance (section "Discovery"). */
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { makeFolder } from '../../shared/client/make-folder.ts';
import type { RuntimeFile } from '../../shared/protocol/events.ts';

/** Of folders like /tmp, in which everybody has files. */
const STICKY = 0o1000;

/** Creates the home, private to the user. @throws Error in words when it cannot be used */
export function prepareHome(home: string): void {
  inWords(home, () => {
    makeFolder(home, 0o700);
    if (statSync(home).mode & STICKY)
      throw new Error('it is shared with others; name a folder of its own');
    // On Windows the profile folder's own ACL keeps others out; chmod has no meaning there.
    if (process.platform !== 'win32') chmodSync(home, 0o700);
  });
}

/** @throws Error that names the home, with the reason in words, such as a full disk */
function inWords(home: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code, errno, message } = error as NodeJS.ErrnoException;
    const [, known] = (errno !== undefined && getSystemErrorMap().get(errno)) || [];
    const reason = known ? `${known} (${code})` : message;
    throw new Error(`the home ${home} cannot be used: ${reason}`, { cause: error });
  }
}

/** Removes temp files of writers that were killed. Call only while holding the instance lock. */
export function sweepTemporaries(home: string): void {
  for (const entry of readdirSync(home, { withFileTypes: true })) {
    const ours = entry.isFile() && /^([a-z_]+\.jsonl?|earcon-\w+)\.\d+\.tmp$/.test(entry.name);
    if (ours) rmSync(join(home, entry.name), { force: true });
  }
}

/**
 * Writes atomically: a temp file, then a rename. Only the user may read it.
 * @throws Error in words when it cannot be written: nobody could find this runtime then
 */
export function publish(home: string, file: RuntimeFile): void {
  const temporary = join(home, `runtime.json.${process.pid}.tmp`);
  inWords(home, () => {
    try {
      writeFileSync(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, join(home, 'runtime.json'));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Removes runtime.json when it is this process's own. */
export function withdraw(home: string): void {
  const path = join(home, 'runtime.json');
  try {
    if (isOurs(path)) rmSync(path, { force: true });
  } catch {
    // Gone, or not ours to judge.
  }
}

/** Whether this is the file that this process published. @throws Error when it cannot be read */
function isOurs(path: string): boolean {
  // Anything else may block whoever reads it, a named pipe for one.
  if (!lstatSync(path).isFile()) return false;
  const { pid } = JSON.parse(readFileSync(path, 'utf8')) as Partial<RuntimeFile>;
  return pid === process.pid;
}

/**
 * Publishes, and again whenever the file was removed or replaced: without it nobody finds this
 * runtime, and nobody can start another. @returns what ends the watch
 */
export function keepPublished(
  home: string,
  file: RuntimeFile,
  log: (line: string) => void,
): () => void {
  publish(home, file);
  const restore = (): void => {
    try {
      if (isOurs(join(home, 'runtime.json'))) return;
    } catch {
      // Gone, or no JSON.
    }
    try {
      if (!existsSync(home)) return;
      rmSync(join(home, 'runtime.json'), { recursive: true, force: true });
      publish(home, file);
      log('runtime.json was removed or changed by another program; it is written again');
    } catch {
      // A full disk: the next change in the home is another chance.
    }
  };
  try {
    const watcher = watch(home, { persistent: false }, (_, name) => {
      if (name === null || name === 'runtime.json') restore();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    // The system has no watch left: found is what was published.
    return () => {};
  }
}
