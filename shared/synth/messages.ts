/**
 * Messages between node and the page that synthesizes. Requests and results travel as one binary
 * frame each, all else as JSON text. Both ends are little-endian, as every platform of Chromium is.
 */

/** Values in a style vector of Kokoro. */
export const STYLE_SIZE = 256;

/** One run of the model. */
export interface RunRequest {
  id: number;
  /** Phoneme tokens, the pads at both ends included. */
  tokens: Int32Array;
  /** `STYLE_SIZE` values. */
  style: Float32Array;
  /** 1 is the model's own speed. */
  speed: number;
}

export interface RunResult {
  id: number;
  /** Mono, 24 kHz. */
  samples: Float32Array;
  /** What the run of the session took, ms. */
  ms: number;
}

export type ToSynth =
  /** `model` is a URL path of the page's own server; `threads` is for `wasm`. */
  | { type: 'load'; model: string; backend: 'wasm' | 'webgpu'; threads: number }
  | { type: 'run'; run: RunRequest };

export type FromSynth =
  /** The page is isolated and its worker runs. */
  | { type: 'ready' }
  | { type: 'loaded' }
  /** The model cannot be loaded, in words. `model`: the file is at fault. */
  | { type: 'unusable'; reason: string; fault: 'model' | 'backend' }
  | { type: 'result'; result: RunResult }
  /** One run failed; the model is still there. */
  | { type: 'failed'; id: number; reason: string };

/** Id and speed (float64), then the style, then the tokens. */
const RUN_HEADER_BYTES = 16;
/** Id and ms (float64), then the samples. */
const RESULT_HEADER_BYTES = 16;

export function encodeRun({ id, tokens, style, speed }: RunRequest): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RUN_HEADER_BYTES + 4 * (STYLE_SIZE + tokens.length));
  const header = new DataView(bytes.buffer);
  header.setFloat64(0, id, true);
  header.setFloat64(8, speed, true);
  new Float32Array(bytes.buffer, RUN_HEADER_BYTES, STYLE_SIZE).set(style);
  new Int32Array(bytes.buffer, RUN_HEADER_BYTES + 4 * STYLE_SIZE).set(tokens);
  return bytes;
}

/** Node is trusted by its page, so the shape of what it sends is not checked again. */
export function decodeToSynth(data: string | ArrayBuffer): ToSynth {
  if (typeof data === 'string') return JSON.parse(data) as ToSynth;
  const header = new DataView(data);
  return {
    type: 'run',
    run: {
      id: header.getFloat64(0, true),
      speed: header.getFloat64(8, true),
      style: new Float32Array(data, RUN_HEADER_BYTES, STYLE_SIZE),
      tokens: new Int32Array(data, RUN_HEADER_BYTES + 4 * STYLE_SIZE),
    },
  };
}

export function encodeResult({ id, samples, ms }: RunResult): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RESULT_HEADER_BYTES + samples.byteLength);
  const header = new DataView(bytes.buffer);
  header.setFloat64(0, id, true);
  header.setFloat64(8, ms, true);
  new Float32Array(bytes.buffer, RESULT_HEADER_BYTES).set(samples);
  return bytes;
}

/** @param bytes a result's frame; null when it is none */
export function parseResult(bytes: Uint8Array): RunResult | null {
  if (bytes.byteLength < RESULT_HEADER_BYTES || bytes.byteLength % 4 !== 0) return null;
  const header = new DataView(bytes.buffer, bytes.byteOffset, RESULT_HEADER_BYTES);
  // A copy: the frame may lie anywhere in a larger buffer, and samples need their alignment.
  const samples = new Float32Array((bytes.byteLength - RESULT_HEADER_BYTES) / 4);
  new Uint8Array(samples.buffer).set(bytes.subarray(RESULT_HEADER_BYTES));
  return { id: header.getFloat64(0, true), ms: header.getFloat64(8, true), samples };
}

/** Null for anything that is not a text message of the page. */
export function parseFromSynth(text: string): Exclude<FromSynth, { type: 'result' }> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id, reason, fault } = value as Record<string, unknown>;
  switch (type) {
    case 'ready':
    case 'loaded':
      return { type };
    case 'unusable':
      if (typeof reason !== 'string') return null;
      return { type, reason, fault: fault === 'model' ? 'model' : 'backend' };
    case 'failed':
      return typeof id === 'number' && typeof reason === 'string' ? { type, id, reason } : null;
    default:
      return null;
  }
}
