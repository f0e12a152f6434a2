import type { Clock } from '../../../runtime/clock.ts';
import { onAbort } from './abort.ts';
import { ProvisionError } from './provision-error.ts';

/**
 * Runs `work`, which rejects with its signal's reason when that aborts: when `signal` does, or after
 * `ms` with a ProvisionError that says `late`.
 */
export async function within<T>(
  { clock, ms, late, signal }: { clock: Clock; ms: number; late: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const release = onAbort(signal, (reason) => controller.abort(reason));
  const disarm = clock.at(clock.now() + ms, () => controller.abort(new ProvisionError(late)));
  try {
    return await work(controller.signal);
  } finally {
    disarm();
    release();
  }
}
