/** WAV files: mono, 16-bit or float, to and from samples of −1 to 1. */

/** Mono samples, −1 to 1, at `sampleRate` Hz. */
export interface Waveform {
  sampleRate: number;
  samples: Float32Array;
}

/** Bytes before the samples in what `encodeWav` makes. */
export const wavHeaderBytes = 44;

const pcm = 1;
const float = 3;
const extensible = 0xfffe;

/** The header of a 16-bit mono file that holds `samples` samples. */
export function wavHeader(sampleRate: number, samples: number): Uint8Array {
  return header({ sampleRate, samples, format: pcm, bytes: 2 });
}

/** The samples as 16-bit little endian; values beyond −1 and 1 are clipped. */
export function toPcm16(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.round(samples[at]! * 32_768);
    view.setInt16(at * 2, Math.min(32_767, Math.max(-32_768, value)), true);
  }
  return bytes;
}

/** A whole file. Float keeps the samples as they are. */
export function encodeWav({ sampleRate, samples }: Waveform, kind: 'int16' | 'float' = 'int16') {
  if (kind === 'int16') return join(wavHeader(sampleRate, samples.length), toPcm16(samples));
  const data = new Uint8Array(samples.length * 4);
  const view = new DataView(data.buffer);
  samples.forEach((sample, at) => view.setFloat32(at * 4, sample, true));
  return join(header({ sampleRate, samples: samples.length, format: float, bytes: 4 }), data);
}

/**
 * Reads a 16-bit or 32-bit float file; of several channels the first. Sizes beyond the end of the
 * file (a file still growing, a program that streams) mean "to the end".
 * @throws Error when it is no such file
 */
export function decodeWav(file: Uint8Array): Waveform {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE') {
    throw new Error('not a WAV file');
  }
  let format: { code: number; channels: number; sampleRate: number; bits: number } | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const name = tag(view, at);
    const start = at + 8;
    const size = Math.min(view.getUint32(at + 4, true), file.length - start);
    if (name === 'fmt ' && size >= 16) {
      const code = view.getUint16(start, true);
      format = {
        // The extensible form names the real one at the start of a GUID.
        code: code === extensible && size >= 26 ? view.getUint16(start + 24, true) : code,
        channels: view.getUint16(start + 2, true),
        sampleRate: view.getUint32(start + 4, true),
        bits: view.getUint16(start + 14, true),
      };
    } else if (name === 'data') {
      if (!format) throw new Error('a WAV file without a format');
      const { code, channels, sampleRate, bits } = format;
      const isInt16 = code === pcm && bits === 16;
      if (!isInt16 && !(code === float && bits === 32)) {
        throw new Error(`WAV format ${code} with ${bits} bits is not supported`);
      }
      if (channels === 0 || sampleRate === 0) throw new Error('a WAV file with a broken format');
      const frame = (bits / 8) * channels;
      const samples = new Float32Array(Math.floor(size / frame));
      for (let index = 0; index < samples.length; index += 1) {
        const byte = start + index * frame;
        samples[index] = isInt16 ? view.getInt16(byte, true) / 32_768 : view.getFloat32(byte, true);
      }
      return { sampleRate, samples };
    }
    // Chunks are padded to an even size.
    at = start + size + (size % 2);
  }
  throw new Error('a WAV file without samples');
}

function header(file: { sampleRate: number; samples: number; format: number; bytes: number }) {
  const out = new Uint8Array(wavHeaderBytes);
  const view = new DataView(out.buffer);
  const data = file.samples * file.bytes;
  const name = (at: number, text: string) => out.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, wavHeaderBytes - 8 + data, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, file.format, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, file.sampleRate, true);
  view.setUint32(28, file.sampleRate * file.bytes, true);
  view.setUint16(32, file.bytes, true);
  view.setUint16(34, file.bytes * 8, true);
  name(36, 'data');
  view.setUint32(40, data, true);
  return out;
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
