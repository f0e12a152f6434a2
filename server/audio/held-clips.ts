/** The clips of an output that is replaced now and then: they wait for one, and end with it. */
import type { Clip, ClipOptions, Output } from './port.ts';

/** More than these wait for an output only if something is wrong; the oldest is given up. */
const WAITING_CLIPS = 8;

interface HeldClip {
  samples: Float32Array;
  sampleRate: number;
  options: ClipOptions;
  /** Its id in the output that sounds it; null while it waits for one. */
  inner: Clip | null;
}

export class HeldClips {
  readonly #changed: () => void;
  /** Clips not over, oldest first. */
  readonly #clips = new Map<Clip, HeldClip>();
  #next = 1;

  /** @param changed called when a clip is over */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** How many are not over. */
  get size(): number {
    return this.#clips.size;
  }

  /** @param output null: it waits */
  add(
    output: Output | null,
    samples: Float32Array,
    sampleRate: number,
    options: ClipOptions,
  ): Clip {
    const clip = this.#next++;
    this.#clips.set(clip, { samples, sampleRate, options, inner: null });
    if (output) this.#start(clip, output);
    else this.#dropOld();
    return clip;
  }

  stop(output: Output | null, clip: Clip): void {
    const held = this.#clips.get(clip);
    if (!held) return;
    this.#clips.delete(clip);
    if (held.inner !== null) output?.stopClip(held.inner);
    this.#changed();
  }

  /** Gives those that wait to the output. */
  startWaiting(output: Output): void {
    for (const [clip, { inner }] of this.#clips) if (inner === null) this.#start(clip, output);
  }

  /** The output is gone. A clip is short: one that sounded is not begun again on another. */
  endSounding(): void {
    for (const [clip, { inner }] of this.#clips) if (inner !== null) this.#end(clip);
  }

  /** Forgets them all; nobody is told. */
  clear(): void {
    this.#clips.clear();
  }

  #start(clip: Clip, output: Output): void {
    const held = this.#clips.get(clip);
    if (!held) return;
    const { samples, sampleRate, options } = held;
    held.inner = output.clip(samples, sampleRate, { ...options, onEnd: () => this.#end(clip) });
  }

  #end(clip: Clip): void {
    const held = this.#clips.get(clip);
    if (!this.#clips.delete(clip)) return;
    held?.options.onEnd?.();
    this.#changed();
  }

  #dropOld(): void {
    const [oldest] = this.#clips.keys();
    if (this.#clips.size > WAITING_CLIPS && oldest !== undefined) this.#end(oldest);
  }
}
