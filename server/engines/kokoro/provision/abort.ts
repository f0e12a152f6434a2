/**
 * Calls `stop` with the signal's reason when it aborts, at once when it already has. Returns the
 * function that unsubscribes.
 */
export function onAbort(signal: AbortSignal, stop: (reason: Error) => void): () => void {
  const abort = () => stop(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
