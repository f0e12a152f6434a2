/**
 * Carries the reader's audio effects out: starts synthesis, hands samples to the output as they come,
 * and keeps them until their play is over, so that a lost output can be given them again.
 */
import type { AudioPart, Engine } from '../engines/port.ts';
import type { Output, Play } from '../audio/port.ts';
import type { Chunk, Style } from '../../shared/speech/chunk.ts';

/** Made once: one of its own for each sentence costs more than the sentence. */
const released = new Error('the sound is not wanted any more');

export interface PlayerOptions {
  output: Output;
  /** Monotonic ms. */
  now(): number;
  /** The engine, voice and rate a text of this style is read with; asked when a synthesis starts. */
  voice(style: Style): { engine: Engine; voice: string | null; rate: number };
  /** How code is read: percent of the rate, and milliseconds of silence after a line. */
  code(): { speed: number; pause: number };
  started(play: Play): void;
  ended(play: Play): void;
  failed(audio: number, message: string): void;
}

interface Audio {
  parts: AudioPart[];
  /** When each part came, ms. */
  came: number[];
  done: boolean;
  /** The rate it is made at, when that is the one in force and not one of its own. */
  rate?: number | undefined;
  /** Engine and voice. */
  source?: string;
  readonly abort: AbortController;
}

interface Sounding {
  /** When the output took its first sample, ms; undefined while it waits. */
  since?: number;
  readonly play: Play;
  readonly audio: Audio;
  readonly where: { item: number; chunk: number };
}

export class Player {
  readonly #options: PlayerOptions;
  readonly #audios = new Map<number, Audio>();
  /** Plays in the output, in order. */
  #plays: Sounding[] = [];

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  /** Starts making the samples of a chunk under the id `audio`. */
  synthesize(audio: number, chunk: Chunk, style: Style = {}): void {
    const entry: Audio = { parts: [], came: [], done: false, abort: new AbortController() };
    this.#audios.set(audio, entry);
    void this.#run(audio, entry, chunk, style);
  }

  async #run(id: number, audio: Audio, chunk: Chunk, style: Style): Promise<void> {
    const { engine, voice, rate } = this.#options.voice(style);
    const code = this.#options.code();
    const isSlowed = chunk.code === 'start' || chunk.code === 'line';
    audio.rate = style.rate === undefined ? rate : undefined;
    audio.source = `${engine.id}/${voice ?? engine.defaultVoice}`;
    const request = {
      text: chunk.text,
      voice,
      rate: isSlowed ? Math.round((rate * code.speed) / 100) : rate,
      ahead: () => this.#ahead(audio),
    };
    const silence = chunk.code === 'line' ? code.pause / 1000 : 0;
    try {
      for await (const part of engine.synthesize(request, audio.abort.signal)) {
        if (audio.abort.signal.aborted) return;
        this.#add(audio, part);
      }
      const last = audio.parts.at(-1);
      if (last && silence > 0) this.#add(audio, silenceLike(last, silence));
    } catch (error) {
      if (audio.abort.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.failed(id, `synthesis failed: ${reason}`);
    }
    if (audio.abort.signal.aborted) return;
    audio.done = true;
    for (const { play } of this.#soundings(audio)) this.#options.output.end(play);
  }

  #add(audio: Audio, part: AudioPart): void {
    audio.parts.push(part);
    audio.came.push(this.#options.now());
    for (const { play } of this.#soundings(audio)) this.#options.output.write(play, part);
  }

  /**
   * Seconds of sound that are there and not heard yet, up to and with what is made of `audio`. A
   * pause makes it look like less than it is.
   */
  #ahead(audio: Audio): number {
    const own = this.#plays.findIndex((sounding) => sounding.audio === audio);
    const before = own < 0 ? this.#plays : this.#plays.slice(0, own + 1);
    const now = this.#options.now();
    /** When all that was looked at has been heard. */
    let end = now;
    for (const { since, audio: made } of before) {
      end = since ?? Math.max(end, now);
      made.parts.forEach((part, index) => {
        // A part that came late was waited for.
        end = Math.max(end, made.came[index]!) + 1000 * secondsOf(part);
      });
    }
    return Math.max(0, end - now) / 1000;
  }

  #soundings(audio: Audio): Sounding[] {
    return this.#plays.filter((sounding) => sounding.audio === audio);
  }

  /** Sounds an audio after everything that is in the output already. */
  play(play: Play, audio: number, where: { item: number; chunk: number }): void {
    const entry = this.#audios.get(audio);
    if (!entry) throw new Error(`no audio ${audio}`);
    const sounding: Sounding = { play, audio: entry, where };
    this.#plays.push(sounding);
    this.#begin(sounding);
  }

  #begin({ play, audio, where }: Sounding): void {
    const { output } = this.#options;
    output.begin(play, { ...where, rate: audio.rate, source: audio.source });
    for (const part of audio.parts) output.write(play, part);
    if (audio.done) output.end(play);
  }

  cut(play: Play): void {
    const index = this.#plays.findIndex((sounding) => sounding.play === play);
    if (index < 0) return;
    this.#plays.length = index;
    this.#options.output.cut(play);
  }

  release(audio: number): void {
    this.#audios.get(audio)?.abort.abort(released);
    this.#audios.delete(audio);
  }

  /** The output took the first sample. */
  outputStarted(play: Play): void {
    const sounding = this.#plays.find((each) => each.play === play);
    if (sounding) sounding.since = this.#options.now();
    this.#options.started(play);
  }

  /** The output took the last sample. */
  outputEnded(play: Play): void {
    const index = this.#plays.findIndex((sounding) => sounding.play === play);
    if (index < 0) return;
    this.#plays.splice(index, 1);
    this.#options.ended(play);
  }

  /** The output forgot everything: the plays that are not over begin again from their first sample. */
  outputLost(): void {
    for (const sounding of this.#plays) {
      sounding.since = undefined;
      this.#begin(sounding);
    }
  }
}

function secondsOf({ samples, sampleRate, stretch = 1 }: AudioPart): number {
  return samples.length / sampleRate / stretch;
}

function silenceLike({ sampleRate }: AudioPart, seconds: number): AudioPart {
  return { sampleRate, samples: new Float32Array(Math.round(seconds * sampleRate)) };
}
