/**
 * Kokoro: brings its model here, keeps it loaded, speaks with it. Until it can, and for what it
 * cannot say, the system's own voice speaks at once.
 */
import {
  type AudioPart,
  type Engine,
  EngineError,
  type EngineStatus,
  type SynthesisRequest,
  type Voice,
} from '../port.ts';
import type { BackendWish } from './backend-choice.ts';
import { factorOf } from './backend-trial.ts';
import { type BackendId, type Run, RunError } from './inference.ts';
import { accentOf, defaultKokoroVoice, kokoroVoices, resolveKokoroVoice } from './kokoro-voices.ts';
import { mannerOf } from './manner.ts';
import { type HostOptions, ModelHost, type Rescue } from './model-host.ts';
import { likelyPace, PaceMeter } from './pace.ts';
import type { ProvisionedFiles, Provisioner } from './provision/provisioner.ts';
import { type Pronounced, restOf } from './rest-of-text.ts';
import { CutShortError, hasSounds, speakWithModel } from './speech.ts';
import { adviceFor, type BackendReport, isPossible, Slowness, statusOf } from './status.ts';
import { Turns } from './turns.ts';
import type { VoiceStyles } from './voices-file.ts';
import { waitFor } from './wait-for.ts';

/** How text becomes the model's symbols. */
export interface Pronouncer {
  phonemize(text: string, accent: 'us' | 'gb'): Pronounced;
  tokenize(phonemes: string): number[];
}

export interface KokoroOptions extends Pick<
  HostOptions,
  'backends' | 'file' | 'wish' | 'idleMs' | 'clock'
> {
  provisioner: Provisioner;
  /** Whether the mixer may stretch what the model would speak badly. Default false. */
  stretches?: boolean;
  /** Speaks meanwhile. */
  fallback: Engine;
  /** Loaded with the first sentence. */
  pronouncer(): Promise<Pronouncer>;
  /** @param voices the file, or null for the voices beside an export */
  openVoices(files: { model: string; voices: string | null }): Promise<VoiceStyles>;
  /** Names this model file on this machine. @throws when it cannot be read */
  keyOf(model: string): string;
  /** For the log file and the log stream; never what was spoken. */
  log(line: string): void;
}

const id = 'kokoro';
/** "This is how I sound when I read to you." */
const testPhrase = 'ðˌɪs ɪz hˌW I sˈWnd wˌɛn I ɹˈid tə jˌu.';
/** Where nothing else can speak, an item waits this long for the model. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** A model that was unloaded or lost is waited for this long before the other voice speaks. */
const WAKE_MS = 4_000;

export class KokoroEngine implements Engine {
  readonly id = id;
  readonly name = 'Kokoro';
  readonly defaultVoice = defaultKokoroVoice;
  readonly #options: KokoroOptions;
  readonly #host: ModelHost;
  readonly #turns = new Turns();
  readonly #slowness = new Slowness();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #closing = new AbortController();
  #meter = new PaceMeter();
  /** The backend that the meter is of. */
  #paced: BackendId | null = null;
  #stretches: boolean;
  #styles: VoiceStyles | null = null;
  #pronouncer: Promise<Pronouncer> | null = null;
  /** Why that cannot be loaded, in words. */
  #problem: string | null = null;
  /** The model file that the host was given, or will be. */
  #used: string | null = null;
  #started = false;
  #told = '';

  constructor(options: KokoroOptions) {
    this.#options = options;
    this.#stretches = options.stretches ?? false;
    const { backends, file, wish, idleMs, clock, log } = options;
    this.#host = new ModelHost({
      backends,
      file,
      wish,
      idleMs,
      clock,
      log,
      changed: () => this.#changed(),
      spoiled: (why) => this.#spoiled(why),
    });
    this.#unsubscribe = [
      options.provisioner.onState(() => this.#provisioned()),
      options.fallback.onStatus(() => this.#changed()),
    ];
  }

  async voices(): Promise<Voice[]> {
    const installed = this.#options.provisioner.state().status === 'ready';
    return kokoroVoices.map(({ id: voice, name, language }) => ({
      id: voice,
      name,
      language,
      engine: id,
      license_class: 'permissive',
      installed,
    }));
  }

  async resolveVoice(voice: string): Promise<string | null> {
    return resolveKokoroVoice(voice);
  }

  status(): EngineStatus {
    const { provisioner, backends, fallback } = this.#options;
    return statusOf({
      host: this.#host.state(),
      provision: provisioner.state(),
      backends,
      problem: this.#problem,
      slowness: this.#slowness.message,
      fallback: fallback.status().ready ? fallback.id : null,
    });
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the runtime must stay: the model is being downloaded or loaded. */
  busy(): boolean {
    if (!this.#started || this.#closing.signal.aborted) return false;
    const { status } = this.#options.provisioner.state();
    const isComing = status === 'checking' || status === 'downloading';
    const isFound = status === 'ready' && this.#host.state().status === 'empty';
    return isComing || (isFound && !this.#problem) || this.#host.state().status === 'loading';
  }

  report(): BackendReport {
    const state = this.#host.state();
    const factor = this.#meter.realTimeFactor();
    return {
      backend: 'backend' in state ? state.backend : null,
      measured: this.#host.measured(),
      factor: factor === null ? null : Number(factor.toPrecision(3)),
      advice: this.#advice(),
    };
  }

  setBackend(wish: BackendWish): void {
    this.#host.wish(wish);
  }

  setIdle(ms: number | null): void {
    this.#host.idleAfter(ms);
  }

  /** Whether the mixer may stretch what the model would speak badly; for what is made from now on. */
  setStretches(stretches: boolean): void {
    this.#stretches = stretches;
  }

  warm(): void {
    if (this.#closing.signal.aborted) return;
    const { backends, provisioner, fallback } = this.#options;
    if (isPossible(backends)) {
      if (!this.#started) {
        this.#started = true;
        provisioner.start();
      }
      this.#provisioned();
      this.#host.wake();
      this.#pronouncing().catch(() => undefined);
    }
    if (!this.#isOwn()) fallback.warm();
  }

  async *synthesize(request: SynthesisRequest, signal: AbortSignal): AsyncGenerator<AudioPart> {
    signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    // A request finds the engine current: also after it was chosen without being warmed.
    if (!this.#isOwn()) this.warm();
    let rest = request.text;
    if (await this.#readyInTime(signal)) {
      try {
        yield* this.#speak(request, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        if (!(error instanceof UnsaidError)) throw error;
        this.#options.log(
          `engine 'kokoro' could not say a text (${error.message}); ${this.#options.fallback.id} says it`,
        );
        rest = error.rest;
      }
    }
    if (rest === '') return;
    const { rate, ahead } = request;
    yield* this.#options.fallback.synthesize({ text: rest, voice: null, rate, ahead }, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('Sonara is ending'));
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#listeners.clear();
    await Promise.all([this.#options.provisioner.close(), this.#host.close()]);
  }

  /** @throws UnsaidError with the text that is left */
  async *#speak(request: SynthesisRequest, signal: AbortSignal): AsyncGenerator<AudioPart> {
    const { text, rate } = request;
    const voice = request.voice ?? this.defaultVoice;
    let pronounced: Pronounced = { text: '', words: [] };
    let isSaid = false;
    let endTurn = (): void => {};
    try {
      const pronouncer = await this.#pronouncing();
      pronounced = pronouncer.phonemize(text, accentOf(voice) === 'en-GB' ? 'gb' : 'us');
      if (!hasSounds(pronounced.text)) throw new Error('it has no sounds for it');
      endTurn = await this.#turns.take(signal);
      const spoken = {
        text: pronounced.text,
        starts: pronounced.words.map((word) => word.at),
        ...mannerOf(rate, this.#stretches),
      };
      const parts = {
        run: (run: Run, ended: AbortSignal) => this.#host.run(run, ended, this.#rescue()),
        style: (tokens: number, ended: AbortSignal) => this.#style(voice, tokens, ended),
        tokenize: (symbols: string) => pronouncer.tokenize(symbols),
        meter: this.#meter,
        ahead: request.ahead ?? (() => 0),
      };
      for await (const part of speakWithModel(spoken, parts, signal)) {
        isSaid = true;
        yield part;
      }
      this.#host.trust();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CutShortError && error.cause instanceof RunError) this.#host.doubt();
      const why = error instanceof Error ? error.message : String(error);
      const from = error instanceof CutShortError ? error.from : 0;
      throw new UnsaidError(isSaid ? restOf(text, pronounced, from) : text, why);
    } finally {
      endTurn();
      this.#slowness.look(this.#meter.realTimeFactor(), this.#advice());
      this.#changed();
    }
  }

  /** Nobody waits long for a model where the other voice can speak. */
  #rescue(): Rescue {
    const hasOther = this.#options.fallback.status().ready;
    return { waitMs: hasOther ? WAKE_MS : LONGEST_WAIT_MS, repeat: !hasOther };
  }

  async #style(voice: string, tokens: number, signal: AbortSignal): Promise<Float32Array> {
    if (!this.#styles) throw new EngineError('there is no file of voices');
    return this.#styles.style(voice, tokens, signal);
  }

  #pronouncing(): Promise<Pronouncer> {
    const pronouncing = (this.#pronouncer ??= this.#options.pronouncer());
    // One that could not be loaded is tried again with the next sentence.
    pronouncing.catch(() => (this.#pronouncer = null));
    return pronouncing;
  }

  #isOwn(): boolean {
    return this.#host.state().status === 'ready';
  }

  /** Whether Kokoro speaks this: at once, or after a wait where it is worth one. */
  async #readyInTime(signal: AbortSignal): Promise<boolean> {
    if (this.#isOwn()) return true;
    const { clock, fallback } = this.#options;
    const isWaking = (): boolean => {
      const host = this.#host.state();
      return host.status === 'loading' && host.again;
    };
    /** Whether Kokoro speaks; undefined while it is worth waiting. */
    const look = (): boolean | undefined => {
      if (this.#isOwn()) return true;
      if (fallback.status().ready) return isWaking() ? undefined : false;
      return this.status().status === 'unavailable' ? false : undefined;
    };
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const ms = fallback.status().ready ? WAKE_MS : LONGEST_WAIT_MS;
    const subscribe = (listener: () => void) => this.onStatus(listener);
    return (await waitFor({ clock, ms, subscribe, look, signal: either })) ?? false;
  }

  /** Gives the host what the provisioner has, once. */
  #provisioned(): void {
    const state = this.#options.provisioner.state();
    if (state.status === 'ready' && this.#used !== state.files.model) void this.#use(state.files);
    this.#changed();
  }

  async #use(files: ProvisionedFiles): Promise<void> {
    const { model, voices } = files;
    const { log, openVoices, keyOf, provisioner } = this.#options;
    this.#used = model;
    const isOld = () => this.#used !== model || this.#closing.signal.aborted;
    const pronouncer = await this.#pronouncing().catch((error: unknown) => inWords(error));
    if (isOld()) return;
    this.#problem = typeof pronouncer === 'string' ? pronouncer : null;
    if (typeof pronouncer === 'string') {
      // Not the model's fault: tried again with the next sentence.
      this.#used = null;
      log(`kokoro cannot turn text into sounds: ${pronouncer}`);
      this.#changed();
      return;
    }
    let at = voices ?? model;
    try {
      const styles = await openVoices({ model, voices });
      // What backends are measured and compared with.
      const tokens = pronouncer.tokenize(testPhrase);
      const style = await styles.style(this.defaultVoice, tokens.length);
      if (isOld()) return;
      at = model;
      const key = keyOf(model);
      for (const problem of styles.problems()) log(`kokoro voices: ${problem}`);
      this.#styles = styles;
      this.#host.use(model, key, { tokens: Int32Array.of(0, ...tokens, 0), style, speed: 1 });
    } catch (error) {
      if (isOld()) return;
      this.#used = null;
      provisioner.reject(at, inWords(error));
    }
  }

  #spoiled(why: string): void {
    const file = this.#used;
    this.#used = null;
    if (file !== null) this.#options.provisioner.reject(file, why);
  }

  /** Another backend has another pace. */
  #followBackend(): void {
    const state = this.#host.state();
    if (state.status !== 'ready' || state.backend === this.#paced) return;
    this.#paced = state.backend;
    const factor = factorOf(this.#host.measured()[state.backend]);
    this.#meter = new PaceMeter(factor === null ? undefined : likelyPace(factor));
    this.#slowness.look(null, null);
  }

  #advice(): string | null {
    const state = this.#host.state();
    const backend = 'backend' in state ? state.backend : null;
    const factor = this.#meter.realTimeFactor();
    return adviceFor(this.#options.backends, backend, this.#host.measured(), factor);
  }

  /** Tells of a status that changed; what was told last is not told again. */
  #changed(): void {
    this.#followBackend();
    const status = JSON.stringify(this.status());
    if (status === this.#told) return;
    this.#told = status;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Kokoro cannot say this text, or what is left of it. */
class UnsaidError extends Error {
  override name = 'UnsaidError';
  readonly rest: string;

  constructor(rest: string, why: string) {
    super(why);
    this.rest = rest;
  }
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
