import type { Voice } from '../port.ts';

export interface FliteVoice extends Voice {
  /** flite's name of it. */
  program: string;
  /** Words per minute at a stretch of 1. */
  naturalRate: number;
  /** Peaks below this (dBFS) are silence: what these voices do between words is not quite silent. */
  silenceDb: number;
}

/**
 * Rates measured on six sentences of 74 words, silence at the ends trimmed: slt 224.8, rms 197.6,
 * awb 212.5, kal16 248.2 words per minute. With stretch 0.5 and 2 the rate is 1.96 and 0.50 times
 * that, so stretch = natural / wanted is good to 2%.
 *
 * Noise measured in the pauses, peaks of 10 ms: slt -51 to -64, rms -46 to -78, awb -47 to -57,
 * kal16 -60 to -69 dBFS. With a level of -60 the 200 ms before slt's first sound would all be kept.
 * The softest first sounds (s, f, h) come in at -39 and up.
 */
const table: [program: string, language: string, naturalRate: number, silenceDb: number][] = [
  ['slt', 'en-US', 225, -48],
  ['rms', 'en-US', 198, -45],
  // A Scottish voice; the tag for that is not one that clients know.
  ['awb', 'en-GB', 213, -45],
  ['kal16', 'en-US', 248, -54],
];

/** The voices that ship with the product; the first is the default. */
export function fliteVoices(engine: string): FliteVoice[] {
  return table.map(([program, language, naturalRate, silenceDb]) => ({
    id: `flite:${program}`,
    name: `${program[0]!.toUpperCase()}${program.slice(1)} (Flite)`,
    language,
    engine,
    license_class: 'permissive',
    installed: true,
    program,
    naturalRate,
    silenceDb,
  }));
}
