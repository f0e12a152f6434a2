/**
 * The client other programs use: `connect()` finds the runtime of a home (or starts one), says hello
 * and gives a connection with requests as promises and events as an async iterable.
 */
import { Connection, type ReplyFields } from './connection.ts';
import { discover } from './discover.ts';
import { findHome } from './home.ts';
import { startRuntime } from './start.ts';

export { Connection, ConnectionLost, SonaraError, type ReplyFields } from './connection.ts';
export { discover } from './discover.ts';
export { findHome } from './home.ts';
export type * from '../protocol/events.ts';

export interface ConnectOptions {
  /** Default: SONARA_HOME, else the user's data folder. */
  home?: string;
  /** Capabilities or extensions this client cannot work without. */
  require?: readonly string[];
  /** Extensions it would like. */
  extensions?: readonly string[];
  client?: { name: string; version: string };
  keepAlive?: boolean;
  /** How to start a runtime when none runs: a program and its arguments; absent: never. */
  autostart?: readonly string[];
}

/** No runtime runs, and none was to be started. */
export class NotRunning extends Error {
  override name = 'NotRunning';
}

/**
 * @returns a connection that has said hello
 * @throws NotRunning, SonaraError (refused), or Error when it could not be started
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const home = findHome({ env: process.env, platform: process.platform, flag: options.home });
  const running = discover(home);
  if (running) {
    const connection = await tryOpen(running.port);
    // A file whose process is gone names a port that nobody, or anybody, holds.
    if (connection) return greet(connection, running.token, options);
  }
  if (!options.autostart) throw new NotRunning(`no runtime runs for ${home}`);
  const started = await startRuntime({ home, command: options.autostart });
  return greet(await Connection.open(started.port), started.token, options);
}

async function tryOpen(port: number): Promise<Connection | null> {
  try {
    return await Connection.open(port);
  } catch {
    return null;
  }
}

async function greet(
  connection: Connection,
  token: string,
  options: ConnectOptions,
): Promise<Connection> {
  const hello: ReplyFields = {
    token,
    client: options.client ?? { name: 'sonara/client', version: '1' },
    protocol: { major: 1, minor: 15 },
    require: options.require ?? [],
    extensions: options.extensions ?? [],
  };
  if (options.keepAlive) hello['keep_alive'] = true;
  try {
    await connection.request('hello', hello);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
