/** A program by its name, on PATH only. */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface FindOptions {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Whether a file is there that can be run. */
  canRun?: (file: string) => boolean;
}

/** What can be started, with or without cmd.exe; other endings in PATHEXT need a program of their own. */
const windowsEndings = ['.com', '.exe', '.bat', '.cmd'];

/**
 * @returns its absolute path, or null. Relative and empty entries of PATH, and on Windows the current
 * folder, are never looked in.
 */
export function findOnPath(name: string, options: FindOptions): string | null {
  const { env, platform, canRun = isProgram } = options;
  const isWindows = platform === 'win32';
  const { isAbsolute, join, delimiter } = isWindows ? win32 : posix;
  const endings = isWindows ? endingsOf(valueOf(env, 'PATHEXT')) : [''];
  for (const entry of (isWindows ? valueOf(env, 'PATH') : (env['PATH'] ?? '')).split(delimiter)) {
    const folder = isWindows ? entry.trim().replace(/^"(.*)"$/, '$1') : entry;
    // `\tools` is absolute for win32.isAbsolute, but means the current drive.
    if (!isAbsolute(folder) || (isWindows && !/^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder))) continue;
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (canRun(file)) return file;
    }
  }
  return null;
}

function endingsOf(pathext: string): string[] {
  const listed = pathext.split(';').map((ending) => ending.trim().toLowerCase());
  const known = listed.filter((ending) => windowsEndings.includes(ending));
  return known.length > 0 ? known : windowsEndings;
}

/** Windows names variables in any case; a copied environment tells them apart. */
export function valueOf(env: NodeJS.ProcessEnv, name: string): string {
  const key = Object.keys(env).find((key) => key.toUpperCase() === name);
  return (key === undefined ? undefined : env[key]) ?? '';
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
