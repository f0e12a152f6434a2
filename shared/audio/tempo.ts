/** How fast samples are sounded against how they were made. */

/** What the mixer stretches well, in both directions; beyond it a rate waits for the next synthesis. */
export const MIN_TEMPO = 0.5;
export const MAX_TEMPO = 2.5;

/**
 * @param stretch what the engine asked for: above 1 faster
 * @param made words a minute the samples were made at; 0 when they keep their own rate
 * @param live words a minute in force; 0 while a change does not reach what is made
 * @returns samples taken for each one sounded; exactly 1 where nothing is to be changed
 */
export function tempoOf(stretch: number, made: number, live: number): number {
  const factor = stretch * (made > 0 && live > 0 ? live / made : 1);
  return Math.min(MAX_TEMPO, Math.max(MIN_TEMPO, factor));
}
