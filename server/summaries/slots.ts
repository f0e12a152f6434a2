/** At most so many jobs at once; the others wait in order. */
import { unlessAborted } from './within.ts';

export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    let mine!: () => void;
    const turn = new Promise<void>((resolve) => {
      mine = resolve;
    });
    this.#waiting.push(mine);
    try {
      await unlessAborted(signal, turn);
    } catch (error) {
      const at = this.#waiting.indexOf(mine);
      if (at >= 0) this.#waiting.splice(at, 1);
      // The turn had come in the same moment: it is the next one's.
      else this.#pass();
      throw error;
    }
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
