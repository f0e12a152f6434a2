/** How loud plays are, and what gain brings each to the loudness asked for. */
import { LoudnessMeter } from './loudness-meter.ts';

/** So that breath and hiss are not blown up, dB. */
const MOST_GAIN = 20;
/** What is known of a source counts as much as this much of a sentence that is not all there, s. */
const KNOWN_SECONDS = 4;
/** A source is remembered by about its last half minute. */
const MEMORY_SECONDS = 30;
const MOST_SOURCES = 64;

interface Known {
  /** LUFS. */
  loudness: number;
  /** How much of it was measured. */
  seconds: number;
}

/** What plays of each source measured so far, and the loudness in force. */
export class Loudness {
  /** LUFS; null leaves plays that begin from now on as they are. */
  target: number | null = null;
  readonly #sources = new Map<string, Known>();

  /** Of one play; null while the loudness is left alone. */
  measure(source: string): PlayLoudness | null {
    return this.target === null ? null : new PlayLoudness(this, source);
  }

  known(source: string): Known | undefined {
    return this.#sources.get(source);
  }

  learn(source: string, loudness: number, seconds: number): void {
    const before = this.#sources.get(source);
    const weight = before ? Math.min(before.seconds, MEMORY_SECONDS) : 0;
    const all = weight + seconds;
    this.#sources.delete(source);
    this.#sources.set(source, {
      loudness: ((before?.loudness ?? 0) * weight + loudness * seconds) / all,
      seconds: all,
    });
    const oldest = this.#sources.keys().next();
    if (this.#sources.size > MOST_SOURCES && !oldest.done) this.#sources.delete(oldest.value);
  }
}

export class PlayLoudness {
  readonly #all: Loudness;
  readonly #source: string;
  readonly #meter = new LoudnessMeter();
  #target: number;
  /** The loudness of the whole play, once it is all there; null then for silence. */
  #exact: { loudness: number | null } | null = null;

  constructor(all: Loudness, source: string) {
    this.#all = all;
    this.#source = source;
    this.#target = all.target ?? 0;
  }

  push(samples: Float32Array, rate: number): void {
    if (!this.#exact) this.#meter.push(samples, rate);
  }

  /** All of it came. */
  complete(): void {
    if (this.#exact) return;
    const loudness = this.#meter.integrated();
    this.#exact = { loudness };
    if (loudness !== null) this.#all.learn(this.#source, loudness, this.#meter.seconds);
  }

  /** The linear gain that suits what is known now: exact when all is there, else the best guess. */
  gain(): number {
    this.#target = this.#all.target ?? this.#target;
    const loudness = this.#exact ? this.#exact.loudness : this.#guess();
    if (loudness === null) return 1;
    return 10 ** (Math.min(MOST_GAIN, this.#target - loudness) / 20);
  }

  #guess(): number | null {
    const known = this.#all.known(this.#source);
    const heard = this.#meter.integrated();
    if (heard === null) return known ? known.loudness : null;
    const weight = known ? Math.min(known.seconds, KNOWN_SECONDS) : 0;
    const { seconds } = this.#meter;
    return (heard * seconds + (known?.loudness ?? 0) * weight) / (seconds + weight);
  }
}
