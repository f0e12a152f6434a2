/** Voices by the names users and clients give them, so that a sentence need not wait for a list. */
import type { Engine } from '../engines/port.ts';

/** More names than anybody uses; then they are looked up again. */
const MOST = 1000;

export class VoiceNames {
  readonly #known = new Map<string, string | null>();

  /** @returns the engine's id for it, or null when the engine lacks it */
  async resolve(engine: Engine, voice: string): Promise<string | null> {
    const resolved = await engine.resolveVoice(voice);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(keyOf(engine, voice), resolved);
    if (resolved !== null) this.#known.set(keyOf(engine, resolved), resolved);
    return resolved;
  }

  /** The same without waiting: null also for a voice that was not looked up yet, which is begun then. */
  known(engine: Engine, voice: string): string | null {
    const known = this.#known.get(keyOf(engine, voice));
    if (known === undefined) void this.resolve(engine, voice).catch(() => {});
    return known ?? null;
  }
}

function keyOf(engine: Engine, voice: string): string {
  return `${engine.id}\n${voice}`;
}
