/** What processes cost, from /proc (Linux). Sizes are in MB (2^20 bytes). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All processes started by `pid`, and by those; without itself. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(stat(Number(name))[1]));
  }
  const under = (candidate: number): boolean => {
    for (let at = parents.get(candidate); at; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter(under);
}

export function commandLine(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Processor time used so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = stat(pid);
  // 100 ticks a second on every Linux.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Its share of memory: what is shared with others counts in parts. */
export function pssMb(pid: number): number {
  return kilobytes(read(pid, 'smaps_rollup'), 'Pss') / 1024;
}

/**
 * The same without the files it maps: those are shared with every other process of the same program, which
 * changes this one's part as they come and go.
 */
export function pssWithoutFilesMb(pid: number): number {
  const text = read(pid, 'smaps_rollup');
  return (kilobytes(text, 'Pss_Anon') + kilobytes(text, 'Pss_Shmem')) / 1024;
}

export function rssMb(pid: number): number {
  return kilobytes(read(pid, 'status'), 'VmRSS') / 1024;
}

function kilobytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** Fields of /proc/<pid>/stat after the name; [1] is the parent. */
function stat(pid: number): string[] {
  return read(pid, 'stat').split(') ').pop()!.split(' ');
}

/** Empty when the process is gone. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8');
  } catch {
    return '';
  }
}
