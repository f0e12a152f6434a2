/** What the processes under this one hold in memory. Sizes are in MB (2^20 bytes). */
import { commandLine, descendants, pssMb } from './process-cost.ts';

/** What every process under this one whose command line fits holds, together; PSS unless told otherwise. */
export function memoryUnder(
  pid: number,
  fits: (command: string) => boolean,
  measure: (pid: number) => number = pssMb,
): number {
  return descendants(pid)
    .filter((child) => fits(commandLine(child)))
    .reduce((sum, child) => sum + measure(child), 0);
}

/** The hidden browsers, with all of their processes. */
export const isBrowser = (command: string): boolean => /chrom|headless.shell|msedge/i.test(command);
