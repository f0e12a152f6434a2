/** Splits bytes into lines, with a cap on the length of one. Holds at most one line. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Inside a line that is over the limit: its bytes are dropped up to its end. */
  #skipping = false;

  /** @param limit bytes in a line, without its end */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns the lines completed by `bytes`, in order; null for one over the limit, once */
  push(bytes: Uint8Array): (Uint8Array | null)[] {
    const lines: (Uint8Array | null)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      this.#add(bytes.subarray(from, end), lines);
      if (this.#skipping) this.#skipping = false;
      else lines.push(this.#take());
      from = end + 1;
    }
    this.#add(bytes.subarray(from), lines);
    return lines;
  }

  #add(bytes: Uint8Array, lines: (Uint8Array | null)[]): void {
    if (this.#skipping || bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= this.#limit) return;
    this.#take();
    this.#skipping = true;
    lines.push(null);
  }

  #take(): Uint8Array {
    const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
