import { dirname } from 'node:path';
import type { FileSystem } from './file-system.ts';

/**
 * Makes a folder and those above it, for the user alone; one that is there stays as it is.
 * @throws the error of the one that could not be made. (`recursive` of Node reports ENOENT on a read-only disk.)
 */
export async function makeFolder(folder: string, fs: FileSystem): Promise<void> {
  const codeOfMaking = await make(folder, fs);
  if (codeOfMaking !== 'ENOENT' || dirname(folder) === folder) return;
  await makeFolder(dirname(folder), fs);
  await fs.mkdir(folder, { mode: 0o700 });
}

async function make(folder: string, fs: FileSystem): Promise<string | null> {
  try {
    await fs.mkdir(folder, { mode: 0o700 });
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') return code;
    throw error;
  }
}
