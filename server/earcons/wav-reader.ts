/** Reads the WAV files that users bring: whatever the bytes are, samples or a reason why not. */

/** A file that can be read. Its samples are taken out in pieces, as a long one takes milliseconds. */
export interface WavFile {
  /** Hz. */
  readonly sampleRate: number;
  readonly frames: number;
  /**
   * Fills `out` with mono samples, −1 to 1, from the frame `from` on. What is no number becomes
   * silence, what lies beyond −1 and 1 is clipped.
   */
  decode(out: Float32Array, from: number): void;
}

/** `refused` continues a sentence that begins with the file's name: "is not a WAV file". */
export type WavResult = WavFile | { readonly refused: string };

export const wavLimits = {
  bytes: 16 * 1024 * 1024,
  seconds: 10,
  lowestRate: 1000,
  highestRate: 384_000,
};

/** What the bytes of a sample mean; the name is the code and the bits. */
const sampleReaders: Record<string, (view: DataView, at: number) => number> = {
  'pcm 8': (view, at) => (view.getUint8(at) - 128) / 128,
  'pcm 16': (view, at) => view.getInt16(at, true) / 2 ** 15,
  'pcm 24': (view, at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 2 ** 23,
  'pcm 32': (view, at) => view.getInt32(at, true) / 2 ** 31,
  'float 32': (view, at) => asSample(view.getFloat32(at, true)),
  'float 64': (view, at) => asSample(view.getFloat64(at, true)),
};

const formatNames: Record<number, string> = { 1: 'pcm', 3: 'float' };
const extensible = 0xfffe;

interface Span {
  start: number;
  size: number;
}

/**
 * A RIFF/WAVE file: 8-, 16-, 24- or 32-bit integer PCM or 32- or 64-bit float, plain or
 * WAVE_FORMAT_EXTENSIBLE, mono or stereo (mixed down), within `wavLimits`. Chunks may come in any
 * order; sizes beyond the end of the file mean "to the end". Never throws.
 */
export function readWav(file: Uint8Array): WavResult {
  if (file.length > wavLimits.bytes) return { refused: 'is larger than 16 MB' };
  if (file.length === 0) return { refused: 'is empty' };
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') {
    return { refused: 'is not a WAV file' };
  }
  const { format, data } = findChunks(view);
  if (!format) return { refused: 'has no format chunk' };
  if (!data || data.size === 0) return { refused: 'has no samples' };
  return openWave(view, format, data);
}

function openWave(view: DataView, format: Span, data: Span): WavResult {
  const plain = view.getUint16(format.start, true);
  // The extensible form names the real one at the start of a GUID.
  const isLong = plain === extensible && format.size >= 26;
  const code = isLong ? view.getUint16(format.start + 24, true) : plain;
  const channels = view.getUint16(format.start + 2, true);
  const sampleRate = view.getUint32(format.start + 4, true);
  const frameBytes = view.getUint16(format.start + 12, true);
  const bits = view.getUint16(format.start + 14, true);

  const name = formatNames[code];
  if (name === undefined) return { refused: `is in a format that is not read (code ${code})` };
  const read = sampleReaders[`${name} ${bits}`];
  if (!read)
    return {
      refused: `has ${bits}-bit ${name === 'pcm' ? 'integer' : name} samples, which are not read`,
    };
  if (channels !== 1 && channels !== 2) {
    return { refused: `has ${channels} channels; it must be mono or stereo` };
  }
  if (sampleRate < wavLimits.lowestRate || sampleRate > wavLimits.highestRate) {
    return { refused: `has a sample rate of ${sampleRate} Hz; it must be 1,000 to 384,000 Hz` };
  }
  const sampleBytes = bits / 8;
  const step = sampleBytes * channels;
  // 0 is what some programs leave there; anything else would be read as noise.
  if (frameBytes !== 0 && frameBytes !== step) {
    return { refused: `has frames of ${frameBytes} bytes where its format needs ${step}` };
  }
  const frames = Math.floor(data.size / step);
  if (frames === 0) return { refused: 'has no samples' };
  if (frames > wavLimits.seconds * sampleRate) return { refused: 'is longer than 10 seconds' };

  return {
    sampleRate,
    frames,
    decode(out, from) {
      for (let i = 0; i < out.length; i++) {
        const at = data.start + (from + i) * step;
        const left = read(view, at);
        out[i] = channels === 1 ? left : (left + read(view, at + sampleBytes)) / 2;
      }
    },
  };
}

/** The first format chunk, and the first data chunk that holds anything. */
function findChunks(view: DataView): { format?: Span; data?: Span } {
  let format: Span | undefined;
  let data: Span | undefined;
  for (let at = 12; at + 8 <= view.byteLength && !(format && data);) {
    const start = at + 8;
    const size = Math.min(view.getUint32(at + 4, true), view.byteLength - start);
    const tag = tagAt(view, at);
    if (tag === 'fmt ' && size >= 16) format ??= { start, size };
    else if (tag === 'data' && size > 0) data ??= { start, size };
    at = start + size;
    // Chunks are padded to an even size; some programs forget it.
    if (size % 2 === 1 && !isKnownTag(tagAt(view, at))) at += 1;
  }
  return { ...(format && { format }), ...(data && { data }) };
}

function isKnownTag(tag: string): boolean {
  return ['fmt ', 'data', 'LIST', 'fact'].includes(tag);
}

/** Four letters; empty where the file ends before them. */
function tagAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

function asSample(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : 0;
}
