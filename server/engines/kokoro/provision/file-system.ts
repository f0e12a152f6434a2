import * as promises from 'node:fs/promises';

/** What provisioning asks of node:fs/promises, so that tests can fill the disk or lock the folder. */
export type FileSystem = Pick<
  typeof promises,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat' | 'statfs' | 'writeFile'
>;

export const realFileSystem: FileSystem = promises;
