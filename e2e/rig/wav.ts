/** Samples to and from WAV files, between rates, and test tones. Samples are mono, −1 to 1. */

/** A 16-bit mono WAV file. */
export function encodeWav(samples: Float32Array, rate: number): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, at) => file.writeInt16LE(toInt16(sample), 44 + at * 2));
  return file;
}

/**
 * A 16-bit PCM WAV file; several channels are mixed to one.
 * @throws Error when it is no such file
 */
export function decodeWav(file: Uint8Array): { samples: Float32Array; rate: number } {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('no WAV file');
  let rate = 0;
  let channels = 1;
  for (let at = 12; at + 8 <= view.length;) {
    const id = view.toString('latin1', at, at + 4);
    const size = view.readUInt32LE(at + 4);
    const body = at + 8;
    if (id === 'fmt ') {
      channels = view.readUInt16LE(body + 2);
      rate = view.readUInt32LE(body + 4);
      if (view.readUInt16LE(body + 14) !== 16) throw new Error('not 16-bit');
    }
    if (id === 'data') {
      const frames = Math.floor(Math.min(size, view.length - body) / (2 * channels));
      const samples = Float32Array.from({ length: frames }, (_, frame) => {
        let sum = 0;
        for (let channel = 0; channel < channels; channel++)
          sum += view.readInt16LE(body + (frame * channels + channel) * 2);
        return sum / channels / 32_768;
      });
      return { samples, rate };
    }
    at = body + size + (size & 1);
  }
  throw new Error('a WAV file without data');
}

/** To another rate; when going down, what the new rate cannot hold is filtered out (windowed sinc). */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  const cutoff = Math.min(1, 1 / step);
  const half = Math.ceil(16 / cutoff);
  const result = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0; i < result.length; i++) {
    const center = i * step;
    const first = Math.max(0, Math.ceil(center - half));
    const last = Math.min(samples.length - 1, Math.floor(center + half));
    let sum = 0;
    for (let k = first; k <= last; k++) {
      const x = k - center;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / half);
      sum += samples[k]! * window * sinc(x * cutoff);
    }
    result[i] = sum * cutoff;
  }
  return result;
}

/** A sine. */
export function tone(hertz: number, seconds: number, rate: number, amplitude = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function toInt16(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}
