/** What the processes under this one hold in memory. Sizes are in MB (2^20 bytes). */
import { commandLine, descendants, pssMb } from './process-cost.ts';

/** PSS of every process under this one whose command line fits, together. */
export function pssUnder(pid: number, fits: (command: string) => boolean = () => true): number {
  return descendants(pid)
    .filter((child) => fits(commandLine(child)))
    .reduce((sum, child) => sum + pssMb(child), 0);
}

/** The hidden browsers, with all of their processes. */
export const isBrowser = (command: string): boolean => /chrom|headless.shell|msedge/i.test(command);
