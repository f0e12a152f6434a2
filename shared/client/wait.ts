/** Waiting that an AbortSignal ends. */

/** @throws the signal's reason */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });
}

/**
 * A promise that also ends, with the signal's reason, when the signal aborts.
 * @param begin starts the work; what it returns is called once when the promise is settled or aborted
 */
export function abortable<T>(
  signal: AbortSignal | undefined,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    let ended = false;
    let stop: (() => void) | null = null;
    const end = () => {
      if (ended) return false;
      ended = true;
      signal?.removeEventListener('abort', abort);
      stop?.();
      return true;
    };
    const abort = () => end() && reject(signal!.reason);
    signal?.addEventListener('abort', abort, { once: true });
    stop = begin(
      (value) => end() && resolve(value),
      (error) => end() && reject(error),
    );
    if (ended) stop();
  });
}

/** Looks every few milliseconds. @returns what `look` found, or null when the time was over */
export async function poll<T>(
  look: () => T | null,
  {
    timeout,
    signal,
    every = 10,
  }: { timeout: number; signal?: AbortSignal | undefined; every?: number },
): Promise<T | null> {
  const until = performance.now() + timeout;
  for (;;) {
    signal?.throwIfAborted();
    const found = look();
    if (found !== null) return found;
    if (performance.now() >= until) return null;
    await sleep(every, signal);
  }
}
