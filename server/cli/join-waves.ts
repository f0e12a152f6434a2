/** The WAV files of the chunks to one file. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resampler } from '../../shared/audio/resample.ts';
import { decodeWav, encodeWav } from '../../shared/audio/wav-file.ts';

/**
 * @param folder files whose names sort in the order they were played
 * @param file written as 16-bit mono at the first file's rate
 */
export async function joinWaves(folder: string, file: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.wav')).sort();
  const parts: Float32Array[] = [];
  let rate = 0;
  for (const name of names) {
    const { sampleRate, samples } = decodeWav(await readFile(join(folder, name)));
    rate ||= sampleRate;
    const resampler = new Resampler(sampleRate, rate);
    parts.push(resampler.push(samples), resampler.flush());
  }
  if (rate === 0) throw new Error('nothing was spoken');
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  await writeFile(file, encodeWav({ sampleRate: rate, samples }));
}
