import type { Clock } from '../../runtime/clock.ts';

export interface WaitOptions<T> {
  clock: Clock;
  /** At most, ms. */
  ms: number;
  /** Calls back when `look` may see something else. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** What was waited for; undefined while it is not there. */
  look(): T | undefined;
  signal: AbortSignal;
}

/**
 * Waits until `look` sees something. @returns undefined when it did not in time
 * @throws the signal's reason when aborted
 */
export async function waitFor<T>(options: WaitOptions<T>): Promise<T | undefined> {
  const { clock, ms, subscribe, look, signal } = options;
  signal.throwIfAborted();
  const already = look();
  if (already !== undefined) return already;
  let release = (): void => {};
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason as Error);
      const unsubscribe = subscribe(() => {
        const found = look();
        if (found !== undefined) resolve(found);
      });
      const disarm = clock.at(clock.now() + ms, () => resolve(undefined));
      signal.addEventListener('abort', onAbort, { once: true });
      release = () => {
        disarm();
        unsubscribe();
        signal.removeEventListener('abort', onAbort);
      };
    });
  } finally {
    release();
  }
}
