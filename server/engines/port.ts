/** The engine port: what turns text into samples. Adapters implement it; the runtime owns it. */

import type { EngineStatus, Voice } from '../../shared/protocol/events.ts';

export type { EngineStatus, Voice };

/** A run of mono samples, −1 to 1, at `sampleRate` Hz. An utterance may come in several parts. */
export interface AudioPart {
  sampleRate: number;
  samples: Float32Array;
  /**
   * How much faster than it was made it is to be sounded, its pitch kept: 0.5 to 2.5, 1 when absent. For
   * a rate that is beyond what the model speaks well.
   */
  stretch?: number;
}

export interface SynthesisRequest {
  /** Cleaned text of one chunk. */
  text: string;
  /** A voice id of this engine; null is the engine's default. */
  voice: string | null;
  /** Words per minute, 100 to 400. */
  rate: number;
  /**
   * Seconds of sound that are still to be heard before what is made now, of this text too: how much
   * time there is. Absent: none, so that the first sound is wanted as soon as it can be.
   */
  ahead?: () => number;
}

/** A failure a user can be told about; `message` never holds the text that was spoken. */
export class EngineError extends Error {
  override name = 'EngineError';
}

export interface Engine {
  readonly id: string;
  /** Shown to people, e.g. "System voices". */
  readonly name: string;
  readonly defaultVoice: string;
  /** Known voices; cheap after the first call. */
  voices(signal?: AbortSignal): Promise<Voice[]>;
  /** The id for a voice id or display name (case ignored), or null when the engine lacks it. */
  resolveVoice(voice: string): Promise<string | null>;
  status(): EngineStatus;
  /** Calls back on every change of `status()`. Returns the unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /**
   * Parts of at least one sample each, in order; at least one part.
   * @throws EngineError when it cannot be spoken; the signal's reason when aborted.
   */
  synthesize(request: SynthesisRequest, signal: AbortSignal): AsyncIterable<AudioPart>;
  /** Loads what the next sentence needs, without waiting. */
  warm(): void;
  /** Whether the runtime must not end by itself now: the engine fetches or loads what it needs. */
  busy?(): boolean;
  close(): Promise<void>;
}
