/** The timers machines ask for, by key: a later one of the same key replaces the earlier. */
import type { Clock } from './clock.ts';

export class Timers {
  readonly #clock: Clock;
  readonly #due: (key: string) => void;
  readonly #armed = new Map<string, () => void>();

  /** @param due called from the event loop, when a timer's time has come */
  constructor(clock: Clock, due: (key: string) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** @param at monotonic ms of the clock */
  arm(key: string, at: number): void {
    this.disarm(key);
    const disarm = this.#clock.at(at, () => {
      this.#armed.delete(key);
      this.#due(key);
    });
    this.#armed.set(key, disarm);
  }

  disarm(key: string): void {
    this.#armed.get(key)?.();
    this.#armed.delete(key);
  }

  close(): void {
    for (const disarm of this.#armed.values()) disarm();
    this.#armed.clear();
  }
}
