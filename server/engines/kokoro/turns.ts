/** Who may run: one after the other, in the order they came. */
import { raced } from './raced.ts';

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits for one's turn. @returns what ends it, which must be called
   * @throws the signal's reason when aborted while waiting
   */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last;
    let end = (): void => {};
    this.#last = new Promise((resolve) => (end = resolve));
    try {
      await raced(before, signal);
      return end;
    } catch (error) {
      // Those behind wait for those before, not for the one that left.
      void before.then(end);
      throw error;
    }
  }
}
