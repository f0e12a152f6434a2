/** Brings the model's files into their folder: checks what is there, downloads the rest, tries again. */
import { isAbsolute, join, relative } from 'node:path';
import type { Model, ModelFile } from '../../../../models/manifest.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { retryDelay, waitInWords } from './back-off.ts';
import { downloadFile, partOf } from './download.ts';
import { type FileSystem, realFileSystem } from './file-system.ts';
import { checkFreeSpace } from './free-space.ts';
import { createHttpGet, type HttpGet } from './http-get.ts';
import { makeFolder } from './make-folder.ts';
import { type Contents, inspect, isModel, noteDownloaded, noteRejected } from './model-folder.ts';
import type { Environment } from './proxy.ts';
import { inWords } from './provision-error.ts';
import { baseUrl, modelToUse, urlOf } from './source.ts';
import { createThrottle } from './throttle.ts';

export type ProvisionState =
  | { status: 'checking' }
  /** Bytes over all files of the model, those already there included. */
  | { status: 'downloading'; done: number; total: number }
  /** `retryAt` on the clock's scale; `message` for the user. */
  | { status: 'waiting'; message: string; retryAt: number }
  /** Absolute paths. */
  | { status: 'ready'; files: ProvisionedFiles };

export interface ProvisionedFiles {
  model: string;
  /** Null when an export laid in by hand has its voices beside it, as `<folder>/voices/<id>.bin`. */
  voices: string | null;
}

export interface Provisioner {
  state(): ProvisionState;
  /** Calls back when the state changed, at most four times a second while it is downloading. */
  onState(listener: () => void): () => void;
  /** Begins; does nothing when begun. A failure is retried by itself, never by another start. */
  start(): void;
  /**
   * Files that turned out unusable although they were right, such as a model that does not load: waits
   * as after a failed download, then checks again. A pinned file is hashed anew, and downloaded over if
   * it changed on the disk; a file laid in by hand under another name is not used again until it
   * changes. Nothing is deleted.
   * @param file a path of the state's `files`
   */
  reject(file: string, why: string): void;
  /** Ends a download, which goes on from there another time. */
  close(): Promise<void>;
}

export interface ProvisionerOptions {
  /** Absolute; made when it is missing, for the user alone. No other runtime may use it meanwhile. */
  folder: string;
  model: Model;
  /** SONARA_MODEL_BASE_URL, SONARA_MODEL_MANIFEST and the proxy variables count. */
  env: Environment;
  /** Instead of SONARA_MODEL_BASE_URL. */
  baseUrl?: string;
  clock: Clock;
  log(line: string): void;
  get?: HttpGet;
  fs?: FileSystem;
}

export function createProvisioner(options: ProvisionerOptions): Provisioner {
  const { folder, model: pinned, env, clock, fs = realFileSystem } = options;
  const get = options.get ?? createHttpGet({ clock, env });
  const log = (line: string) => options.log(`model ${pinned.id}: ${line}`);
  const place = { folder, fs, log };
  const closing = new AbortController();
  const throttle = createThrottle(clock, 250);
  let state: ProvisionState = { status: 'checking' };
  let begun = false;
  let failures = 0;
  let disarm = () => {};
  /** Attempts and notes, one after the other; never rejects. */
  let work = Promise.resolve();

  function become(next: ProvisionState): void {
    const isProgress = state.status === 'downloading' && next.status === 'downloading';
    state = next;
    if (isProgress) throttle.soon();
    else throttle.now();
  }

  function queue(task: () => Promise<void>): void {
    work = work.then(task).catch((error: unknown) => fail(inWords(error, folder)));
  }

  function fail(message: string): void {
    if (closing.signal.aborted) return;
    failures += 1;
    const delay = retryDelay(failures);
    const retryAt = clock.now() + delay;
    log(`${message}; trying again in ${waitInWords(delay)}`);
    disarm();
    disarm = clock.at(retryAt, () => queue(attempt));
    become({ status: 'waiting', message, retryAt });
  }

  async function attempt(): Promise<void> {
    if (closing.signal.aborted) return;
    become({ status: 'checking' });
    const base = options.baseUrl ?? env['SONARA_MODEL_BASE_URL'];
    const model = await modelToUse(pinned, base, { env, fs });
    const contents = await inspect(model, place, closing.signal);
    // A wrong base URL matters only when something is to be fetched from it.
    if (contents.missing.length > 0) await download(contents, baseUrl(base));
    become({ status: 'ready', files: filesOf(contents) });
  }

  async function download(contents: Contents, base: URL | null): Promise<void> {
    await makeFolder(folder, fs);
    await checkFreeSpace(folder, await bytesToCome(contents.missing), fs);
    const there = [...contents.checked.keys()];
    const total = sum([...there, ...contents.missing]);
    for (const file of contents.missing) {
      const before = sum(there);
      const path = join(folder, file.name);
      become({ status: 'downloading', done: before, total });
      await downloadFile({
        file,
        url: urlOf(file, base),
        path,
        get,
        fs,
        signal: closing.signal,
        onStart: (offset) =>
          log(`downloading ${file.name}${offset > 0 ? ` from byte ${offset} on` : ''}`),
        onBytes: (done) => become({ status: 'downloading', done: before + done, total }),
      });
      log(`downloaded ${file.name}`);
      failures = 0;
      await noteDownloaded(file, place);
      contents.checked.set(file, path);
      there.push(file);
    }
  }

  async function bytesToCome(files: readonly ModelFile[]): Promise<number> {
    const sizes = files.map(async (file) => {
      const part = await fs.stat(partOf(join(folder, file.name))).catch(() => null);
      return file.bytes - Math.min(file.bytes, part?.size ?? 0);
    });
    return (await Promise.all(sizes)).reduce((all, size) => all + size, 0);
  }

  return {
    state: () => state,
    onState: (listener) => throttle.subscribe(listener),
    start() {
      if (begun) return;
      begun = true;
      queue(attempt);
    },
    reject(file, why) {
      const name = isAbsolute(file) ? relative(folder, file) : file;
      const isPinned = pinned.files.some((each) => each.name === name);
      if (state.status === 'ready') fail(`${name} cannot be used: ${why}`);
      queue(() => noteRejected(name, why, isPinned, place));
    },
    async close() {
      closing.abort(new Error('closed'));
      disarm();
      throttle.close();
      await work;
    },
  };
}

function filesOf({ checked, exported }: Contents): ProvisionedFiles {
  const path = (wanted: boolean) =>
    [...checked].find(([file]) => isModel(file) === wanted)?.[1] ?? null;
  const model = exported ?? path(true);
  if (model === null) throw new Error('the model has no .onnx file');
  return { model, voices: path(false) };
}

function sum(files: readonly ModelFile[]): number {
  return files.reduce((all, file) => all + file.bytes, 0);
}
