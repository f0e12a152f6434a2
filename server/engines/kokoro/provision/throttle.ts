import type { Clock } from '../../../runtime/clock.ts';

/** Listeners that hear of every important change at once, and of the small ones at most every `ms`. */
export interface Throttle {
  subscribe(listener: () => void): () => void;
  now(): void;
  /** At once when nobody was called for `ms`, else as soon as that is so. */
  soon(): void;
  close(): void;
}

export function createThrottle(clock: Clock, ms: number): Throttle {
  const listeners = new Set<() => void>();
  let free = -Infinity;
  let disarm: (() => void) | null = null;

  function now(): void {
    disarm?.();
    disarm = null;
    free = clock.now() + ms;
    for (const listener of [...listeners]) listener();
  }

  return {
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    now,
    soon() {
      if (clock.now() >= free) now();
      else disarm ??= clock.at(free, now);
    },
    close() {
      disarm?.();
      listeners.clear();
    },
  };
}
