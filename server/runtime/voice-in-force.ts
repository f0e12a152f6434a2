/** The engine and the voice in force, and how a text's own style changes them. */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import type { Settings } from '../../shared/protocol/settings.ts';
import type { Style } from '../../shared/speech/chunk.ts';
import type { Engine, Voice } from '../engines/port.ts';
import { VoiceNames } from './voice-names.ts';

export interface Engines {
  list(): readonly Engine[];
  get(id: string): Engine | undefined;
}

export class VoiceInForce {
  readonly #engines: Engines;
  readonly #settings: Settings;
  readonly #names = new VoiceNames();
  /** Speaks while nobody has set a voice, with an engine that has it. */
  #usual: string | undefined;
  /** As the current engine knows it; null is the engine's default. */
  #voice: string | null = null;
  #announce: Style | undefined;

  /** @param settings the runtime's own: `engine` names a known engine; changed here */
  constructor(engines: Engines, settings: Settings, usual: string | undefined) {
    this.#engines = engines;
    this.#settings = settings;
    this.#usual = usual;
  }

  engine(): Engine {
    return this.#engines.get(this.#settings.engine)!;
  }

  /** The engine, voice and rate that a text of this style is read with now. */
  of({ engine: id, voice, rate }: Style): { engine: Engine; voice: string | null; rate: number } {
    const engine = (id !== undefined && this.#engines.get(id)) || this.engine();
    const known = voice === undefined ? null : this.#names.known(engine, voice);
    const isOther = engine !== this.engine();
    return {
      engine,
      voice: known ?? (isOther ? null : this.#voice),
      rate: rate ?? this.#settings.rate,
    };
  }

  /** What announcements are read with; undefined: as everything else. */
  announceStyle(): Style | undefined {
    return this.#announce;
  }

  /** The key `announce_voice` has a new value. */
  async setAnnounce(value: Settings['announce_voice']): Promise<void> {
    this.#announce = undefined;
    const engine = value && this.#engines.get(value.engine);
    if (!engine) return;
    const voice = await this.#names.resolve(engine, value.voice);
    if (voice !== null) this.#announce = { engine: engine.id, voice };
  }

  /** Looks a voice up, so that a text of that style does not come before it is known. Never rejects. */
  async expect(voice: string): Promise<void> {
    await this.#names.resolve(this.engine(), voice).catch(() => null);
  }

  /** At the start. @returns whether the saved voice is one of the engine's */
  async open(): Promise<boolean> {
    const { voice, announce_voice: announce } = this.#settings;
    await this.setAnnounce(announce).catch(() => {});
    if (voice === null) {
      if (this.#usual !== undefined) await this.#useUsual(this.engine());
      return true;
    }
    this.#voice = await this.#names.resolve(this.engine(), voice);
    if (this.#voice === null) this.#settings.voice = null;
    return this.#voice !== null;
  }

  async #useUsual(engine: Engine): Promise<void> {
    const resolved = await this.#names.resolve(engine, this.#usual!);
    this.#settings.voice = resolved;
    this.#voice = resolved;
  }

  /**
   * @returns what has to be saved besides; null when it is the engine in force
   * @throws ProtocolError E_NOT_FOUND
   */
  async setEngine(id: string): Promise<Partial<Settings> | null> {
    const engine = this.#known(id);
    if (id === this.#settings.engine) return null;
    const { voice } = this.#settings;
    const resolved = voice === null ? null : await this.#names.resolve(engine, voice);
    this.#settings.engine = id;
    this.#voice = resolved;
    if (this.#usual !== undefined) await this.#useUsual(engine);
    else if (voice !== null && resolved === null) {
      this.#settings.voice = null;
      return { voice: null };
    }
    return {};
  }

  /** @returns whether another voice speaks now @throws ProtocolError E_NOT_FOUND */
  async setVoice(voice: string | null): Promise<boolean> {
    const resolved = voice === null ? null : await this.named(voice);
    const before = this.#voice;
    this.#usual = undefined;
    this.#settings.voice = resolved;
    this.#voice = resolved;
    return before !== resolved;
  }

  /** @throws ProtocolError E_NOT_FOUND for a voice the current engine lacks */
  async named(voice: string): Promise<string> {
    const engine = this.engine();
    const resolved = await this.#names.resolve(engine, voice);
    if (resolved !== null) return resolved;
    const name = voice.length > 60 ? `${voice.slice(0, 60)}…` : voice;
    throw new ProtocolError('E_NOT_FOUND', `engine '${engine.id}' has no voice '${name}'`);
  }

  /** @param id an engine's; none: of all @throws ProtocolError E_NOT_FOUND */
  async list(id?: string | null): Promise<Voice[]> {
    if (id === undefined || id === null) {
      return (await Promise.all(this.#engines.list().map((each) => each.voices()))).flat();
    }
    return this.#known(id).voices();
  }

  #known(id: string): Engine {
    const engine = this.#engines.get(id);
    if (!engine) throw new ProtocolError('E_NOT_FOUND', `unknown engine '${id}'`);
    return engine;
  }
}
