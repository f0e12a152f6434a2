/** What goes between the engine and the process that runs the model natively. */
import type { Run } from './inference.ts';

export type ToNative =
  { type: 'load'; model: string; threads: number } | ({ type: 'run'; id: number } & Run);

export type FromNative =
  | { type: 'loaded' }
  | { type: 'unusable'; reason: string; fault: 'model' | 'backend' }
  | { type: 'result'; id: number; samples: Float32Array; ms: number }
  | { type: 'failed'; id: number; reason: string };
