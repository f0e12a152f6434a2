/** JSON files of the home: read as they may be found, written so that a kill leaves old or new content. */
import { readFileSync, statSync } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';

export type JsonObject = Record<string, unknown>;

/** @returns the bytes, or null when there is no such file @throws Error when it cannot be read */
export function readBytes(path: string): Buffer | null {
  try {
    // Anything else may block whoever reads it, a named pipe for one.
    if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @returns the text, or null when there is no such file @throws Error when it cannot be read */
export function readText(path: string): string | null {
  return readBytes(path)?.toString('utf8') ?? null;
}

/** @returns null when the text is not a JSON object; an editor's byte order mark is no part of it */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (!isObject(value)) return null;
    // What is nested too deeply to be written again could not be kept.
    JSON.stringify(value);
    return value;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function writeAtomically(link: string, content: JsonObject): Promise<void> {
  return writeText(link, JSON.stringify(content, null, 2));
}

/**
 * A temp file in the same folder, flushed, then a rename. Only the user may read the file. A link is
 * followed: what it points to is replaced.
 * @param text without the end of its last line
 */
export async function writeText(link: string, text: string): Promise<void> {
  const path = await realpath(link).catch(() => link);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${text}\n`);
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
