/** `verified.json`: which files of the folder were checked, so that the next start hashes nothing. */
import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';

/** A file as it was when it was judged; another size or time makes it another file. */
interface Judged {
  bytes: number;
  mtime_ms: number;
}

/** Either checked, with its hash, or found useless, with the reason. */
export type Verdict = Judged & ({ sha256: string } | { rejected: string });

export type Verdicts = Record<string, Verdict>;

const NAME = 'verified.json';

/** @returns what is known, nothing when the file is missing or damaged */
export async function readVerdicts(folder: string, fs: FileSystem): Promise<Verdicts> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(join(folder, NAME), 'utf8'));
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, entry]) => isVerdict(entry)));
  } catch {
    return {};
  }
}

/** A kill leaves the old or the new content. @throws when the folder cannot be written */
export async function writeVerdicts(
  folder: string,
  verdicts: Verdicts,
  fs: FileSystem,
): Promise<void> {
  const path = join(folder, NAME);
  const temporary = `${path}.tmp`;
  try {
    await fs.writeFile(temporary, `${JSON.stringify(verdicts, null, 2)}\n`, { mode: 0o600 });
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  const judged = typeof entry['bytes'] === 'number' && typeof entry['mtime_ms'] === 'number';
  return judged && (typeof entry['sha256'] === 'string' || typeof entry['rejected'] === 'string');
}
