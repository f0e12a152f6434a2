/**
 * Carries the reader's audio effects out: starts synthesis, hands samples to the output as they come,
 * and keeps them until their play is over, so that a lost output can be given them again.
 */
import type { AudioPart, Engine } from '../engines/port.ts';
import type { Output, Play } from '../audio/port.ts';
import type { Style } from '../reader/state.ts';

export interface PlayerOptions {
  output: Output;
  /** The engine, voice and rate in force; asked when a synthesis starts. */
  voice(): { engine: Engine; voice: string | null; rate: number };
  started(play: Play): void;
  ended(play: Play): void;
  failed(audio: number, message: string): void;
}

interface Audio {
  parts: AudioPart[];
  done: boolean;
  readonly abort: AbortController;
}

interface Sounding {
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

  /** Starts making the samples of `text` under the id `audio`. */
  synthesize(audio: number, text: string, style: Style = {}): void {
    const entry: Audio = { parts: [], done: false, abort: new AbortController() };
    this.#audios.set(audio, entry);
    void this.#run(audio, entry, text, style);
  }

  async #run(id: number, audio: Audio, text: string, style: Style): Promise<void> {
    const { engine, ...inForce } = this.#options.voice();
    const request = { text, voice: style.voice ?? inForce.voice, rate: style.rate ?? inForce.rate };
    try {
      for await (const part of engine.synthesize(request, audio.abort.signal)) {
        if (audio.abort.signal.aborted) return;
        audio.parts.push(part);
        for (const { play } of this.#soundings(audio)) this.#options.output.write(play, part);
      }
    } catch (error) {
      if (audio.abort.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.failed(id, `synthesis failed: ${reason}`);
    }
    if (audio.abort.signal.aborted) return;
    audio.done = true;
    for (const { play } of this.#soundings(audio)) this.#options.output.end(play);
  }

  #soundings(audio: Audio): Sounding[] {
    return this.#plays.filter((sounding) => sounding.audio === audio);
  }

  /** Sounds an audio after everything that is in the output already. */
  play(play: Play, audio: number, where: { item: number; chunk: number }): void {
    const entry = this.#audios.get(audio);
    if (!entry) throw new Error(`no audio ${audio}`);
    const sounding = { play, audio: entry, where };
    this.#plays.push(sounding);
    this.#begin(sounding);
  }

  #begin({ play, audio, where }: Sounding): void {
    const { output } = this.#options;
    output.begin(play, where);
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
    this.#audios.get(audio)?.abort.abort();
    this.#audios.delete(audio);
  }

  /** The output took the first sample. */
  outputStarted(play: Play): void {
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
    for (const sounding of this.#plays) this.#begin(sounding);
  }
}
