/** Makes the bundled clips. The same bytes each time. */
import { LoudnessMeter } from '../../../page/mixer/loudness-meter.ts';
import { encodeWav } from '../../../shared/audio/wav-file.ts';
import { earconKinds, type EarconKind } from '../../../shared/speech/chunk.ts';
import { scores } from './scores.ts';
import { render } from './tone.ts';

/** Hz: the mixer's own, so that nothing is resampled. */
export const bundledRate = 48_000;

/** About as loud as speech that is brought to its default, LUFS. */
const LOUDNESS = -20;

/** @returns mono samples at `bundledRate`, −1 to 1, as loud as the others */
export function renderEarcon(kind: EarconKind): Float32Array {
  const { notes, seconds, louder = 0 } = scores[kind];
  const samples = render(notes, seconds, bundledRate);
  const meter = new LoudnessMeter();
  meter.push(samples, bundledRate);
  const gain = 10 ** ((LOUDNESS + louder - meter.integrated()!) / 20);
  return samples.map((sample) => sample * gain);
}

/** @returns `<kind>.wav` and the bytes of a mono 16-bit file, for every kind */
export function buildEarcons(): [name: string, file: Uint8Array][] {
  return earconKinds.map((kind) => [
    `${kind}.wav`,
    encodeWav({ sampleRate: bundledRate, samples: renderEarcon(kind) }),
  ]);
}
