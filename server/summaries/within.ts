/** A time limit on work, by a clock that tests move. */
import type { Clock } from '../runtime/clock.ts';

export interface Limit {
  clock: Clock;
  ms: number;
  /** What it rejects with when the time is over. */
  late: () => Error;
  signal: AbortSignal;
}

/** Rejects at once when the time is over or the signal aborts, with its reason; the work's signal aborts too. */
export async function within<T>(
  { clock, ms, late, signal }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const end = () => own.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const disarm = clock.at(clock.now() + ms, () => own.abort(late()));
  try {
    return await unlessAborted(own.signal, work(own.signal));
  } finally {
    disarm();
    signal.removeEventListener('abort', end);
  }
}

/** Rejects with the signal's reason as soon as it aborts; the work itself goes on. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
