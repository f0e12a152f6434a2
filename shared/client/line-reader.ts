/** Bytes to lines, with a bound: what a runtime sends is not to fill the memory of its client. */

/** The protocol's lines are at most 1 MiB; a long list of voices may be more, and is still read. */
const MAX_LINE = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

export class LineReader {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(limit = MAX_LINE) {
    this.#limit = limit;
  }

  /**
   * Takes what came. @returns the lines that are complete now, without their ends
   * @throws RangeError when a line is longer than the limit
   */
  push(bytes: Uint8Array): string[] {
    const lines: string[] = [];
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from);
      this.#keep(bytes.subarray(from, end === -1 ? bytes.length : end));
      if (end === -1) return lines;
      lines.push(this.#take());
      from = end + 1;
    }
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) {
      this.#parts = [];
      throw new RangeError(`a line of more than ${this.#limit} bytes`);
    }
    this.#parts.push(part);
  }

  #take(): string {
    const line = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
