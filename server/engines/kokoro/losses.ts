/** Backends that end again and again: they are left alone for a while. */
import type { Clock } from '../../runtime/clock.ts';
import type { BackendId } from './inference.ts';

/** One that is lost this often within WINDOW_MS is left for another. */
const MOST = 3;
const WINDOW_MS = 60_000;
const SHUNNED_MS = 10 * 60_000;

export class Losses {
  readonly #clock: Clock;
  #lost: { backend: BackendId; at: number }[] = [];
  /** Until when, by the clock. */
  readonly #shunned = new Map<BackendId, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(backend: BackendId): void {
    const now = this.#clock.now();
    this.#lost = this.#lost.filter(({ at }) => now - at < WINDOW_MS);
    this.#lost.push({ backend, at: now });
    const own = this.#lost.filter((loss) => loss.backend === backend);
    if (own.length < MOST) return;
    this.#lost = this.#lost.filter((loss) => loss.backend !== backend);
    this.#shunned.set(backend, now + SHUNNED_MS);
  }

  /** Those that are not to be used now. */
  shunned(): ReadonlySet<BackendId> {
    const now = this.#clock.now();
    return new Set([...this.#shunned].filter(([, until]) => now < until).map(([id]) => id));
  }

  /** All may be tried again. */
  forgive(): void {
    this.#lost = [];
    this.#shunned.clear();
  }
}
