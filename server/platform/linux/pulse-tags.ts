/** PulseAudio's tagged values: one letter for the type, then the value, big-endian. */

export type TagValue = number | string | null | Map<string, string>;

export class TagWriter {
  #parts: Buffer[] = [];

  u32(value: number): this {
    const bytes = Buffer.alloc(5);
    bytes.write('L');
    bytes.writeUInt32BE(value, 1);
    this.#parts.push(bytes);
    return this;
  }

  string(value: string): this {
    this.#parts.push(Buffer.from(`t${value}\0`));
    return this;
  }

  bytes(value: Buffer): this {
    const head = Buffer.alloc(5);
    head.write('x');
    head.writeUInt32BE(value.length, 1);
    this.#parts.push(head, value);
    return this;
  }

  properties(values: Readonly<Record<string, string>>): this {
    this.#parts.push(Buffer.from('P'));
    for (const [key, value] of Object.entries(values)) {
      const bytes = Buffer.from(`${value}\0`);
      this.string(key).u32(bytes.length).bytes(bytes);
    }
    this.#parts.push(Buffer.from('N'));
    return this;
  }

  done(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Reads values in order; where it stops, the next `values()` goes on. */
export class TagReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** Values whose content nobody asks for come as null. @throws Error on an unknown type */
  *values(): Generator<TagValue, undefined> {
    while (this.#at < this.#data.length) yield this.#value();
    return undefined;
  }

  #value(): TagValue {
    const tag = String.fromCharCode(this.#data[this.#at++] ?? 0);
    switch (tag) {
      case 'L':
      case 'V':
        return this.#u32();
      case 'B':
        return this.#data.readUInt8(this.#skip(1));
      case 't':
        return this.#string();
      case 'N':
        return null;
      case '1':
      case '0':
        return Number(tag);
      case 'R':
      case 'r':
      case 'U':
      case 'T':
        this.#skip(8);
        return null;
      case 'a':
        this.#skip(6);
        return null;
      case 'x':
        this.#skip(this.#u32());
        return null;
      case 'm':
        this.#skip(this.#data.readUInt8(this.#skip(1)));
        return null;
      case 'v':
        this.#skip(4 * this.#data.readUInt8(this.#skip(1)));
        return null;
      case 'P':
        return this.#properties();
      default:
        throw new Error(`Unknown value type ${JSON.stringify(tag)} from the sound server.`);
    }
  }

  /** @returns where the skipped bytes start */
  #skip(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    return at;
  }

  #u32(): number {
    return this.#data.readUInt32BE(this.#skip(4));
  }

  #string(): string {
    const end = this.#data.indexOf(0, this.#at);
    if (end < 0) throw new Error('A string without an end from the sound server.');
    const text = this.#data.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  #properties(): Map<string, string> {
    const properties = new Map<string, string>();
    for (;;) {
      const key = this.#value();
      if (typeof key !== 'string') return properties;
      this.#value();
      this.#skip(1);
      const length = this.#u32();
      const at = this.#skip(length);
      properties.set(key, this.#data.toString('utf8', at, at + length).replace(/\0$/, ''));
    }
  }
}
