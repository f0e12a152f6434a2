export const requests = {
  section: 'Requests and replies',
  facts: [
    ['request.id', 'an id of any JSON value is echoed'],
    ['request.id-number', 'a number comes back as it was written, however many digits it has'],
    ['request.id-error', 'an error echoes the id'],
    ['request.no-id', 'without an id none is answered'],
    ['request.error-shape', 'an error is {ok: false, error: {code, message}}'],
    ['request.unknown-fields', 'unknown fields are ignored in every request'],
    ['request.exact-fields', 'a success has just the documented fields'],
    ['request.type', 'a missing or wrongly typed type is E_BAD_REQUEST'],
    ['request.object', 'what is not a JSON object is E_BAD_REQUEST'],
  ],
} as const;

export const hello = {
  section: 'hello',
  facts: [
    ['hello.reply', 'answers version, protocol, capabilities, extensions and unavailable'],
    ['hello.as-file', 'version, protocol and capabilities are those of runtime.json'],
    ['hello.extensions-off', 'extensions lists none until a client asked for one'],
    ['hello.client', 'client is informational'],
    ['hello.protocol-omitted', 'a protocol left out is 1.0'],
    ['hello.minor', 'another minor is welcome'],
    ['hello.major', 'a major other than 1 is E_INCOMPATIBLE'],
    ['hello.require', 'a require of what is there is met'],
    ['hello.require-missing', 'a missing require is E_UNSUPPORTED'],
    ['hello.require-named', 'E_UNSUPPORTED names what is missing'],
    ['hello.require-extension', 'a required extension this runtime lacks is E_UNSUPPORTED'],
    ['hello.unavailable', 'extensions this runtime lacks are listed in unavailable, not an error'],
    ['hello.repeat', 'hello may be repeated on an authenticated connection'],
    ['hello.retry', 'after E_UNSUPPORTED a retry on the same connection can succeed'],
    ['hello.types', 'a wrongly typed field is E_BAD_REQUEST'],
    ['hello.repeat-no-token', 'over TCP a repeated hello may leave the token out'],
    ['hello.wrong-token', 'a repeated hello with a wrong token is E_AUTH'],
    ['hello.no-token-http', 'over HTTP the bearer token is enough'],
  ],
} as const;

export const errors = {
  section: 'Errors',
  facts: [
    ['errors.unknown-type', 'a type this protocol does not define is E_UNKNOWN_TYPE'],
    ['errors.extension-type', 'a message of an extension that is off is E_UNSUPPORTED'],
    ['errors.extension-action', 'an action of an extension that is off is E_UNSUPPORTED'],
    ['errors.extension-key', 'a key of an extension that is off is E_UNSUPPORTED, for get and set'],
    ['errors.extension-stream', 'a stream of an extension that is off is E_UNSUPPORTED'],
    ['errors.engines-type', 'messages of external engines are E_UNSUPPORTED without them'],
    ['errors.nothing-changes', 'a refused request changes nothing'],
    ['errors.not-saved', 'a set that cannot be saved is E_ENGINE'],
  ],
} as const;

export const versioning = {
  section: 'Versioning',
  facts: [
    ['version.spoken', 'the protocol spoken is 1.15'],
    ['version.engine-status', 'the capability engine_status (1.1) is there'],
    [
      'version.no-engines',
      'the capability engines is absent while external engines are not offered',
    ],
    ['version.line-actions', 'next_line and previous_line (1.7) are known actions'],
    ['version.pronunciations', 'pronunciations (1.8) is a known key'],
    ['version.paths', 'paths (1.9) is a known key'],
  ],
} as const;
