import type { Clock } from '../../runtime/clock.ts';
import { raced } from './raced.ts';

export interface InTimeOptions {
  clock: Clock;
  /** At most, ms. */
  ms: number;
  /** What is thrown when it took longer. */
  late: Error;
  signal: AbortSignal;
}

/**
 * What `work` becomes, if it does in time; else it ends unheard.
 * @throws `late`; the signal's reason when aborted
 */
export async function inTime<T>(
  work: Promise<T>,
  { clock, ms, late, signal }: InTimeOptions,
): Promise<T> {
  const over = new AbortController();
  const disarm = clock.at(clock.now() + ms, () => over.abort(late));
  try {
    return await raced(work, AbortSignal.any([signal, over.signal]));
  } finally {
    disarm();
  }
}
