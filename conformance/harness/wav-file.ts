/** Reads the WAV files that `--output wav:<dir>` writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WavFile {
  name: string;
  /** The numbers of the name: the place in play order, the item and the chunk. */
  seq: number;
  item: number;
  chunk: number;
  format: { tag: number; channels: number; sampleRate: number; bits: number };
  /** What the header says, and what is there. */
  sizes: { riff: number; data: number; file: number };
  samples: Int16Array;
}

/** Every file of the folder, in play order. @throws Error for a name or a header that is none */
export function readWavFolder(folder: string): WavFile[] {
  return readdirSync(folder)
    .map((name) => readWav(folder, name))
    .sort((a, b) => a.seq - b.seq);
}

function readWav(folder: string, name: string): WavFile {
  const parts = /^(\d+)-item(\d+)-chunk(\d+)\.wav$/.exec(name);
  if (!parts) throw new Error(`not a documented name: ${name}`);
  const [seq, item, chunk] = parts.slice(1).map(Number) as [number, number, number];
  const bytes = readFileSync(join(folder, name));
  const text = (at: number) => bytes.toString('latin1', at, at + 4);
  if (text(0) !== 'RIFF' || text(8) !== 'WAVE' || text(12) !== 'fmt ')
    throw new Error(`${name} is no WAV file`);
  const data = 20 + bytes.readUInt32LE(16);
  if (text(data) !== 'data') throw new Error(`${name} has no data where it should be`);
  const length = bytes.readUInt32LE(data + 4);
  const samples = bytes.subarray(data + 8, data + 8 + length);
  return {
    name,
    seq,
    item,
    chunk,
    format: {
      tag: bytes.readUInt16LE(20),
      channels: bytes.readUInt16LE(22),
      sampleRate: bytes.readUInt32LE(24),
      bits: bytes.readUInt16LE(34),
    },
    sizes: { riff: bytes.readUInt32LE(4), data: length, file: bytes.length },
    samples: Int16Array.from({ length: samples.length >> 1 }, (_, at) =>
      samples.readInt16LE(at * 2),
    ),
  };
}
