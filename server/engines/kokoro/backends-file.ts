/** What was measured of the backends, in `<home>/backends.json`: so that it is measured once. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BackendId } from './inference.ts';

export type Measured =
  /** Compute per second of sound. */
  | { factor: number }
  /** It does not work here, in words. `isLost`: it was ended, which says nothing of the next start. */
  | { failed: string; isLost?: true };

export type Measurements = Partial<Record<BackendId, Measured>>;

export interface BackendsFile {
  /** What was measured of this model on this machine. */
  read(key: string): Measurements;
  /** What was lost is left out. @throws the file system's error */
  write(key: string, measured: Measurements): void;
}

/** A model that takes longer than this for a second of sound is none that was measured. */
const MOST_FACTOR = 1000;

/** A file that is damaged, or of another machine or model, counts as none. */
export function openBackendsFile(path: string): BackendsFile {
  return {
    read(key) {
      try {
        const content = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
        return content.key === key ? checked(content.measured) : {};
      } catch {
        return {};
      }
    },
    write(key, measured) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        const lasting = Object.entries(measured).filter(([, found]) => !('isLost' in found));
        const kept = { key, measured: Object.fromEntries(lasting) };
        const content = `${JSON.stringify(kept, null, 2)}\n`;
        writeFileSync(temporary, content, { mode: 0o600 });
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
  };
}

function checked(value: unknown): Measurements {
  const measured: Measurements = {};
  if (typeof value !== 'object' || value === null) return measured;
  for (const id of ['webgpu', 'wasm', 'native'] as const) {
    const entry = (value as Record<string, unknown>)[id] as Record<string, unknown> | undefined;
    if (typeof entry !== 'object' || entry === null) continue;
    const { factor, failed } = entry;
    if (typeof factor === 'number' && factor > 0 && factor < MOST_FACTOR) measured[id] = { factor };
    else if (typeof failed === 'string') measured[id] = { failed: failed.slice(0, 300) };
  }
  // Where nothing worked, all of it may now.
  return Object.values(measured).some((found) => 'factor' in found) ? measured : {};
}
