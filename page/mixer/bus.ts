/** Speech and clips mixed: everything the worklet does for a quantum. Allocates nothing in `process`. */
import { Slot } from '../../shared/audio/ring-layout.ts';
import { Mixer } from './mixer.ts';
import { ringsIn, type Ring } from './ring.ts';
import { SumLimiter } from './sum-limiter.ts';

/** More than any quantum. */
const MOST_FRAMES = 1024;

export class Bus {
  readonly #speech: Ring;
  readonly #mixers: readonly Mixer[];
  readonly #limiter = new SumLimiter();
  #clip: Float32Array;
  #foreseen: Float32Array;

  /** @param memory of `mixerBytes()` bytes */
  constructor(memory: SharedArrayBuffer) {
    const { speech, clips } = ringsIn(memory);
    this.#speech = speech;
    this.#mixers = [speech, ...clips].map((ring) => new Mixer(ring));
    this.#clip = new Float32Array(MOST_FRAMES);
    this.#foreseen = new Float32Array(MOST_FRAMES);
  }

  /** Fills `out`, a quantum of mono frames of one length for life, with the next ones. */
  process(out: Float32Array): void {
    if (this.#preRoll(out)) return;
    if (this.#clip.length !== out.length) this.#fit(out.length);
    const mixers = this.#mixers;
    (mixers[0] as Mixer).process(out);
    let clips = false;
    for (let voice = 1; voice < mixers.length; voice++) {
      const mixer = mixers[voice] as Mixer;
      if (mixer.resting) continue;
      clips = true;
      mixer.process(this.#clip);
      for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + (this.#clip[i] as number);
    }
    this.#foreseen.fill(0);
    if (clips || this.#limiter.active) {
      for (let voice = 0; voice < mixers.length; voice++) {
        (mixers[voice] as Mixer).foresee(this.#foreseen);
      }
    }
    this.#limiter.process(out, this.#foreseen);
  }

  /** Silence for a device that wakes up; nothing is taken meanwhile. */
  #preRoll(out: Float32Array): boolean {
    const due = this.#speech.load(Slot.PRE_ROLL);
    if (due <= 0) return false;
    out.fill(0);
    this.#speech.store(Slot.PRE_ROLL, Math.max(0, due - out.length));
    return true;
  }

  /** Once, at the first quantum: views, not copies. */
  #fit(length: number): void {
    this.#clip = new Float32Array(this.#clip.buffer, 0, length);
    this.#foreseen = new Float32Array(this.#foreseen.buffer, 0, length);
  }
}
