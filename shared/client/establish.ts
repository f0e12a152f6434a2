/**
 * From a home to a connection that has said hello: finds the runtime, or takes over from one of no use,
 * or starts one (sections "Discovery" and "Takeover").
 */
import type { RuntimeFile } from '../protocol/events.ts';
import { protocolVersion } from '../protocol/version.ts';
import type { Connection } from './connection.ts';
import { discover, readRuntimeFile } from './discover.ts';
import { ConnectionLost, NotRunning, SonaraError, StartFailed } from './errors.ts';
import type { HelloFields, Welcome } from './messages.ts';
import { any, isGone, type Limits, reach, type Reaching } from './reach.ts';
import { startRuntime } from './start.ts';
import { takeOver } from './take-over.ts';
import { poll } from './wait.ts';

export interface EstablishOptions extends Reaching {
  require: readonly string[];
  extensions: readonly string[];
  keepAlive: boolean;
  /** How to start a runtime; null: never. */
  command: readonly string[] | null;
  /** Whether a runtime of no use is asked to go. Only done when another can be started. */
  takeover: boolean;
}

export const defaultLimits: Limits = {
  start: 5000,
  hello: 5000,
  takeover: 30_000,
  retry: 200,
  leave: 10_000,
};

export interface Established {
  connection: Connection;
  file: RuntimeFile;
  welcome: Welcome;
}

/** Runtimes may come and go while one looks; more of that than this is a fault. */
const ROUNDS = 8;

/**
 * @throws NotRunning, StartFailed, ConnectionLost, the signal's reason; SonaraError when the runtime
 *   refuses, E_INCOMPATIBLE when one of no use did not go in time
 */
export async function establish(options: EstablishOptions): Promise<Established> {
  const { home, command, limits, signal } = options;
  const deadline = performance.now() + limits.takeover;
  let shunned: string | null = null;
  let ownPid: number | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const file = discover(home);
    if (file && file.token !== shunned) {
      const visit = await callOn(file, options);
      if (visit === 'again') continue;
      if ('welcome' in visit) return visit;
      if (visit.unfit) {
        if (!options.takeover || !command || file.pid === ownPid) throw visit.unfit;
        await takeOver(file, { ...options, deadline, unfit: visit.unfit });
      }
      shunned = file.token;
    }
    if (!command) throw new NotRunning(`no runtime runs for ${home}`);
    ({ pid: ownPid } = await startRuntime({
      home,
      command,
      shunned,
      timeout: limits.start,
      signal,
    }));
  }
  throw new StartFailed('the runtimes of this home end as soon as they are found');
}

/** `unfit`: what it refused with; null: nobody is there, or not the one that the file names. */
type Visit = Established | { unfit: SonaraError | null } | 'again';

async function callOn(file: RuntimeFile, options: EstablishOptions): Promise<Visit> {
  const { home, limits, signal } = options;
  const connection = await reach(file, options);
  if (!connection) return { unfit: null };
  try {
    const welcome = await greet(connection, file, options);
    return { connection, file, welcome };
  } catch (error) {
    connection.close();
    if (error instanceof ConnectionLost && isGone(file, home)) return 'again';
    if (!(error instanceof SonaraError)) throw error;
    if (error.code === 'E_UNSUPPORTED' || error.code === 'E_INCOMPATIBLE') return { unfit: error };
    // Another runtime has taken its place, or will: this one is exiting.
    const waits = error.code === 'E_BUSY' ? limits.leave : 0;
    const gone = await poll(() => isGone(file, home) || null, { timeout: waits, signal });
    if (gone) return 'again';
    throw error;
  }
}

async function greet(
  connection: Connection,
  file: RuntimeFile,
  { require, extensions, client, keepAlive, limits, signal }: EstablishOptions,
): Promise<Welcome> {
  const fields: HelloFields & { client: object } = {
    token: file.token,
    client,
    protocol: { ...protocolVersion },
    require: [...require],
    extensions: [...extensions],
    ...(keepAlive && { keep_alive: true }),
  };
  const major = file.protocol?.major;
  if (major !== protocolVersion.major) {
    throw new SonaraError('E_INCOMPATIBLE', `the running Sonara speaks protocol ${major}`);
  }
  const limit = AbortSignal.timeout(limits.hello);
  let welcome: Welcome;
  try {
    welcome = await connection.request('hello', fields, any(signal, limit));
  } catch (error) {
    if (!limit.aborted || signal?.aborted) throw error;
    throw new ConnectionLost('the runtime does not answer');
  }
  const has = new Set([...(welcome.capabilities ?? []), ...(welcome.extensions ?? [])]);
  const missing = require.filter((name) => !has.has(name));
  if (missing.length === 0) return welcome;
  throw new SonaraError('E_UNSUPPORTED', `missing: ${missing.join(', ')}`);
}

/**
 * After the runtime went by itself (its file is gone) whoever asked it to go is about to start its own:
 * waits a while for that one, so that the two do not race. After a crash there is nothing to wait for.
 */
export async function letSuccessorStart(
  home: string,
  timeout: number,
  signal: AbortSignal,
): Promise<void> {
  if (readRuntimeFile(home) !== null) return;
  await poll(() => discover(home), { timeout, signal });
}
