/** Kokoro's vocabulary: token ids are 0 to 177. */
export const tokenCount: number;
export const sampleRate: number;
/** Samples of one token at speed 1, 0.06 s. */
export const tokenSamples: number;

/** The tone of a token in Hz, for a style whose first half has the mean 0. */
export function pitchOf(token: number): number;

/**
 * What a style does, a factor of 0.8 to 1.2: the mean of its first half (128 columns) to the pitch, of its
 * second half to the level.
 */
export function styleFactor(mean: number): number;

/**
 * A stand-in for tests, not Kokoro: an ONNX file with Kokoro's inputs (int64[1,n] token ids, `style`
 * float32[1,256], `speed` float32[1]) that plays one tone a token, 24 kHz, n x round(1440 / speed) samples.
 * `tokens`: the release's form, output `audio` [samples]; `input_ids`: the Hugging Face export's, output
 * `waveform` [1,samples]. Pads (0) are silent, spaces (16) a tenth as loud.
 */
export function smallModel(form: { inputs: 'tokens' | 'input_ids' }): Uint8Array;
