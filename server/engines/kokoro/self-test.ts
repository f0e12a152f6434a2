/**
 * Whether a backend makes sound at all, and whether two made the same sound of the same phrase. Graphics
 * cards are known to garble it. The model has noise of its own, so waveforms differ: compared is how
 * loud it is over time.
 */

const FRAME = 480;
/** Of a phrase of 2 to 3 s at least this must be heard, frames: 0.3 s. */
const LEAST_HEARD = 15;
/** −60 dB, as where silence is cut off. */
const HEARD = 1e-3;
/** Frames that one may be longer than the other. */
const SLACK = 6;
const LEAST_LIKENESS = 0.85;

/**
 * @param made @param right mono samples of the same rate
 * @returns what is wrong, in words; null when they agree
 */
export function compareSound(made: Float32Array, right: Float32Array): string | null {
  const a = loudness(made);
  const b = loudness(right);
  if (Math.abs(a.length - b.length) > SLACK) return 'its sound has another length';
  const length = Math.min(a.length, b.length);
  const ratio = power(a) / Math.max(power(b), 1e-12);
  if (!(ratio > 0.25 && ratio < 4)) return 'its sound has another loudness';
  const likeness = correlation(a.subarray(0, length), b.subarray(0, length));
  if (!(likeness >= LEAST_LIKENESS)) return 'its sound is garbled';
  const roughness = zeroCrossings(made) / Math.max(zeroCrossings(right), 1e-6);
  if (!(roughness > 0.5 && roughness < 2)) return 'its sound is garbled';
  return null;
}

/** Whether there is hardly anything to be heard in the phrase. @param samples mono, 24 kHz */
export function isSilent(samples: Float32Array): boolean {
  return loudness(samples).filter((level) => level > HEARD).length < LEAST_HEARD;
}

/** The level of each 20 ms. */
function loudness(samples: Float32Array): Float64Array {
  const frames = new Float64Array(Math.floor(samples.length / FRAME));
  for (let frame = 0; frame < frames.length; frame += 1) {
    let sum = 0;
    for (let at = frame * FRAME; at < (frame + 1) * FRAME; at += 1) sum += samples[at]! ** 2;
    frames[frame] = Math.sqrt(sum / FRAME);
  }
  return frames;
}

function power(frames: Float64Array): number {
  return frames.reduce((sum, level) => sum + level ** 2, 0) / Math.max(1, frames.length);
}

/** Of two runs of numbers, −1 to 1; 1 when neither changes. */
function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const meanA = mean(a);
  const meanB = mean(b);
  let both = 0;
  let ownA = 0;
  let ownB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index]! - meanA;
    const y = b[index]! - meanB;
    both += x * y;
    ownA += x * x;
    ownB += y * y;
  }
  if (ownA < 1e-9 && ownB < 1e-9) return 1;
  return both / Math.sqrt(Math.max(ownA * ownB, 1e-18));
}

/** How often the sign changes, per sample. */
function zeroCrossings(samples: Float32Array): number {
  let count = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if (samples[at]! >= 0 !== samples[at - 1]! >= 0) count += 1;
  }
  return count / Math.max(1, samples.length);
}
