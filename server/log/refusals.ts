/** Refusals before a hello may come in floods from anybody on the PC: at most one line per 10 s. */
const EVERY_MS = 10_000;

export class RefusalGate {
  readonly #now: () => number;
  #next = -Infinity;
  #held = 0;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The line to write for a refusal before hello, or null while the last one is too young. */
  line(code: string): string | null {
    if (this.#now() < this.#next) {
      this.#held++;
      return null;
    }
    const before = this.#held > 0 ? ` (and ${this.#held} more before)` : '';
    this.#held = 0;
    this.#next = this.#now() + EVERY_MS;
    return `connection refused before hello: ${code}${before}`;
  }
}
