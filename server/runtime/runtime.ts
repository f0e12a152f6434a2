/**
 * The runtime: one reader, its player, the settings in force and the events that tell of them.
 * Everything that changes it goes through `#apply`, one event at a time.
 */
import type { NowPlaying } from '../../shared/protocol/events.ts';
import type { ControlAction, Speak } from '../../shared/protocol/requests.ts';
import type { CoreKey, CoreSettings } from '../../shared/protocol/settings.ts';
import { coreSettings } from '../../shared/protocol/settings.ts';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import type { Engine, Voice } from '../engines/port.ts';
import type { Output, OutputStatus } from '../audio/port.ts';
import type { Effect, ReaderEvent } from '../reader/events.ts';
import { initialState, type ReaderState } from '../reader/state.ts';
import { step } from '../reader/step.ts';
import { EventFeed, type Snapshot } from './event-feed.ts';
import type { EventListener, StateSubscription } from './event-hub.ts';
import { engineReadiness } from './engine-readiness.ts';
import type { RuntimeJournal } from './journal-port.ts';
import { Player } from './player.ts';

export interface Engines {
  list(): readonly Engine[];
  get(id: string): Engine | undefined;
}

/** Keeps what the user set; `save` resolves once it is safe on disk. */
export interface SettingsPort {
  save(values: Partial<CoreSettings>): Promise<void>;
}

export interface RuntimeOptions {
  engines: Engines;
  output: Output;
  settings: SettingsPort;
  log: RuntimeJournal;
  /** The text rules: a spoken text to its chunks, read as the settings say. */
  cut(text: string, options: Pick<CoreSettings, 'pronunciations' | 'paths'>): string[];
  /** The settings at start, saved ones and defaults together; `engine` names a known engine. */
  initial: CoreSettings;
  /** Nobody has set a voice: this one speaks, with an engine that has it. Absent: somebody has. */
  usualVoice?: string;
  /** A setting that is nobody's here is in force with a new value. */
  applied?<K extends CoreKey>(key: K, value: CoreSettings[K]): void;
  /** Monotonic ms; for what is measured, not for timers. */
  now?(): number;
}

/** Whether the reader holds the process: nothing to do, something held by a pause, or reading. */
export type Activity = 'idle' | 'paused' | 'reading';

export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #feed: EventFeed;
  readonly #player: Player;
  readonly #activityListeners: (() => void)[] = [];
  #reader: ReaderState = initialState;
  #settings: CoreSettings;
  /** The voice in force as the current engine knows it; null is the engine's default. */
  #engineVoice: string | null = null;
  /** Whether nobody has set a voice. */
  #voiceIsUsual = false;
  #activity: Activity = 'idle';
  readonly #mailbox: ReaderEvent[] = [];
  #applying = false;
  #closeEngineStatus: () => void = () => {};

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#settings = { ...options.initial };
    this.#voiceIsUsual = options.usualVoice !== undefined;
    this.#player = new Player({
      output: options.output,
      now: options.now ?? (() => performance.now()),
      voice: () => ({
        engine: this.#engine(),
        voice: this.#engineVoice,
        rate: this.#settings.rate,
      }),
      started: (play) => this.#apply({ type: 'started', play }),
      ended: (play) => this.#apply({ type: 'ended', play }),
      failed: (audio, message) => this.#apply({ type: 'failed', audio, message }),
    });
    this.#feed = new EventFeed(() => this.#snapshot());
    this.#watchEngine();
  }

  /** Opens the output and resolves the saved voice. Call once, before the first request. */
  async open(): Promise<void> {
    const { output } = this.#options;
    output.volume(this.#settings.volume);
    output.loudness(this.#settings.loudness);
    output.liveRate(this.#liveRate());
    output.open({
      started: (play) => this.#player.outputStarted(play),
      ended: (play) => this.#player.outputEnded(play),
      lost: () => this.#player.outputLost(),
      notice: (message) => this.log(message),
    });
    await this.#resolveVoice();
  }

  async #resolveVoice(): Promise<void> {
    const { voice } = this.#settings;
    if (voice === null) {
      if (this.#voiceIsUsual) await this.#useUsualVoice(this.#engine());
      return;
    }
    const resolved = await this.#engine().resolveVoice(voice);
    this.#engineVoice = resolved;
    if (resolved === null) {
      this.#options.log.line(`saved voice "${voice}" is not a voice of ${this.#engine().id}`);
      this.#settings.voice = null;
      this.#feed.changed();
    }
  }

  async #useUsualVoice(engine: Engine): Promise<void> {
    const { usualVoice } = this.#options;
    const resolved = usualVoice === undefined ? null : await engine.resolveVoice(usualVoice);
    this.#settings.voice = resolved;
    this.#engineVoice = resolved;
  }

  #engine(): Engine {
    return this.#options.engines.get(this.#settings.engine)!;
  }

  #watchEngine(): void {
    this.#closeEngineStatus();
    let before = this.#engine().status();
    this.#closeEngineStatus = this.#engine().onStatus(() => {
      const status = this.#engine().status();
      if (status.status !== before.status || status.fallback !== before.fallback) {
        this.log(engineReadiness(status));
      }
      before = status;
      this.#feed.changed();
      this.#tellActivity();
    });
  }

  /**
   * Adds one text as one item. @returns its id
   * @param voice as `knownVoice` gave it, for this item alone
   */
  speak(request: Speak, voice?: string): number {
    const id = this.#reader.nextItem;
    const styled = voice !== undefined || typeof request.rate === 'number';
    this.#apply({
      type: 'speak',
      chunks: this.#options.cut(request.text, this.#settings),
      label: request.label ?? null,
      style: styled ? { voice, rate: request.rate ?? undefined } : undefined,
      mode: request.mode ?? 'append',
      interrupt: request.interrupt ?? false,
    });
    return id;
  }

  control(action: ControlAction): void {
    this.#apply({ type: 'control', action });
  }

  get<K extends CoreKey>(key: K): CoreSettings[K] {
    return this.#settings[key];
  }

  outputStatus(): OutputStatus {
    return this.#options.output.status();
  }

  /**
   * Applies and saves a checked value. @returns the value now in force
   * @throws ProtocolError E_NOT_FOUND for an unknown voice or engine, E_ENGINE when it cannot be saved
   */
  async set<K extends CoreKey>(key: K, value: CoreSettings[K]): Promise<CoreSettings[K]> {
    const values: Partial<CoreSettings> = { [key]: value };
    if (key === 'engine') await this.#setEngine(value as string, values);
    else if (key === 'voice') await this.#setVoice(value as string | null, values);
    else {
      const before = this.#settings[key];
      this.#settings[key] = value;
      this.#options.applied?.(key, value);
      if (key === 'volume') this.#options.output.volume(value as number);
      if (key === 'loudness') this.#options.output.loudness(value as number | null);
      if ((key === 'rate' || key === 'live_rate') && before !== value) this.#changeRate();
    }
    this.#feed.changed();
    const inForce = this.#settings[key];
    await this.#save(key, values);
    return inForce;
  }

  /** Live, what is made already is stretched to the new rate; else what was made ahead is made anew. */
  #changeRate(): void {
    const live = this.#liveRate();
    this.#options.output.liveRate(live);
    if (live === null) this.#apply({ type: 'retune' });
  }

  #liveRate(): number | null {
    return this.#settings.live_rate === 'on' ? this.#settings.rate : null;
  }

  async #save(key: CoreKey, values: Partial<CoreSettings>): Promise<void> {
    try {
      await this.#options.settings.save(values);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.log.line(`${key} not saved: ${reason}`);
      throw new ProtocolError(
        'E_ENGINE',
        `${key} applies until Sonara ends, but could not be saved: ${reason}`,
      );
    }
  }

  async #setEngine(id: string, values: Partial<CoreSettings>): Promise<void> {
    const engine = this.#options.engines.get(id);
    if (!engine) throw new ProtocolError('E_NOT_FOUND', `unknown engine '${id}'`);
    if (id === this.#settings.engine) return;
    const { voice } = this.#settings;
    const resolved = voice === null ? null : await engine.resolveVoice(voice);
    this.#settings.engine = id;
    this.#engineVoice = resolved;
    if (this.#voiceIsUsual) await this.#useUsualVoice(engine);
    else if (voice !== null && resolved === null) {
      this.#settings.voice = null;
      values.voice = null;
    }
    this.#watchEngine();
    this.warm();
    this.#apply({ type: 'retune' });
  }

  async #setVoice(voice: string | null, values: Partial<CoreSettings>): Promise<void> {
    const resolved = voice === null ? null : await this.knownVoice(voice);
    const before = this.#engineVoice;
    this.#voiceIsUsual = false;
    this.#settings.voice = resolved;
    values.voice = resolved;
    this.#engineVoice = resolved;
    if (before !== resolved) this.#apply({ type: 'retune' });
  }

  /** @throws ProtocolError E_NOT_FOUND for a voice the current engine lacks */
  async knownVoice(voice: string): Promise<string> {
    const engine = this.#engine();
    const resolved = await engine.resolveVoice(voice);
    if (resolved !== null) return resolved;
    const name = voice.length > 60 ? `${voice.slice(0, 60)}…` : voice;
    throw new ProtocolError('E_NOT_FOUND', `engine '${engine.id}' has no voice '${name}'`);
  }

  /** @throws ProtocolError E_NOT_FOUND for an unknown engine */
  async voices(engine?: string | null): Promise<Voice[]> {
    if (engine === undefined || engine === null) {
      const lists = await Promise.all(this.#options.engines.list().map((each) => each.voices()));
      return lists.flat();
    }
    const found = this.#options.engines.get(engine);
    if (!found) throw new ProtocolError('E_NOT_FOUND', `unknown engine '${engine}'`);
    return found.voices();
  }

  /** Gets what the next sentence needs: called when a client arrives. */
  warm(): void {
    this.#options.output.warm();
    this.#engine().warm();
  }

  subscribe(listener: EventListener): StateSubscription {
    return this.#feed.subscribe(listener);
  }

  /** Sends a line to the `log` stream and to the log file. Must not hold what was spoken. */
  log(message: string): void {
    this.#options.log.line(message);
    this.#feed.send('log', { event: 'log', message });
  }

  /** Whether the current engine fetches or loads what it needs, and so keeps the runtime. */
  busy(): boolean {
    return this.#engine().busy?.() ?? false;
  }

  activity(): Activity {
    return this.#activity;
  }

  /** Calls back after `activity()` changed, and when `busy()` may have. */
  onActivity(listener: () => void): void {
    this.#activityListeners.push(listener);
  }

  /** Stops speech and frees output and engines. */
  async close(): Promise<void> {
    this.#apply({ type: 'control', action: 'stop' });
    this.#feed.flush();
    this.#closeEngineStatus();
    await Promise.all([
      this.#options.output.close(),
      ...this.#options.engines.list().map((engine) => engine.close()),
    ]);
  }

  /** One event at a time: what an effect brings about while it is carried out waits its turn. */
  #apply(event: ReaderEvent): void {
    this.#mailbox.push(event);
    if (this.#applying) return;
    this.#applying = true;
    try {
      for (let next = this.#mailbox.shift(); next; next = this.#mailbox.shift()) {
        const [state, effects] = step(this.#reader, next);
        this.#reader = state;
        for (const effect of effects) this.#carryOut(effect);
        this.#feed.changed();
      }
    } finally {
      this.#applying = false;
    }
    this.#updateActivity();
  }

  #carryOut(effect: Effect): void {
    const { output } = this.#options;
    switch (effect.type) {
      case 'item':
        this.#feed.send('items', { event: 'item', item_id: effect.item.id, phase: effect.phase });
        this.#logItem(effect);
        break;
      case 'log':
        this.log(effect.message);
        break;
      case 'synthesize':
        this.#player.synthesize(effect.audio, effect.text, effect.style);
        break;
      case 'play':
        this.#player.play(effect.play, effect.audio, { item: effect.item, chunk: effect.chunk });
        break;
      case 'cut':
        this.#player.cut(effect.play);
        break;
      case 'release':
        this.#player.release(effect.audio);
        break;
      case 'pause':
        output.pause(effect.paused);
        // The pause that ends because nothing is left to read is nobody's doing.
        if (this.#reader.current) this.#options.log.readerPaused(effect.paused);
        break;
      case 'mute':
        output.mute(effect.muted);
        break;
    }
  }

  #logItem({ item: { id, label, chunks }, phase, read }: Extract<Effect, { type: 'item' }>): void {
    const { log } = this.#options;
    const item = { item: id, session: label, kind: 'speak', from: 'speak' };
    if (phase === 'started') log.readStart({ item: id, session: label, chunks: chunks.length });
    else if (read === null) log.readDrop(item);
    else {
      const text = chunks.slice(0, read).join(' ');
      log.readEnd({ ...item, read, chunks: chunks.length, text }, phase);
    }
  }

  #updateActivity(): void {
    const { current, paused } = this.#reader;
    const activity = !current ? 'idle' : paused ? 'paused' : 'reading';
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#tellActivity();
  }

  #tellActivity(): void {
    for (const listener of this.#activityListeners) listener();
  }

  #snapshot(): Snapshot {
    const { current, queue, paused, muted } = this.#reader;
    const now: NowPlaying | null = current && {
      item_id: current.item.id,
      label: current.item.label,
      text: current.item.chunks[current.chunk]!,
      chunk: current.chunk,
      chunks: current.item.chunks.length,
    };
    return {
      now_playing: now,
      queued: queue.length,
      paused,
      muted,
      volume: this.#settings.volume,
      rate: this.#settings.rate,
      voice: this.#settings.voice,
      engine_status: this.#engine().status(),
    };
  }
}

/** The defaults of the core settings. */
export function defaultSettings(): CoreSettings {
  return Object.fromEntries(
    Object.entries(coreSettings).map(([key, { default: value }]) => [key, value]),
  ) as CoreSettings;
}
