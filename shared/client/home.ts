/** Where Sonara keeps its files (section "Discovery", and its table for the other platforms). */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export interface HomeInput {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** `--home <dir>`, which wins over everything. */
  flag?: string | undefined;
}

/** @returns the absolute path of the home folder; it need not exist. */
export function findHome({ env, platform, flag }: HomeInput): string {
  return resolve(flag || env['SONARA_HOME'] || defaultHome(env, platform));
}

/** The home when neither a flag nor SONARA_HOME names one. */
export function defaultHome(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'Sonara');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Sonara');
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'sonara');
}
