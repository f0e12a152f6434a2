/**
 * Keeps one model loaded while it is used: chooses the backend, loads again after a crash or a
 * pause, unloads when it has been idle. What is asked of it waits for the load.
 */
import type { Clock } from '../../runtime/clock.ts';
import { type BackendWish, chooseBackend, type Chosen, knownChoice } from './backend-choice.ts';
import { factorOf } from './backend-trial.ts';
import type { BackendsFile, Measurements } from './backends-file.ts';
import { inTime } from './in-time.ts';
import {
  type Backend,
  type BackendId,
  LostError,
  ModelFileError,
  type Ran,
  type Run,
  StuckError,
} from './inference.ts';
import { Losses } from './losses.ts';

export type HostState =
  /** There is no model file yet. */
  | { status: 'empty' }
  /** `again`: it ran before, so that it takes some seconds only. */
  | { status: 'loading'; again: boolean }
  | { status: 'ready'; backend: BackendId }
  /** Unloaded because nobody used it; it loads when it is asked. */
  | { status: 'asleep'; backend: BackendId }
  /** It cannot be loaded, in words. It is tried again. */
  | { status: 'failed'; message: string };

export interface HostOptions {
  backends: readonly Backend[];
  file: BackendsFile;
  clock: Clock;
  wish: BackendWish;
  /** Unloads after this long without a run, ms; null never. */
  idleMs: number | null;
  log(line: string): void;
  changed(): void;
  /** The file of the model is at fault. */
  spoiled(why: string): void;
}

/** What is done for a run whose model does not answer, or is not loaded. */
export interface Rescue {
  /** A load is waited for this long, ms. */
  waitMs: number;
  /** Whether a run that got stuck is made again: nobody else can say it. */
  repeat: boolean;
}

/** What runs: the file, and what is known of it. */
interface Used {
  model: string;
  key: string;
  phrase: Run;
  measured: Measurements;
}

/** A load that failed is tried again after this, then after twice as long, up to half an hour. */
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** A model that could not be used this often, one time after the other, is loaded anew and tested. */
const MOST_DOUBTS = 3;

export class ModelHost {
  readonly #options: HostOptions;
  readonly #losses: Losses;
  #wish: BackendWish;
  #idleMs: number | null;
  #used: Used | null = null;
  #state: HostState = { status: 'empty' };
  #loaded: Chosen | null = null;
  #loading: Promise<Chosen> | null = null;
  /** Of the load that goes on, if one does. */
  #abort = new AbortController();
  /** Models on their way out. */
  #unloading: Promise<unknown> = Promise.resolve();
  /** Those that got stuck or made no sense, until they are loaded and tested again. */
  readonly #suspect = new Set<BackendId>();
  #doubts = 0;
  #hasRun = false;
  #running = 0;
  #failures = 0;
  #disarmIdle: () => void = () => {};
  #disarmRetry: () => void = () => {};
  #ended: Promise<void> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#losses = new Losses(options.clock);
    this.#wish = options.wish;
    this.#idleMs = options.idleMs;
  }

  state(): HostState {
    return this.#state;
  }

  measured(): Measurements {
    return { ...this.#used?.measured };
  }

  /**
   * The file to run; loads it in the background.
   * @param key names this model on this machine: what was measured holds while it stays the same
   * @param phrase what is measured, of 2 to 3 s
   */
  use(model: string, key: string, phrase: Run): void {
    if (this.#ended) return;
    this.#used = { model, key, phrase, measured: this.#options.file.read(key) };
    this.#reload();
  }

  /** Chooses anew, in the background, where it comes to another backend than the one that is there. */
  wish(wish: BackendWish): void {
    if (wish === this.#wish || this.#ended) return;
    const before = this.#knownChoice();
    this.#wish = wish;
    if (!this.#used) return;
    const next = this.#knownChoice();
    const state = this.#state;
    const now = 'backend' in state ? state.backend : state.status === 'loading' ? before : null;
    if (next !== null && next === now) {
      const why = this.#options.backends.find(({ id }) => id === wish)?.missing();
      if (why) this.#options.log(`kokoro_backend ${wish} is not used: ${why}`);
      return;
    }
    this.#losses.forgive();
    // One that was measured takes some seconds only.
    const again = this.#hasRun && next !== null && factorOf(this.#used.measured[next]) !== null;
    this.#reload(again);
  }

  #knownChoice(): BackendId | null {
    const { backends } = this.#options;
    const { measured = {} } = this.#used ?? {};
    const shunned = this.#losses.shunned();
    return knownChoice({ backends, wish: this.#wish, measured, shunned });
  }

  idleAfter(ms: number | null): void {
    this.#idleMs = ms;
    this.#watchIdle();
  }

  /** It will be needed: loads it if it sleeps, without waiting, else keeps it awake. */
  wake(): void {
    const { status } = this.#state;
    if (status === 'asleep') this.#ensure().catch(() => undefined);
    else if (status === 'ready') this.#watchIdle();
  }

  /**
   * Runs the model, which is loaded where it has to be. One that is lost meanwhile is loaded again
   * and asked once more.
   * @throws RunError, LostError, StuckError, ModelFileError, NoBackendError; the signal's reason when
   * aborted
   */
  async run(run: Run, signal: AbortSignal, { waitMs, repeat }: Rescue): Promise<Ran> {
    this.#running += 1;
    this.#disarmIdle();
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const late = new LateError('its model is still being loaded');
          const { clock } = this.#options;
          const wait = { clock, ms: waitMs, late, signal };
          const { model } = this.#loaded ?? (await inTime(this.#ensure(), wait));
          return await model.run(run, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof LostError) || attempt === 2 || this.#ended) throw error;
          if (error instanceof StuckError && !repeat) throw error;
        }
      }
    } finally {
      this.#running -= 1;
      this.#watchIdle();
    }
  }

  /** What it made was no speech. After some of that it is loaded anew, and tested. */
  doubt(): void {
    this.#doubts += 1;
    const loaded = this.#loaded;
    if (this.#doubts < MOST_DOUBTS || !loaded) return;
    this.#lost(loaded, `it failed ${MOST_DOUBTS} times in a row`, true);
  }

  /** What it made was speech. */
  trust(): void {
    this.#doubts = 0;
  }

  /** Ends what is loaded and what is being loaded. No timer is left. */
  close(): Promise<void> {
    return (this.#ended ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#abort.abort(new LostError('Sonara is ending'));
    this.#disarmIdle();
    this.#disarmRetry();
    this.#losses.forgive();
    this.#unload();
    await this.#loading?.catch(() => undefined);
    await this.#unloading;
  }

  /** In the place of what is loaded or being loaded. */
  #reload(again = false): void {
    this.#abort.abort(new LostError('it is loaded anew'));
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#disarmRetry();
    this.#failures = 0;
    this.#hasRun = again;
    const before = this.#loading;
    this.#unload();
    // At most one is in memory: the new one comes when the old one is gone.
    const gone = Promise.allSettled([before, this.#unloading]);
    this.#begin(gone.then(() => this.#load(signal)));
  }

  #ensure(): Promise<Chosen> {
    if (this.#loaded) return Promise.resolve(this.#loaded);
    if (this.#ended) return Promise.reject(new LostError('Sonara is ending'));
    if (this.#loading) return this.#loading;
    if (this.#state.status === 'failed') return Promise.reject(new Error(this.#state.message));
    return this.#begin(this.#load(this.#abort.signal));
  }

  #begin(loading: Promise<Chosen>): Promise<Chosen> {
    this.#loading = loading;
    loading.catch(() => undefined);
    this.#enter({ status: 'loading', again: this.#hasRun });
    return loading;
  }

  async #load(signal: AbortSignal): Promise<Chosen> {
    const { backends, log } = this.#options;
    const used = this.#used;
    signal.throwIfAborted();
    if (!used) throw new LostError('there is no model yet');
    const { model, phrase, measured } = used;
    const before = JSON.stringify(measured);
    const options = {
      backends,
      wish: this.#wish,
      measured,
      shunned: this.#losses.shunned(),
      suspect: this.#suspect,
      model,
      phrase,
      log,
      signal,
    };
    try {
      const chosen = await chooseBackend(options);
      if (signal.aborted) {
        await chosen.model.close().catch(() => undefined);
        throw signal.reason;
      }
      this.#loading = null;
      this.#took(chosen);
      return chosen;
    } catch (error) {
      if (!signal.aborted) {
        this.#loading = null;
        this.#failed(error);
      }
      throw error;
    } finally {
      if (JSON.stringify(measured) !== before) this.#save(used);
    }
  }

  #took(chosen: Chosen): void {
    this.#loaded = chosen;
    this.#failures = 0;
    this.#doubts = 0;
    this.#suspect.delete(chosen.backend);
    this.#hasRun = true;
    this.#enter({ status: 'ready', backend: chosen.backend });
    this.#watchIdle();
    chosen.model.onLost((why, stuck) => this.#lost(chosen, why, stuck));
  }

  #save({ key, measured }: Used): void {
    try {
      this.#options.file.write(key, measured);
    } catch (error) {
      this.#options.log(`backends.json not saved: ${String(error)}`);
    }
  }

  #failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ModelFileError) {
      this.#used = null;
      this.#enter({ status: 'failed', message });
      this.#options.spoiled(message);
      return;
    }
    const delay = Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    const { clock } = this.#options;
    this.#disarmRetry = clock.at(clock.now() + delay, () => {
      this.#losses.forgive();
      this.#begin(this.#load(this.#abort.signal));
    });
    this.#enter({ status: 'failed', message });
  }

  #lost(chosen: Chosen, why: string, isSuspect: boolean): void {
    if (this.#loaded !== chosen) return;
    if (isSuspect) this.#suspect.add(chosen.backend);
    this.#unload();
    this.#options.log(`kokoro backend ${chosen.backend} was lost: ${why}`);
    this.#losses.add(chosen.backend);
    this.#ensure().catch(() => undefined);
  }

  #watchIdle(): void {
    this.#disarmIdle();
    if (this.#idleMs === null || this.#running > 0 || !this.#loaded || this.#ended) return;
    const { clock } = this.#options;
    this.#disarmIdle = clock.at(clock.now() + this.#idleMs, () => this.#sleep());
  }

  #sleep(): void {
    const loaded = this.#loaded;
    if (!loaded) return;
    this.#unload();
    this.#enter({ status: 'asleep', backend: loaded.backend });
  }

  #unload(): void {
    const model = this.#loaded?.model;
    this.#loaded = null;
    this.#disarmIdle();
    if (model) this.#unloading = Promise.allSettled([this.#unloading, model.close()]);
  }

  #enter(state: HostState): void {
    if (this.#ended) return;
    this.#state = state;
    this.#options.changed();
  }
}

/** What is asked of it does not wait any longer for the load. */
class LateError extends Error {
  override name = 'LateError';
}
