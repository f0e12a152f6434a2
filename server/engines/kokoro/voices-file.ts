/** The styles of Kokoro's voices, read one voice at a time from voices-v1.0.bin or from kokoro-js's files. */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../port.ts';
import { voiceParts } from './kokoro-voices.ts';
import { parseNpyStyles, styleSize, stylesFrom } from './voices-file-npy.ts';
import { type ZipMember, mostBytes, readZipDirectory, readZipMember } from './voices-file-zip.ts';

export interface VoiceStyles {
  /** What is wrong with the files although there are styles, in words; each thing once. */
  problems(): string[];
  /**
   * The 256 values for a voice or blend (any name that resolveKokoroVoice knows) and a number of phoneme tokens, pads
   * not counted: row `tokenCount`, or the last one. Of a blend the weighted sum. The array is the caller's.
   * @throws EngineError for an unknown voice or one that cannot be read; the signal's reason when aborted
   */
  style(voice: string, tokenCount: number, signal?: AbortSignal): Promise<Float32Array>;
}

/** A place to load voices from: all rows of one. Throws EngineError. */
type Source = (id: string) => Promise<Float32Array>;

const wantedRows = 510;
/** No sentence has more tokens: further rows would only take memory. */
const mostRows = 1024;
const mostCached = 8;

/**
 * Opens what there is; a voice that the first place does not have is looked for in the second. No file stays open.
 * @param path of a NumPy zip like voices-v1.0.bin
 * @param kokoroJsVoices the folder with kokoro-js's `<id>.bin`
 * @throws EngineError when there is neither
 */
export async function openVoices(
  path: string | null,
  kokoroJsVoices: string | null,
): Promise<VoiceStyles> {
  const problems = new Set<string>();
  const sources: Source[] = [];
  if (path !== null) {
    try {
      sources.push(await zipSource(path));
    } catch (error) {
      if (kokoroJsVoices === null || !(error instanceof EngineError)) throw error;
      problems.add(error.message);
    }
  }
  if (kokoroJsVoices !== null) sources.push(folderSource(kokoroJsVoices));
  if (sources.length === 0) throw new EngineError('there is no file of voices');

  const load = cached((id) => loadFirst(sources, id, problems));
  return {
    problems: () => [...problems],
    async style(voice, tokenCount, signal) {
      signal?.throwIfAborted();
      const parts = voiceParts(voice);
      if (!parts) throw new EngineError('Kokoro has no such voice');
      const voices = await Promise.all(parts.map((part) => load(part.voice)));
      signal?.throwIfAborted();
      const sum = new Float32Array(styleSize);
      for (const [at, { weight }] of parts.entries()) {
        const row = rowFor(voices[at]!, tokenCount);
        for (let column = 0; column < styleSize; column += 1) sum[column]! += weight * row[column]!;
      }
      return sum;
    },
  };
}

async function loadFirst(
  sources: readonly Source[],
  id: string,
  problems: Set<string>,
): Promise<Float32Array> {
  let last: unknown;
  for (const source of sources) {
    try {
      const styles = await source(id);
      const rows = styles.length / styleSize;
      if (rows < wantedRows)
        problems.add(`${id} has ${rows} rows, not ${wantedRows}: long sentences use the last`);
      return rows > mostRows ? styles.slice(0, mostRows * styleSize) : styles;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      problems.add(error.message);
      last = error;
    }
  }
  throw last;
}

function rowFor(styles: Float32Array, tokenCount: number): Float32Array {
  const last = styles.length / styleSize - 1;
  const wanted = Number.isFinite(tokenCount) ? Math.trunc(tokenCount) : last;
  const start = Math.min(Math.max(wanted, 0), last) * styleSize;
  return styles.subarray(start, start + styleSize);
}

async function zipSource(path: string): Promise<Source> {
  const members = await withFile(path, 'the voices file', readZipDirectory);
  return async (id) => {
    const member = members.get(`${id}.npy`);
    if (!member) throw new EngineError(`the voices file has no ${id}`);
    return parseNpyStyles(await readFrom(path, member), id);
  };
}

function readFrom(path: string, member: ZipMember): Promise<Buffer> {
  return withFile(path, 'the voices file', (file) => readZipMember(file, member));
}

/** @param folder ids come from our own table, so no name leads out of it */
function folderSource(folder: string): Source {
  return (id) =>
    withFile(join(folder, `${id}.bin`), `the file of ${id}`, async (file) => {
      if ((await file.stat()).size > mostBytes)
        throw new EngineError(`the file of ${id} is over 64 MB`);
      return stylesFrom(await file.readFile(), id);
    });
}

async function withFile<T>(
  path: string,
  what: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    return await use(file);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const how = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new EngineError(`${what} ${how}`);
  } finally {
    await file?.close();
  }
}

/** Keeps what was used last; a failure is not kept. */
function cached(load: Source): Source {
  const kept = new Map<string, Promise<Float32Array>>();
  return (id) => {
    const known = kept.get(id);
    const found = known ?? load(id);
    kept.delete(id);
    kept.set(id, found);
    if (!known) found.catch(() => kept.get(id) === found && kept.delete(id));
    const oldest = kept.keys().next().value;
    if (kept.size > mostCached && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
