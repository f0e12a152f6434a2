/** Short sounds beside speech: each goes to a voice of its own, all are mixed by the worklet. */
import { Slot } from '../../shared/audio/ring-layout.ts';
import type { Designs } from './designs.ts';
import { Feeder } from './feeder.ts';
import type { Ring } from './ring.ts';

export class Clips {
  readonly #voices: readonly Feeder[];
  readonly #rings: readonly Ring[];
  readonly #ended: (clip: number) => void;
  /** The clips that sound, oldest first, and the voice of each. */
  readonly #sounding = new Map<number, Feeder>();

  /** @param ended a clip was sounded to its end, or had to make room */
  constructor(rings: readonly Ring[], designs: Designs, ended: (clip: number) => void) {
    this.#rings = rings;
    this.#ended = ended;
    const events = {
      started: () => undefined,
      ended: (clip: number) => this.#end(clip),
    };
    this.#voices = rings.map((ring) => new Feeder(ring, events, { designs }));
  }

  /**
   * Where all voices are busy the oldest clip makes room.
   * @param clip an id that grows with each clip
   * @param samples scaled in place
   * @param gain linear
   */
  start(clip: number, sampleRate: number, samples: Float32Array, gain: number): void {
    const voice = this.#voices.find((each) => !each.active()) ?? this.#makeRoom();
    if (gain !== 1) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * gain;
    this.#sounding.set(clip, voice);
    voice.begin(clip);
    voice.write(clip, sampleRate, samples);
    voice.end(clip);
  }

  /** Fades it out; it is not told as ended. Unknown or over: no effect. */
  stop(clip: number): void {
    this.#sounding.get(clip)?.cut(clip);
    this.#sounding.delete(clip);
  }

  /** The output's own gain, mute included. */
  gain(gain: number): void {
    for (const voice of this.#voices) voice.gain(gain);
  }

  /** Whether the audio clock is needed. */
  active(): boolean {
    return this.#voices.some((voice) => voice.active());
  }

  mustMove(): boolean {
    return this.#voices.some((voice) => voice.mustMove());
  }

  /** Moves on while a clip is sounded. */
  position(): number {
    return this.#rings.reduce((sum, ring) => (sum + ring.load(Slot.READ)) | 0, 0);
  }

  /** As a feeder's. */
  pump(): boolean {
    let more = false;
    for (const voice of this.#voices) more = voice.pump() || more;
    return more;
  }

  #makeRoom(): Feeder {
    const [oldest, voice] = this.#sounding.entries().next().value as [number, Feeder];
    voice.cut(oldest);
    this.#end(oldest);
    return voice;
  }

  #end(clip: number): void {
    if (this.#sounding.delete(clip)) this.#ended(clip);
  }
}
