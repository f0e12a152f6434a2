/** What every handler of a message is given. */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import * as requests from '../../shared/protocol/requests.ts';
import type { JsonObject } from './parse.ts';
import type { Reply } from './reply.ts';

/** Who asks: what the handlers need to know of a connection. */
export interface Session {
  readonly transport: 'tcp' | 'http';
  /** Replaces the streams sent to this client; null where the transport has none. */
  subscribe: ((streams: readonly string[]) => void) | null;
}

export type Handler = (body: JsonObject, session: Session) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** @throws ProtocolError E_BAD_REQUEST that says what is wrong with the first field that is */
export function parse<T extends Parameters<typeof requests.check>[0]>(schema: T, body: JsonObject) {
  const checked = requests.check(schema, body);
  if (!checked.ok) throw new ProtocolError('E_BAD_REQUEST', checked.message);
  return checked.value;
}

/** A name a client sent, short enough to be sent back. */
export function clip(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
