/**
 * The runtime: one reader, its player, the settings in force and the events that tell of them.
 * Everything that changes it goes through the stage, one event at a time.
 */
import type { ControlAction, Speak } from '../../shared/protocol/requests.ts';
import type { SettingKey, Settings } from '../../shared/protocol/settings.ts';
import { settingTable } from '../../shared/protocol/settings.ts';
import type { CodeReading, Cutting } from '../agent/types.ts';
import type { Chunk, EarconKind, NewMessage, Style } from '../../shared/speech/chunk.ts';
import type { Voice } from '../engines/port.ts';
import type { Output, OutputStatus } from '../audio/port.ts';
import type { Effect, ReaderEvent } from '../reader/events.ts';
import { type Clock, realClock } from './clock.ts';
import { EventFeed } from './event-feed.ts';
import type { EventListener, StateSubscription } from './event-hub.ts';
import { engineReadiness } from './engine-readiness.ts';
import { type ExtensionPorts, Extensions } from './extensions.ts';
import { logItem } from './item-journal.ts';
import { HeardTexts } from './heard-texts.ts';
import type { LedgerPort } from '../ledger/port.ts';
import type { RuntimeJournal } from './journal-port.ts';
import { Player } from './player.ts';
import { saveSafely } from './save-safely.ts';
import { snapshotOf } from './snapshot.ts';
import { type Machines, Stage } from './stage.ts';
import { type Engines, VoiceInForce } from './voice-in-force.ts';

export type { Engines } from './voice-in-force.ts';
export type { Machines } from './stage.ts';

/** Keeps what the user set; `save` resolves once it is safe on disk. */
export interface SettingsPort {
  save(values: Partial<Settings>): Promise<void>;
}

/** How an agent's text is read. */
export interface TextOptions extends Pick<Settings, 'pronunciations' | 'paths'> {
  code: CodeReading;
}

export interface RuntimeOptions {
  engines: Engines;
  output: Output;
  settings: SettingsPort;
  log: RuntimeJournal;
  /** Is told what was heard, and what not. */
  ledger?: LedgerPort;
  /** The text rules: a spoken text to its chunks, read as the settings say. */
  cut(text: string, options: Pick<Settings, 'pronunciations' | 'paths'>): string[];
  /** The settings at start, saved ones and defaults together; `engine` names a known engine. */
  initial: Settings;
  /** Nobody has set a voice: this one speaks, with an engine that has it. Absent: somebody has. */
  usualVoice?: string;
  /** A setting that is nobody's here is in force with a new value. */
  applied?<K extends SettingKey>(key: K, value: Settings[K]): void;
  clock?: Clock;
  /** What the extensions channels and agent need besides. */
  extensions?: Omit<ExtensionPorts, 'clock' | 'openCutting'>;
  /** Cuts an agent's text as it comes; without it there is no agent. */
  openText?(options: TextOptions): Cutting;
}

/** Whether the reader holds the process: nothing to do, something held by a pause, or reading. */
export type Activity = 'idle' | 'paused' | 'reading';

export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #feed: EventFeed;
  readonly #player: Player;
  readonly #activityListeners: (() => void)[] = [];
  readonly #clock: Clock;
  readonly #stage: Stage;
  readonly #extensions: Extensions;
  readonly #heard: HeardTexts | undefined;
  readonly #voice: VoiceInForce;
  readonly #settings: Settings;
  #activity: Activity = 'idle';
  #isBusy = false;
  #closeEngineStatus: () => void = () => {};

  constructor(options: RuntimeOptions) {
    const { clock = realClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#settings = { ...options.initial };
    this.#voice = new VoiceInForce(options.engines, this.#settings, options.usualVoice);
    this.#heard = options.ledger && this.#tellTo(options.ledger);
    this.#stage = new Stage({
      reader: (effect, cause) => this.#carryOut(effect, cause),
      machine: (work) => this.#extensions.carryOut(work),
      now: () => clock.now(),
      announceStyle: () => this.#voice.announceStyle(),
      settled: () => {
        this.#feed.changed();
        this.#updateActivity();
      },
    });
    this.#extensions = new Extensions({
      ...options.extensions,
      openCutting: options.openText && ((own) => options.openText!({ ...this.#settings, ...own })),
      clock,
      stage: this.#stage,
      settings: () => this.#settings,
      log: options.log,
      heard: this.#heard,
    });
    this.#player = new Player({
      output: options.output,
      now: () => clock.now(),
      voice: (style) => this.#voice.of(style),
      code: () => ({ speed: this.#settings.code_speed, pause: this.#settings.code_pause }),
      started: (play) => this.#apply({ type: 'started', play }),
      ended: (play) => this.#apply({ type: 'ended', play }),
      failed: (audio, message) => this.#apply({ type: 'failed', audio, message }),
    });
    this.#feed = new EventFeed(
      () => snapshotOf(this.#stage, this.#settings, this.#voice.engine().status()),
      () => this.#stage.reader.queue.length,
    );
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
    if (this.#settings.code_step === 'on') this.#apply({ type: 'stepping', on: true });
    const { voice } = this.#settings;
    if (!(await this.#voice.open())) {
      this.#options.log.line(`saved voice "${voice}" is not a voice of ${this.#settings.engine}`);
      this.#feed.changed();
    }
  }

  #watchEngine(): void {
    this.#closeEngineStatus();
    let before = this.#voice.engine().status();
    this.#closeEngineStatus = this.#voice.engine().onStatus(() => {
      const status = this.#voice.engine().status();
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
    const id = this.#stage.reader.nextItem;
    this.#apply({
      type: 'speak',
      chunks: this.#chunks(request.text),
      label: request.label ?? null,
      style: styleOf(request, voice),
      mode: request.mode ?? 'append',
      interrupt: request.interrupt ?? false,
    });
    return id;
  }

  /** A host's text as a message of a channel. @param voice as `knownVoice` gave it */
  hostMessage(request: Speak, voice?: string): NewMessage {
    return {
      chunks: this.#chunks(request.text),
      label: request.label ?? null,
      style: styleOf(request, voice),
      kind: 'speak',
      from: 'speak',
      source: 'host',
    };
  }

  #chunks(text: string): Chunk[] {
    return this.#options.cut(text, this.#settings).map((each) => ({ text: each }));
  }

  control(action: ControlAction): void {
    this.#apply({ type: 'control', action });
  }

  get<K extends SettingKey>(key: K): Settings[K] {
    return this.#settings[key];
  }

  outputStatus(): OutputStatus {
    return this.#options.output.status();
  }

  /**
   * Applies and saves a checked value. @returns the value now in force
   * @throws ProtocolError E_NOT_FOUND for an unknown voice or engine, E_ENGINE when it cannot be saved
   */
  async set<K extends SettingKey>(key: K, value: Settings[K]): Promise<Settings[K]> {
    const values: Partial<Settings> = { [key]: value };
    if (key === 'engine') await this.#setEngine(value as string, values);
    else if (key === 'voice') await this.#setVoice(value as string | null, values);
    else {
      const before = this.#settings[key];
      this.#settings[key] = value;
      this.#options.applied?.(key, value);
      if (key === 'volume') this.#options.output.volume(value as number);
      if (key === 'loudness') this.#options.output.loudness(value as number | null);
      if ((key === 'rate' || key === 'live_rate') && before !== value) this.#changeRate();
      if (key === 'code_speed' || key === 'code_pause') this.#apply({ type: 'retune' });
      if (key === 'announce_voice') {
        await this.#voice.setAnnounce(value as Settings['announce_voice']);
      }
      this.#extensions.settingChanged(key);
      if (key === 'code_step') this.#apply({ type: 'stepping', on: value === 'on' });
    }
    this.#feed.changed();
    const inForce = this.#settings[key];
    await this.#save(key, () => this.#options.settings.save(values));
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

  #save(key: string, save: () => Promise<void>): Promise<void> {
    return saveSafely(key, save, (line) => this.#options.log.line(line));
  }

  async #setEngine(id: string, values: Partial<Settings>): Promise<void> {
    const more = await this.#voice.setEngine(id);
    if (!more) return;
    Object.assign(values, more);
    await this.#expectVoices();
    this.#watchEngine();
    this.warm();
    this.#apply({ type: 'retune' });
  }

  async #setVoice(voice: string | null, values: Partial<Settings>): Promise<void> {
    const isOther = await this.#voice.setVoice(voice);
    values.voice = this.#settings.voice;
    if (isOther) this.#apply({ type: 'retune' });
  }

  /** @throws ProtocolError E_NOT_FOUND for a voice the current engine lacks */
  knownVoice(voice: string): Promise<string> {
    return this.#voice.named(voice);
  }

  /** Turns an extension on, for good. */
  enable(extension: string): void {
    this.#extensions.enable(extension);
    void this.#expectVoices();
  }

  /** The channels' own voices are looked up before they are to speak. */
  async #expectVoices(): Promise<void> {
    const prefs = this.#stage.machines?.channels.savedPrefs() ?? [];
    await Promise.all(prefs.map(([, { voice }]) => voice && this.#voice.expect(voice)));
  }

  /** Has the machines of the extensions do something; `act` is for requests. @throws what `work` does */
  act<T>(work: (machines: Machines) => T, then?: ControlAction): T {
    return this.#stage.act(work, then && { type: 'control', action: then });
  }

  /** What is being read was spoken without a channel. */
  readsDirectText(): boolean {
    const { current } = this.#stage.reader;
    return current !== null && current.item.origin === undefined;
  }

  /** Resolves once the channels' preferences that were set are safe on disk. @throws ProtocolError E_ENGINE */
  async prefsSaved(): Promise<void> {
    await this.#expectVoices();
    await this.#save('channel_prefs', () => this.#extensions.saved());
  }

  /** Monotonic ms. */
  now(): number {
    return this.#clock.now();
  }

  /** The reader's item of a channel's message it has now. */
  itemOf(entry: number): number | null {
    return this.#stage.machines?.channels.itemOf(entry) ?? null;
  }

  /** @throws ProtocolError E_NOT_FOUND for an unknown engine */
  voices(engine?: string | null): Promise<Voice[]> {
    return this.#voice.list(engine);
  }

  /** Gets what the next sentence needs: called when a client arrives. */
  warm(): void {
    this.#options.output.warm();
    this.#voice.engine().warm();
  }

  subscribe(listener: EventListener): StateSubscription {
    return this.#feed.subscribe(listener);
  }

  /** Sends a line to the `log` stream and to the log file. Must not hold what was spoken. */
  log(message: string): void {
    this.#options.log.line(message);
    this.#feed.send('log', { event: 'log', message });
  }

  /** An earcon was given to the output. */
  earconPlayed(kind: EarconKind): void {
    this.#feed.send('earcons', { event: 'earcon', kind });
  }

  /** Whether the current engine fetches or loads what it needs, and so keeps the runtime. */
  busy(): boolean {
    return this.#extensions.isBusy() || (this.#voice.engine().busy?.() ?? false);
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
    this.#heard?.close();
    this.#stage.end();
    this.#feed.flush();
    this.#closeEngineStatus();
    this.#extensions.close();
    await this.#extensions.saved().catch(() => {});
    await Promise.all([
      this.#options.output.close(),
      ...this.#options.engines.list().map((engine) => engine.close()),
    ]);
  }

  #apply(event: ReaderEvent): void {
    this.#stage.tell(event);
  }

  #tellTo(ledger: LedgerPort): HeardTexts {
    return new HeardTexts({
      ledger,
      silence: () => {
        if (this.#stage.reader.muted || this.#settings.volume === 0) return 'sound muted';
        const { kind, audible, starting, resting } = this.#options.output.status();
        return kind !== 'device' || audible || starting || resting ? null : 'no sound';
      },
      labelOf: (channel) => {
        const name = this.#stage.machines?.channels.nameOf(channel);
        return name === undefined || name === channel ? null : name;
      },
    });
  }

  #carryOut(effect: Effect, cause: ReaderEvent | null): void {
    const { output } = this.#options;
    switch (effect.type) {
      case 'item':
        this.#feed.send('items', { event: 'item', item_id: effect.item.id, phase: effect.phase });
        logItem(this.#options.log, effect);
        this.#heard?.item(effect, cause);
        break;
      case 'log':
        this.log(effect.message);
        break;
      case 'synthesize':
        this.#player.synthesize(effect.audio, effect.chunk, effect.style);
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
        if (this.#stage.reader.current) this.#options.log.readerPaused(effect.paused);
        break;
      case 'mute':
        output.mute(effect.muted);
        break;
    }
  }

  #updateActivity(): void {
    const { current } = this.#stage.reader;
    const follows = () => (this.#stage.machines?.channels.ahead(1).length ?? 0) > 0;
    const idle = follows() ? 'reading' : 'idle';
    const activity = !current ? idle : this.#stage.isPaused ? 'paused' : 'reading';
    const isBusy = this.#extensions.isBusy();
    if (activity === this.#activity && isBusy === this.#isBusy) return;
    this.#activity = activity;
    this.#isBusy = isBusy;
    this.#tellActivity();
  }

  #tellActivity(): void {
    for (const listener of this.#activityListeners) listener();
  }
}

function styleOf({ rate }: Speak, voice: string | undefined): Style | undefined {
  const styled = voice !== undefined || typeof rate === 'number';
  return styled ? { voice, rate: rate ?? undefined } : undefined;
}

/** The defaults of the settings. */
export function defaultSettings(): Settings {
  return Object.fromEntries(
    Object.entries(settingTable).map(([key, { default: value }]) => [key, value]),
  ) as Settings;
}
