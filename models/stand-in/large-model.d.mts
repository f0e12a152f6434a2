import type { Model } from './encode-onnx.d.mts';

/**
 * A stand-in for benchmarks, not Kokoro: 81 million random weights, noise. Inputs `tokens` int64[1,n] with n up to
 * 512, `style` float32[1,256], `speed` float32[1]; output `audio`, 24 kHz, 600 x round(2.4 n / speed) samples.
 */
export function largeModel(): Model;
