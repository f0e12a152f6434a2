/** What finding a runtime and taking over from one have in common. */
import type { RuntimeFile } from '../protocol/events.ts';
import { Connection } from './connection.ts';
import { discover } from './discover.ts';
import type { Owns } from './port-owner.ts';

export interface Reaching {
  home: string;
  client: { name: string; version: string };
  owns: Owns;
  limits: Limits;
  signal?: AbortSignal | undefined;
}

/** Milliseconds. */
export interface Limits {
  /** For a runtime to come up. */
  start: number;
  /** For the reply to hello. */
  hello: number;
  /** For a takeover, with all its retries. */
  takeover: number;
  /** Between two of them. */
  retry: number;
  /** For a runtime that said it is exiting. */
  leave: number;
}

/** @returns a connection to the process that the file names; null when its port is another's, or nobody's */
export async function reach(
  file: RuntimeFile,
  { owns, signal }: Pick<Reaching, 'owns' | 'signal'>,
): Promise<Connection | null> {
  const connection = await Connection.open(file.port, signal);
  if (!connection) return null;
  if ((await owns(file.pid, connection.ends)) !== 'no') return connection;
  connection.close();
  return null;
}

/** @returns whether the file's process has ended, or is not the one of its home any more */
export function isGone(file: RuntimeFile, home: string): boolean {
  const now = discover(home);
  return now?.pid !== file.pid || now.token !== file.token;
}

export function any(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
