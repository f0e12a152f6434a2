/** The 54 ids of the file: 28 English ones first. */
export const standInVoiceIds: readonly string[];

/** What the first half of a voice's style has as its mean, to 0.01: between -1 and 1, another for each voice. */
export function voiceShift(id: string): number;

/** The styles of a voice, 510 rows of 256; in column 128 of a row stands a hundredth of its number. */
export function voiceStyles(id: string): Float32Array;

/** A NumPy file (version 1.0) of float32 values, row-major. */
export function npy(values: Float32Array, shape: number[]): Uint8Array;

/** Stand-in styles in the form of voices-v1.0.bin; `stored`: 28 MB as the real file is, else deflated, 0.3 MB. */
export function standInVoices(options?: { stored?: boolean }): Uint8Array;
