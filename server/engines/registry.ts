import type { Engine } from './port.ts';

/** The engines of this runtime, in the order they are offered; the first is the default. */
export class EngineRegistry {
  readonly #engines = new Map<string, Engine>();

  /** @throws when there is no engine, or two have the same id */
  constructor(engines: readonly Engine[]) {
    if (engines.length === 0) throw new Error('a runtime needs an engine');
    for (const engine of engines) {
      if (this.#engines.has(engine.id)) throw new Error(`two engines named ${engine.id}`);
      this.#engines.set(engine.id, engine);
    }
  }

  /** The id of the engine that speaks when nobody has chosen one. */
  get default(): string {
    return this.list()[0]!.id;
  }

  list(): Engine[] {
    return [...this.#engines.values()];
  }

  get(id: string): Engine | undefined {
    return this.#engines.get(id);
  }

  /** Closes every engine; one that fails to does not keep the others open. */
  async close(): Promise<void> {
    await Promise.allSettled(this.list().map((engine) => engine.close()));
  }
}
