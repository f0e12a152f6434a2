import type { Model } from '../manifest.ts';

/** `small`, `small-hf` (the Hugging Face export's names) and `large` (325 MB). */
export const kinds: readonly string[];

/**
 * Writes kokoro-v1.0.onnx, voices-v1.0.bin and manifest.json, replacing what has these names; resolves to the
 * manifest. `baseUrl` is where the folder is served, http or https; default a file: URL.
 */
export function writeStandIn(
  kind: string,
  folder: string,
  options?: { baseUrl?: string },
): Promise<Model>;
