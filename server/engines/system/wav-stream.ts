/**
 * Takes the samples out of a WAV file (16-bit mono) while it arrives. A program that streams does
 * not know the length when it writes the header, so sizes are not looked at.
 */
export class WavStream {
  /** Hz; known once the header is through. */
  sampleRate: number | undefined;
  #bytes: Buffer = Buffer.alloc(0);

  /** @throws Error when it is not such a file */
  push(bytes: Uint8Array): Int16Array {
    this.#bytes = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, bytes]) : Buffer.from(bytes);
    if (this.sampleRate === undefined && !this.#readHeader()) return new Int16Array(0);
    const whole = this.#bytes.length & ~1;
    const samples = new Int16Array(whole / 2);
    for (let at = 0; at < samples.length; at += 1) samples[at] = this.#bytes.readInt16LE(at * 2);
    this.#bytes = this.#bytes.subarray(whole);
    return samples;
  }

  /** @returns whether the samples begin now */
  #readHeader(): boolean {
    const bytes = this.#bytes;
    if (bytes.length < 12) return false;
    if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV file');
    let sampleRate: number | undefined;
    for (let at = 12; at + 8 <= bytes.length;) {
      const name = bytes.toString('latin1', at, at + 4);
      if (name === 'data') {
        if (!sampleRate) throw new Error('a WAV file without a format');
        this.sampleRate = sampleRate;
        this.#bytes = bytes.subarray(at + 8);
        return true;
      }
      if (name === 'fmt ' && at + 24 <= bytes.length) {
        if (bytes.readUInt16LE(at + 10) !== 1 || bytes.readUInt16LE(at + 22) !== 16) {
          throw new Error('not 16-bit mono');
        }
        sampleRate = bytes.readUInt32LE(at + 12);
      }
      at += 8 + bytes.readUInt32LE(at + 4);
    }
    if (bytes.length > 4096) throw new Error('a WAV file without samples');
    return false;
  }
}
