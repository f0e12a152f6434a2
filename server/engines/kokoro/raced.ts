/**
 * What `work` becomes, unless the signal is aborted first.
 * @throws the signal's reason as soon as it is aborted; `work` then ends unheard
 */
export async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    work.catch(() => undefined);
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
