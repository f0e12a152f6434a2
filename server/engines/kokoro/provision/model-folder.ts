/** What lies in the model's folder, and whether it may be used. */
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { Model, ModelFile } from '../../../../models/manifest.ts';
import type { FileSystem } from './file-system.ts';
import { sha256Of } from './hash-file.ts';
import { readVerdicts, type Verdict, type Verdicts, writeVerdicts } from './verified.ts';

/** Where a Hugging Face export has its model, in order of preference. Nothing of ours is called so. */
const EXPORTED = ['model.onnx', join('onnx', 'model.onnx')];
/** Where such an export has its voices, one file each. */
const EXPORTED_VOICES = 'voices';

export interface Contents {
  /** Paths of the pinned files that are there and right. */
  checked: Map<ModelFile, string>;
  missing: ModelFile[];
  /** The export's model; then the pinned one is neither checked nor missing. */
  exported: string | null;
}

export interface FolderOptions {
  folder: string;
  fs: FileSystem;
  log(line: string): void;
}

/**
 * Checks every pinned file that is there, by its size and hash; one that was checked before and has
 * not changed is not read again. Nothing is deleted.
 */
export async function inspect(
  model: Model,
  { folder, fs, log }: FolderOptions,
  signal: AbortSignal,
): Promise<Contents> {
  const verdicts = await readVerdicts(folder, fs);
  const exported = await findExport(model, verdicts, { folder, fs });
  const contents: Contents = { checked: new Map(), missing: [], exported };
  let changed = false;
  for (const file of model.files) {
    if (exported !== null && (await isSpared(file, folder, fs))) continue;
    const path = join(folder, file.name);
    const stats = await fileStats(path, fs);
    const known = stats && checkedBefore(verdicts[file.name], stats, file);
    if (stats && !known && (await isRight(path, stats, file, fs, signal))) {
      verdicts[file.name] = { ...judged(stats), sha256: file.sha256 };
      changed = true;
      log(`checked ${file.name}`);
    } else if (!known) {
      if (stats) log(`${file.name} is not the pinned file and is not used`);
      contents.missing.push(file);
      continue;
    }
    contents.checked.set(file, path);
  }
  if (changed) await remember(verdicts, { folder, fs, log });
  return contents;
}

/** Notes a file that was just downloaded and so hashed. */
export async function noteDownloaded(file: ModelFile, options: FolderOptions): Promise<void> {
  const { folder, fs } = options;
  const stats = await fs.stat(join(folder, file.name));
  const verdicts = await readVerdicts(folder, fs);
  verdicts[file.name] = { ...judged(stats), sha256: file.sha256 };
  await remember(verdicts, options);
}

/**
 * Notes that a file proved useless. A pinned one is hashed again at the next look; any other, such as
 * an export's model, is not used again until it changes.
 * @param name path below the folder
 */
export async function noteRejected(
  name: string,
  why: string,
  isPinned: boolean,
  options: FolderOptions,
): Promise<void> {
  const { folder, fs } = options;
  const verdicts = await readVerdicts(folder, fs);
  const stats = await fileStats(join(folder, name), fs);
  if (isPinned || !stats) delete verdicts[name];
  else verdicts[name] = { ...judged(stats), rejected: why };
  await remember(verdicts, options);
}

/** A folder that cannot be written is as good as any, but for the hashing at the next start. */
async function remember(verdicts: Verdicts, { folder, fs, log }: FolderOptions): Promise<void> {
  await writeVerdicts(folder, verdicts, fs).catch(() => log('verified.json cannot be written'));
}

async function findExport(
  model: Model,
  verdicts: Verdicts,
  { folder, fs }: { folder: string; fs: FileSystem },
): Promise<string | null> {
  const pinned = model.files.find(isModel);
  if (pinned && (await fileStats(join(folder, pinned.name), fs))) return null;
  for (const name of EXPORTED) {
    const stats = await fileStats(join(folder, name), fs);
    const verdict = verdicts[name];
    const rejected = stats && verdict && 'rejected' in verdict && isUnchanged(verdict, stats);
    if (stats && !rejected) return join(folder, name);
  }
  return null;
}

/** Whether an export stands in for this file: its model always, its voices when it has any. */
async function isSpared(file: ModelFile, folder: string, fs: FileSystem): Promise<boolean> {
  if (isModel(file)) return true;
  if (await fileStats(join(folder, file.name), fs)) return false;
  const names = await fs.readdir(join(folder, EXPORTED_VOICES)).catch(() => []);
  return names.some((name) => name.endsWith('.bin'));
}

export function isModel(file: ModelFile): boolean {
  return file.name.endsWith('.onnx');
}

/** Null unless a regular file with content is there; a link to one counts. */
async function fileStats(path: string, fs: FileSystem): Promise<Stats | null> {
  const stats = await fs.stat(path).catch(() => null);
  return stats?.isFile() && stats.size > 0 ? stats : null;
}

function judged(stats: Stats): { bytes: number; mtime_ms: number } {
  return { bytes: stats.size, mtime_ms: stats.mtimeMs };
}

function isUnchanged(verdict: Verdict, stats: Stats): boolean {
  return verdict.bytes === stats.size && verdict.mtime_ms === stats.mtimeMs;
}

function checkedBefore(verdict: Verdict | undefined, stats: Stats, file: ModelFile): boolean {
  if (!verdict || !('sha256' in verdict) || !isUnchanged(verdict, stats)) return false;
  return verdict.sha256 === file.sha256 && verdict.bytes === file.bytes;
}

async function isRight(
  path: string,
  stats: Stats,
  file: ModelFile,
  fs: FileSystem,
  signal: AbortSignal,
): Promise<boolean> {
  if (stats.size !== file.bytes) return false;
  const handle = await fs.open(path, 'r');
  try {
    return (await sha256Of(handle, file.bytes, signal)) === file.sha256;
  } finally {
    await handle.close();
  }
}
