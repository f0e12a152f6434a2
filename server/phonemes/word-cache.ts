/** Remembers what was said lately: two generations, so that neither a lookup nor the limit costs anything. */
export class WordCache<Value> {
  readonly #limit: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** @param limit most entries of one generation; twice as many are kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
