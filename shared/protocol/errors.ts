/** The wire errors of the protocol (section "Errors") and how HTTP shows them. */
export const errorStatus = {
  E_AUTH: 401,
  E_BAD_REQUEST: 400,
  E_UNKNOWN_TYPE: 404,
  E_UNSUPPORTED: 400,
  E_INCOMPATIBLE: 409,
  E_BUSY: 409,
  E_ENGINE: 500,
  E_NOT_FOUND: 404,
  E_FORBIDDEN: 403,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** An answer a client gets as `{ok: false, error}`. Thrown by handlers, turned into a reply by the dispatcher. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly code: ErrorCode;
  /** @param extra additive fields of the error object, e.g. `reason` */
  constructor(
    code: ErrorCode,
    message: string,
    readonly extra?: Record<string, unknown>,
  ) {
    super(message);
    this.code = code;
  }
}
