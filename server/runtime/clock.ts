/** Time as a port, so that tests move it by hand. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back at or after `at` (same scale as `now`). Returns the function that disarms it. */
  at(at: number, due: () => void): () => void;
}

/** The longest delay that setTimeout takes, ms. */
const LONGEST = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => performance.now(),
  at(at, due) {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const left = Math.max(0, at - performance.now());
      // A longer delay would overflow, and be none at all.
      timer = left > LONGEST ? setTimeout(arm, LONGEST) : setTimeout(due, left);
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until `advance` is called. */
export class SimulatedClock implements Clock {
  #now = 0;
  #armed: { at: number; due: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  at(at: number, due: () => void): () => void {
    const entry = { at, due };
    this.#armed.push(entry);
    return () => {
      this.#armed = this.#armed.filter((other) => other !== entry);
    };
  }

  /** Moves time on by `ms`, calling back everything that falls due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#armed.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#armed = this.#armed.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.due();
    }
    this.#now = end;
  }
}
