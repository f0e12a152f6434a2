/** Replies as they go out: `{id?, ok, ...}`, with the id echoed as it came. */
import { type ErrorCode, ProtocolError } from '../../shared/protocol/errors.ts';

export interface Reply {
  ok: boolean;
  [field: string]: unknown;
}

export interface Failure extends Reply {
  ok: false;
  error: { code: ErrorCode; message: string };
}

export function success(fields: Record<string, unknown> = {}): Reply {
  return { ok: true, ...fields };
}

/** Turns what a handler threw into a reply. A bug of ours never reads as the client's fault. */
export function failure(error: unknown): Failure {
  if (error instanceof ProtocolError) {
    return { ok: false, error: { code: error.code, message: error.message, ...error.extra } };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: 'E_ENGINE', message: `internal error: ${message}` } };
}

/** @param id the JSON of what the request carried, or undefined when it carried none */
export function serialize(reply: Reply, id: string | undefined): string {
  const json = JSON.stringify(reply);
  return id === undefined ? json : `{"id":${id},${json.slice(1)}`;
}
