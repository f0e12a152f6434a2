/** The inference port: one model, loaded somewhere, that turns tokens into samples. */

export type BackendId = 'webgpu' | 'wasm' | 'native';

/** Of every sample the model makes, Hz. */
export const SAMPLE_RATE = 24_000;
/** Phoneme tokens of one run, the pads not counted. */
export const MOST_TOKENS = 510;

export interface Run {
  /** Phoneme tokens, at most MOST_TOKENS, and a pad (0) at both ends. */
  tokens: Int32Array;
  /** 256 values. */
  style: Float32Array;
  /** 1 is the model's own speed. */
  speed: number;
}

export interface Ran {
  /** Mono, SAMPLE_RATE; at least one, all of them finite. */
  samples: Float32Array;
  /** What the model itself took, ms. */
  ms: number;
}

export interface LoadedModel {
  /**
   * One at a time, in the order they are asked for.
   * @throws RunError when the model cannot do it, LostError when it is gone, StuckError when it does
   * not answer; the signal's reason when aborted (a run that has begun ends unheard)
   */
  run(run: Run, signal?: AbortSignal): Promise<Ran>;
  /**
   * Calls back once, in words, when the model is gone; not after `close`. `stuck`: it did not answer.
   * One listener.
   */
  onLost(listener: (why: string, stuck: boolean) => void): void;
  close(): Promise<void>;
}

export interface Backend {
  readonly id: BackendId;
  /** Why it cannot run on this machine, in words; null when it can. Cheap. */
  missing(): string | null;
  /**
   * @param model absolute path of the ONNX file
   * @param factor compute over sound that was measured of it before; null when it is not known
   * @throws ModelFileError when the file is at fault; LostError when it was ended meanwhile; Error when
   * this backend does not work here
   */
  load(model: string, signal?: AbortSignal, factor?: number | null): Promise<LoadedModel>;
}

/** The file is no model, or not Kokoro's. */
export class ModelFileError extends Error {
  override name = 'ModelFileError';
}

/** One run failed; the model is still there. */
export class RunError extends Error {
  override name = 'RunError';
}

/** The process or page that had the model is gone. */
export class LostError extends Error {
  override name = 'LostError';
}

/** It did not answer in several times the time it should have, or still works on what nobody wants. */
export class StuckError extends LostError {
  override name = 'StuckError';
}
