/** How long until a failed download is tried again. */

const FIRST_MS = 30_000;
const LONGEST_MS = 30 * 60_000;

/** @param failures in a row, from 1 */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}

export function waitInWords(ms: number): string {
  return ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`;
}
