/** Asks a runtime that cannot be used to go (section "Takeover"). */
import type { RuntimeFile } from '../protocol/events.ts';
import { protocolVersion } from '../protocol/version.ts';
import type { Connection } from './connection.ts';
import { ConnectionLost, SonaraError } from './errors.ts';
import { any, isGone, reach, type Reaching } from './reach.ts';
import { poll, sleep } from './wait.ts';

export interface TakeOverOptions extends Reaching {
  /** As `performance.now()`: when to give up. */
  deadline: number;
  /** Why it is of no use. */
  unfit: SonaraError;
}

/**
 * Resolves once the runtime is gone. While it reads (E_BUSY) it is asked again, until the deadline.
 * @throws SonaraError E_INCOMPATIBLE when it has not gone by then
 */
export async function takeOver(file: RuntimeFile, options: TakeOverOptions): Promise<void> {
  const { home, limits, deadline, signal } = options;
  let connection: Connection | null = null;
  try {
    while (!isGone(file, home)) {
      // It hangs up on a client whose hello is not accepted within 5 s.
      connection ??= await reach(file, options);
      if (!connection) return;
      const answer = await ask(connection, file, options);
      if (answer === 'accepted') {
        const left = Math.max(0, deadline - performance.now());
        if (await poll(() => isGone(file, home) || null, { timeout: left, signal })) return;
      }
      if (answer === 'lost') connection = null;
      if (performance.now() + limits.retry >= deadline) throw gaveUp(file, options);
      await sleep(limits.retry, signal);
    }
  } finally {
    connection?.close();
  }
}

async function ask(
  connection: Connection,
  file: RuntimeFile,
  { home, client, limits, signal }: TakeOverOptions,
): Promise<'accepted' | 'busy' | 'lost'> {
  const fields = { token: file.token, client, protocol: { ...protocolVersion }, takeover: true };
  const limit = AbortSignal.timeout(limits.hello);
  try {
    await connection.request('hello', fields, any(signal, limit));
    return 'accepted';
  } catch (error) {
    if (error instanceof SonaraError && error.code === 'E_BUSY') return 'busy';
    const silent = limit.aborted && !signal?.aborted;
    if (silent) connection.close();
    // Of another token: another runtime has the port now, and the file says so.
    if (silent || error instanceof ConnectionLost || isGone(file, home)) return 'lost';
    throw error;
  }
}

function gaveUp({ version }: RuntimeFile, { limits, unfit }: TakeOverOptions): SonaraError {
  return new SonaraError(
    'E_INCOMPATIBLE',
    `the running Sonara ${version} cannot be used (${unfit.message}) and did not make way in ${limits.takeover / 1000} s`,
  );
}
