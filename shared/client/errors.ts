/** What a request, or `connect()`, fails with. An aborted one fails with its signal's reason instead. */

/** The runtime answered `{ok: false}`, or (E_INCOMPATIBLE) no runtime of use could be had. */
export class SonaraError extends Error {
  override name = 'SonaraError';
  constructor(
    /** E_BAD_REQUEST and the like; a newer runtime may know more of them. */
    readonly code: string,
    message: string,
    /** Why an external engine failed: auth, quota, network, ... */
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** The connection ended before the reply came. The request may have been carried out, or not. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** No runtime runs for this home, and none was to be started. */
export class NotRunning extends Error {
  override name = 'NotRunning';
}

/** The runtime that was to be started did not come up. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}
