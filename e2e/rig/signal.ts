/** Measures of recorded sound. Samples are mono, −1 to 1; `rate` is frames per second; times are seconds. */

/** Root mean square of a stretch; 0 for an empty one. */
export function rms(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return to > from ? Math.sqrt(sum / (to - from)) : 0;
}

export function decibels(level: number): number {
  return 20 * Math.log10(Math.max(level, 1e-9));
}

/** The level (rms) of each window of `seconds`, one after the other. */
export function envelope(samples: Float32Array, rate: number, seconds = 0.01): Float32Array {
  const size = Math.max(1, Math.round(rate * seconds));
  const levels = new Float32Array(Math.floor(samples.length / size));
  for (let i = 0; i < levels.length; i++) levels[i] = rms(samples, i * size, (i + 1) * size);
  return levels;
}

/** Frame of the first sample as loud as `threshold`, or null. */
export function onset(samples: Float32Array, threshold = 0.01): number | null {
  const at = samples.findIndex((sample) => Math.abs(sample) >= threshold);
  return at < 0 ? null : at;
}

/** Frame after the last sample as loud as `threshold`, or null. */
export function lastSound(samples: Float32Array, threshold = 0.01): number | null {
  const at = samples.findLastIndex((sample) => Math.abs(sample) >= threshold);
  return at < 0 ? null : at + 1;
}

/** What is between the first and the last sound. */
export function trim(samples: Float32Array, threshold = 0.01): Float32Array {
  const from = onset(samples, threshold);
  return from === null ? new Float32Array(0) : samples.slice(from, lastSound(samples, threshold)!);
}

export interface Stretch {
  /** Frames; `to` is the first one after. */
  from: number;
  to: number;
}

/** Stretches in which every sample stays below `threshold` for at least `seconds`. */
export function silences(
  samples: Float32Array,
  rate: number,
  seconds: number,
  threshold = 0.01,
): Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to - from >= seconds * rate) found.push({ from, to });
  };
  samples.forEach((sample, at) => {
    if (Math.abs(sample) < threshold) return;
    close(at);
    from = at + 1;
  });
  close(samples.length);
  return found;
}

/** Stretches of sound, parted by silences of at least `gapSeconds`. */
export function sounds(
  samples: Float32Array,
  rate: number,
  gapSeconds: number,
  threshold = 0.01,
): Stretch[] {
  const gaps = silences(samples, rate, gapSeconds, threshold);
  const edges = [{ from: 0, to: 0 }, ...gaps, { from: samples.length, to: samples.length }];
  return edges
    .slice(1)
    .map((gap, index) => ({ from: edges[index]!.to, to: gap.from }))
    .filter((stretch) => onset(samples.subarray(stretch.from, stretch.to), threshold) !== null);
}

/** The strongest frequency in hertz between `low` and `high`, to 1 Hz (Goertzel's filter per hertz). */
export function dominantFrequency(
  samples: Float32Array,
  rate: number,
  low = 50,
  high = 2000,
): number {
  const part = samples.subarray(0, Math.min(samples.length, rate));
  let best = { frequency: low, power: -1 };
  for (let frequency = low; frequency <= high; frequency++) {
    const power = powerAt(part, rate, frequency);
    if (power > best.power) best = { frequency, power };
  }
  return best.frequency;
}

function powerAt(samples: Float32Array, rate: number, frequency: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const next = sample + turn * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - turn * last * before;
}

/**
 * The share of loud windows (of 20 ms) that are one pure tone: near 1 for the stand-in model, near 0
 * for a voice, whose windows hold many harmonics.
 */
export function tonality(samples: Float32Array, rate: number): number {
  const size = Math.round(rate / 50);
  let loud = 0;
  let tonal = 0;
  for (let at = 0; at + size <= samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    if (rms(window) < 0.01) continue;
    loud += 1;
    if (purity(window, rate) > 0.8) tonal += 1;
  }
  return loud === 0 ? 0 : tonal / loud;
}

/** The share of a window's energy that its strongest tone has, 0 to 1. */
function purity(window: Float32Array, rate: number): number {
  const energy = rms(window) ** 2 * window.length;
  let best = 0;
  for (let hertz = 100; hertz <= 1200; hertz += 10) {
    const step = (2 * Math.PI * hertz) / rate;
    let real = 0;
    let imaginary = 0;
    window.forEach((sample, at) => {
      real += sample * Math.cos(step * at);
      imaginary -= sample * Math.sin(step * at);
    });
    best = Math.max(best, (2 * (real ** 2 + imaginary ** 2)) / (window.length * energy));
  }
  return best;
}
