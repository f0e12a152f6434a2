/** The clips as files: the user's own where they can be used, the bundled ones else. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Waveform } from '../../shared/audio/wav-file.ts';
import { earconKinds, type EarconKind } from '../../shared/speech/chunk.ts';
import type { Clock } from '../runtime/clock.ts';
import { diskFiles, FileProblem, type FileSource } from './file-source.ts';
import { readWav, wavLimits } from './wav-reader.ts';

/** A file that takes longer is not waited for, ms: an earcon that comes late says nothing. */
export const FILE_MS = 500;
/** Custom clips kept in memory hold no more samples than the longest one may have (15 MB). */
const KEPT_SAMPLES = wavLimits.seconds * wavLimits.highestRate;
/** Decoded at once: under a millisecond. */
const SLICE = 1 << 16;
/** −80 dBFS: nothing over it is nothing to hear. */
const SILENCE = 1e-4;

export interface EarconFilesOptions {
  /** Of the user's clips; null when there is none. */
  folder: string | null;
  /** Of the bundled clips. */
  bundled: string;
  clock: Clock;
  log(line: string): void;
  source?: FileSource;
}

/** What is known of one version of a user's file. */
interface Known {
  version: string;
  isUsable: boolean;
  /** Absent when unusable, and when others needed the room. */
  wave?: Waveform | undefined;
}

export class EarconFiles {
  readonly folder: string | null;
  readonly #bundledFolder: string;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  readonly #source: FileSource;
  /** The one used last is the last. */
  readonly #known = new Map<EarconKind, Known>();
  readonly #bundled = new Map<EarconKind, Waveform>();
  /** The last line about each file, and the version it was about. */
  readonly #told = new Map<string, string>();
  /** Files that are late and still awaited: meanwhile the folder is left alone, or they would become many. */
  #late = 0;

  constructor({ folder, bundled, clock, log, source = diskFiles }: EarconFilesOptions) {
    this.folder = folder;
    this.#bundledFolder = bundled;
    this.#clock = clock;
    this.#log = log;
    this.#source = source;
  }

  /** Makes the user's folder, and reads the bundled clips. Never rejects; nothing needs to wait for it. */
  async open(): Promise<void> {
    const { signal } = new AbortController();
    const made = this.folder && mkdir(this.folder, { recursive: true, mode: 0o700 });
    await Promise.all([
      Promise.resolve(made).catch(({ code }: NodeJS.ErrnoException) =>
        this.#log(`earcons: the folder cannot be made (${code}); using the bundled ones`),
      ),
      ...earconKinds.map((kind) => this.#loadBundled(kind, signal)),
    ]);
  }

  /**
   * The clip that is to sound now; the user's file is looked at again. Within twice `FILE_MS`, whatever
   * the disk does. Never rejects.
   * @returns null when there is none, or `signal` was aborted
   */
  async load(kind: EarconKind, signal: AbortSignal): Promise<Waveform | null> {
    const custom = await this.#inTime(kind, signal, (own) => this.#loadCustom(kind, own));
    if (custom || signal.aborted) return custom;
    return this.#bundled.get(kind) ?? (await this.#loadBundled(kind, signal));
  }

  /** The kinds that the user's files replace now; each file is looked at again. Never rejects. */
  async custom(signal: AbortSignal): Promise<EarconKind[]> {
    const found: EarconKind[] = [];
    // One after the other, so that a slow disk does not take every thread that files are read with.
    for (const kind of earconKinds) {
      const usable = await this.#inTime(kind, signal, (own) => this.#isUsable(kind, own));
      if (usable) found.push(kind);
    }
    return found;
  }

  /** The result, or null after `FILE_MS`, when `signal` is aborted and while others are late. */
  async #inTime<T>(
    kind: EarconKind,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    if (signal.aborted || this.folder === null) return null;
    const slow = `is not read within ${FILE_MS} ms`;
    if (this.#late > 0) return this.#refuse(kind, 'late', slow);
    const done = await this.#race(signal, work);
    if (done) return done.result;
    return signal.aborted ? null : this.#refuse(kind, 'late', slow);
  }

  /** @returns null when the time was over, or `signal` was aborted, before the work was done */
  #race<T>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ result: T } | null> {
    return new Promise((resolve) => {
      const own = new AbortController();
      let isLate = false;
      const giveUp = () => {
        own.abort();
        resolve(null);
      };
      // Runs on where nobody waits any more: what the disk holds up is to be known.
      const disarm = this.#clock.at(this.#clock.now() + FILE_MS, () => {
        isLate = true;
        this.#late += 1;
        giveUp();
      });
      signal.addEventListener('abort', giveUp);
      const finish = (done: { result: T } | null) => {
        disarm();
        signal.removeEventListener('abort', giveUp);
        if (isLate) this.#late -= 1;
        resolve(done);
      };
      work(own.signal).then(
        (result) => finish({ result }),
        () => finish(null),
      );
    });
  }

  async #loadCustom(kind: EarconKind, signal: AbortSignal): Promise<Waveform | null> {
    const known = await this.#look(kind);
    if (!known) return null;
    const { version, isUsable, wave } = known;
    if (isUsable && wave) {
      this.#keep(kind, { version, isUsable, wave });
      return wave;
    }
    return isUsable ? this.#read(kind, version, signal) : null;
  }

  async #isUsable(kind: EarconKind, signal: AbortSignal): Promise<boolean> {
    const known = await this.#look(kind);
    if (!known?.isUsable) return false;
    // Never read, as its version is new.
    if (this.#known.get(kind)?.version !== known.version) {
      return (await this.#read(kind, known.version, signal)) !== null;
    }
    return true;
  }

  /** @returns what is known of the file that is there now; of a new version it is hoped that it can be used */
  async #look(kind: EarconKind): Promise<Known | null> {
    try {
      const version = await this.#source.look(this.#path(kind));
      if (version === null) {
        this.#known.delete(kind);
        this.#told.delete(kind);
        return null;
      }
      const known = this.#known.get(kind);
      return known?.version === version ? known : { version, isUsable: true };
    } catch (error) {
      return this.#refuse(kind, '', reasonOf(error));
    }
  }

  async #read(kind: EarconKind, version: string, signal: AbortSignal): Promise<Waveform | null> {
    let wave;
    try {
      const path = this.#path(kind);
      wave = await decode(await this.#source.read(path, wavLimits.bytes, signal));
    } catch (error) {
      // Not remembered: the next time it may be readable, though neither size nor time changed.
      return signal.aborted ? null : this.#refuse(kind, version, reasonOf(error));
    }
    if (signal.aborted) return null;
    if ('refused' in wave) {
      this.#keep(kind, { version, isUsable: false });
      return this.#refuse(kind, version, wave.refused);
    }
    this.#keep(kind, { version, isUsable: true, wave });
    this.#tell(kind, version, `earcon ${kind}: using ${kind}.wav (${inWords(wave)})`);
    return wave;
  }

  async #loadBundled(kind: EarconKind, signal: AbortSignal): Promise<Waveform | null> {
    const path = join(this.#bundledFolder, `${kind}.wav`);
    const done = await this.#race(signal, async (own) => {
      try {
        const wave = await decode(await this.#source.read(path, wavLimits.bytes, own));
        return 'refused' in wave ? wave.refused : wave;
      } catch (error) {
        return reasonOf(error);
      }
    });
    if (signal.aborted) return null;
    const wave = done?.result ?? `is not read within ${FILE_MS} ms`;
    if (typeof wave === 'string') {
      this.#tell(`bundled ${kind}`, '', `earcon ${kind}: the bundled ${kind}.wav ${wave}`);
      return null;
    }
    this.#bundled.set(kind, wave);
    return wave;
  }

  /** As the newest; others give up their samples when there are too many. */
  #keep(kind: EarconKind, known: Known): void {
    this.#known.delete(kind);
    this.#known.set(kind, known);
    let samples = 0;
    for (const each of [...this.#known.values()].toReversed()) {
      samples += each.wave?.samples.length ?? 0;
      if (samples > KEPT_SAMPLES) each.wave = undefined;
    }
  }

  #refuse(kind: EarconKind, version: string, reason: string): null {
    this.#tell(kind, version, `earcon ${kind}: ${kind}.wav ${reason}; using the bundled one`);
    return null;
  }

  /** Once per version of the file. */
  #tell(about: string, version: string, line: string): void {
    const told = `${version} ${line}`;
    if (this.#told.get(about) === told) return;
    this.#told.set(about, told);
    this.#log(line);
  }

  #path(kind: EarconKind): string {
    return join(this.folder ?? '', `${kind}.wav`);
  }
}

/** Lets others run between the slices. */
async function decode(bytes: Uint8Array): Promise<Waveform | { refused: string }> {
  const file = readWav(bytes);
  if ('refused' in file) return file;
  const samples = new Float32Array(file.frames);
  let isSilent = true;
  for (let at = 0; at < samples.length; at += SLICE) {
    if (at > 0) await nextTurn();
    const slice = samples.subarray(at, at + SLICE);
    file.decode(slice, at);
    isSilent &&= slice.every((sample) => Math.abs(sample) < SILENCE);
  }
  return isSilent ? { refused: 'is silent' } : { sampleRate: file.sampleRate, samples };
}

function inWords({ samples, sampleRate }: Waveform): string {
  return `${(samples.length / sampleRate).toFixed(2)} s, ${sampleRate} Hz`;
}

function reasonOf(error: unknown): string {
  return error instanceof FileProblem ? error.message : 'cannot be read';
}
