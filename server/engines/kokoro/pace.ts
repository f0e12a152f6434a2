/**
 * How fast the model is here: a run costs a fixed time and a time per second of sound. Learned from
 * the runs themselves, so that parts are cut to what this machine can do. Sound is what is heard:
 * the silence at the ends of a run, which is cut off, is one of its costs.
 */

/** Runs that are remembered. */
const most = 24;
/** Of them, those that tell how it goes now. */
const recent = 8;
/** What one token lasts at speed 1, s, before anything was measured. */
const usualToken = 0.065;

export interface Pace {
  /** Of every run, s. */
  fixed: number;
  /** Compute per second of sound: 1 is just real time. */
  factor: number;
}

/** What a run of the model took and made, s. */
export interface Measure {
  compute: number;
  /** All of it, silence too. */
  audio: number;
  /** What is heard of it. */
  sound: number;
}

/** What is likely before there were runs. @param factor compute over all that is made */
export function likelyPace(factor: number): Pace {
  return { factor, fixed: 0.04 + 0.25 * factor };
}

export class PaceMeter {
  #measures: Measure[] = [];
  #token = usualToken;

  readonly #start: Pace;

  /** @param start what is known from before */
  constructor(start: Pace = likelyPace(0.4)) {
    this.#start = start;
  }

  /** @param tokens of the run, at `speed` */
  add({ tokens, speed, ...run }: Measure & { tokens: number; speed: number }): void {
    // Also false for what is no number.
    if (!(run.audio > 0 && run.sound > 0 && run.compute >= 0 && tokens > 0)) return;
    this.#measures.push(run);
    if (this.#measures.length > most) this.#measures.shift();
    this.#token += 0.2 * ((run.sound * speed) / tokens - this.#token);
  }

  /** What `tokens` will last at `speed`, s. */
  seconds(tokens: number, speed: number): number {
    return (tokens * this.#token) / speed;
  }

  /** How many tokens last about `seconds` at `speed`; at least one. */
  tokens(seconds: number, speed: number): number {
    return Math.max(1, Math.floor((seconds * speed) / this.#token));
  }

  pace(): Pace {
    const runs = this.#measures;
    if (runs.length < 3) return this.#firstPace();
    const mean = (of: (run: Measure) => number) =>
      runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
    const sound = mean((run) => run.sound);
    const compute = mean((run) => run.compute);
    const spread = mean((run) => (run.sound - sound) ** 2);
    const slope =
      mean((run) => (run.sound - sound) * (run.compute - compute)) / Math.max(spread, 1e-9);
    // With runs of one length only, or a noisy machine, the line says nothing: all of it is the factor.
    const trusted = spread > 0.05 && slope > 0 && slope * sound <= compute;
    const factor = trusted ? slope : compute / sound;
    return { factor, fixed: trusted ? compute - slope * sound : 0 };
  }

  /** What is known from before; slower where the first runs were slower. */
  #firstPace(): Pace {
    const { factor, fixed } = this.#start;
    const sum = (of: (run: Measure) => number) =>
      this.#measures.reduce((all, run) => all + of(run), 0);
    const expected = sum((run) => fixed + factor * run.sound);
    const slower = expected > 0 ? Math.max(1, sum((run) => run.compute) / expected) : 1;
    return { factor: factor * slower, fixed: fixed * slower };
  }

  /** Compute over all that the last runs made; null before there were three. */
  realTimeFactor(): number | null {
    if (this.#measures.length < 3) return null;
    const runs = this.#measures.slice(-recent);
    const sum = (of: (run: Measure) => number) => runs.reduce((all, run) => all + of(run), 0);
    return sum((run) => run.compute) / sum((run) => run.audio);
  }
}
