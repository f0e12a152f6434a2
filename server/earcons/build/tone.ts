/** Struck and blown tones out of sine partials, each with a decay of its own. Pure. */

export interface Partial {
  /** Times the note's frequency. */
  readonly ratio: number;
  /** Linear, against the first partial. */
  readonly level: number;
  /** Seconds until it has died away to 1/e. */
  readonly decay: number;
}

export interface Timbre {
  readonly partials: readonly Partial[];
  /** Seconds until a note is at its loudest; shorter sounds harder, under 1 ms clicks. */
  readonly attack: number;
}

export interface Note {
  /** Seconds from the beginning of the score. */
  readonly at: number;
  /** MIDI note number, 69 is 440 Hz; fractions are allowed. */
  readonly pitch: number;
  /** Linear, against the score's other notes. */
  readonly level?: number;
  readonly timbre: Timbre;
}

/** A bar of wood on a resonator, struck with a soft head: the fourth and tenth harmonics, soon gone. */
export const marimba: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.11 },
    { ratio: 3.93, level: 0.24, decay: 0.035 },
    { ratio: 9.5, level: 0.06, decay: 0.012 },
  ],
  attack: 0.003,
};

/** A small bell: partials between the harmonics, and a beat of two that are nearly one. */
export const bell: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.14 },
    { ratio: 1.004, level: 0.5, decay: 0.14 },
    { ratio: 2.02, level: 0.38, decay: 0.09 },
    { ratio: 2.99, level: 0.2, decay: 0.05 },
    { ratio: 5.42, level: 0.08, decay: 0.025 },
  ],
  attack: 0.003,
};

/** Nearly pure, with a soft beginning. */
export const glass: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.2 },
    { ratio: 2, level: 0.12, decay: 0.12 },
    { ratio: 3, level: 0.04, decay: 0.08 },
  ],
  attack: 0.014,
};

/** Harmonics to the fifth, falling: a low note that small speakers still carry. */
export const reed: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.16 },
    { ratio: 2, level: 0.55, decay: 0.14 },
    { ratio: 3, level: 0.4, decay: 0.11 },
    { ratio: 4, level: 0.16, decay: 0.09 },
    { ratio: 5, level: 0.1, decay: 0.07 },
  ],
  attack: 0.01,
};

/** A bright block of wood: no pitch to speak of. */
export const block: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.016 },
    { ratio: 1.52, level: 0.5, decay: 0.011 },
    { ratio: 2.41, level: 0.3, decay: 0.007 },
  ],
  attack: 0.0015,
};

/** Wood that is held fast: low and without ring. */
export const damped: Timbre = {
  partials: [
    { ratio: 1, level: 1, decay: 0.018 },
    { ratio: 1.48, level: 0.5, decay: 0.014 },
    { ratio: 2.1, level: 0.16, decay: 0.008 },
  ],
  attack: 0.003,
};

/** One sine with no edge. */
export const drop: Timbre = { partials: [{ ratio: 1, level: 1, decay: 0.03 }], attack: 0.01 };

/** Over so much of its end the whole is faded out: seconds, and a part of its length. */
const RELEASE = { seconds: 0.06, part: 0.3 };

/**
 * @param seconds length of the whole; what still sounds then is faded out
 * @param rate Hz
 * @returns samples that begin and end at 0, of no particular loudness
 */
export function render(notes: readonly Note[], seconds: number, rate: number): Float32Array {
  const sum = new Float64Array(Math.round(seconds * rate));
  for (const note of notes) addNote(sum, note, rate);
  const release = Math.min(RELEASE.seconds * rate, RELEASE.part * sum.length);
  return Float32Array.from(sum, (value, at) => {
    const left = sum.length - 1 - at;
    return left < release ? value * rise(left / release) : value;
  });
}

function addNote(sum: Float64Array, { at, pitch, level = 1, timbre }: Note, rate: number): void {
  const start = Math.round(at * rate);
  const hz = 440 * 2 ** ((pitch - 69) / 12);
  for (const partial of timbre.partials) {
    const step = (2 * Math.PI * hz * partial.ratio) / rate;
    // What lies near the edge of the band would fold back.
    if (step > 0.9 * Math.PI) continue;
    for (let i = 0; start + i < sum.length; i++) {
      const time = i / rate;
      const envelope = rise(time / timbre.attack) * Math.exp(-time / partial.decay);
      sum[start + i]! += level * partial.level * envelope * Math.sin(step * i);
    }
  }
}

/** Half a cosine from 0 to 1 while `x` goes from 0 to 1; 1 beyond. */
function rise(x: number): number {
  return x >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * x);
}
