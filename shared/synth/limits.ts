/** How much sound a run may make. What makes more than any speech lasts is no model of Kokoro's. */

/** Of every sample the model makes, Hz. */
const SAMPLE_RATE = 24_000;
/** A token's share on average, s at speed 1: three times what slow speech takes. */
const TOKEN_SECONDS = 0.2;
/** The silence at both ends, and short words drawn out, s. */
const SPARE_SECONDS = 3;
/** The most tokens at the slowest speed. A result of it is less than 16 MiB. */
const LONGEST_SECONDS = 170;

/**
 * @param tokens of the run, the pads included
 * @param speed 1 is the model's own
 * @returns samples
 */
export function mostSamples(tokens: number, speed: number): number {
  const seconds = SPARE_SECONDS + (TOKEN_SECONDS * tokens) / speed;
  return Math.floor(SAMPLE_RATE * Math.min(LONGEST_SECONDS, seconds));
}

/** What is said of a run that made more, in words. */
export const tooMuchSound = 'the model made more sound than such a text lasts';
