export const transport = {
  section: 'Transport',
  facts: [
    ['transport.loopback', 'both transports are reached at 127.0.0.1 and at no other address'],
    ['transport.ephemeral', 'every runtime has ports of its own'],
    ['transport.order', 'requests are applied in the order they arrive on a connection'],
    ['transport.crowd', 'a thousand connections leave the others served'],
    ['transport.crowd-memory', 'a connection costs a bounded amount of memory'],
    ['transport.flood', 'a client that floods leaves the others served'],
    ['transport.flood-memory', 'a client that never reads its replies cannot grow the memory'],
    ['transport.survives', 'no bytes end the runtime, hang it, or get what is no reply'],
  ],
} as const;

export const tcp = {
  section: 'TCP JSON lines (port)',
  facts: [
    ['tcp.lines', 'one JSON object a line, both ways'],
    ['tcp.utf8', 'lines are UTF-8'],
    ['tcp.pieces', 'a request may come in any pieces'],
    ['tcp.line-limit', 'a line of 1 MiB is taken'],
    ['tcp.line-over-limit', 'a line over 1 MiB is refused once, and the next is answered'],
    ['tcp.first-type', 'a first message other than hello is E_AUTH'],
    ['tcp.first-token', 'a first hello without the right token is E_AUTH'],
    ['tcp.first-json', 'a first message that is not a JSON object is E_AUTH'],
    ['tcp.refusal-closes', 'after an E_AUTH before hello the connection closes'],
    ['tcp.refusal-id', 'a refused first message still has its id echoed'],
    ['tcp.hello-time', 'no successful hello within 5 s: E_AUTH and the connection closes'],
    ['tcp.hello-time-failed', 'a hello that failed does not stop the 5 s'],
    ['tcp.failed-hello', 'a hello that fails for another reason leaves the connection open'],
    ['tcp.failed-hello-out', 'after such a hello the connection is still not authenticated'],
    ['tcp.reply-or-event', 'a reply has ok, an event has event, never both'],
    ['tcp.reply-order', 'replies come in request order'],
    ['tcp.invalid-json', 'invalid JSON after hello is E_BAD_REQUEST'],
    ['tcp.invalid-json-open', 'after invalid JSON the connection stays open'],
  ],
} as const;

export const http = {
  section: 'HTTP (http_port)',
  facts: [
    ['http.path-type', 'POST /v1/<type> takes the type from the path'],
    ['http.bearer', 'a request without the right bearer token is E_AUTH'],
    ['http.bearer-nothing', 'a request without the right token changes nothing'],
    ['http.body-object', 'a body that is not a JSON object is E_BAD_REQUEST'],
    ['http.body-empty', 'an empty body is {}'],
    ['http.body-limit', 'a body of 1 MiB is taken'],
    ['http.body-over-limit', 'a body over 1 MiB is refused'],
    ['http.bom', 'leading byte order marks are ignored'],
    ['http.no-hello', 'no hello is needed'],
    ['http.hello', 'POST /v1/hello works'],
    ['http.same-json', 'a reply body is the same JSON as on TCP'],
    ['http.status-ok', 'the status of ok: true is 200'],
    ['http.status-auth', 'the status of E_AUTH is 401'],
    ['http.status-type', 'the status of E_UNKNOWN_TYPE is 404'],
    ['http.status-not-found', 'the status of E_NOT_FOUND is 404'],
    ['http.status-busy', 'the status of E_BUSY is 409'],
    ['http.status-incompatible', 'the status of E_INCOMPATIBLE is 409'],
    ['http.status-engine', 'the status of E_ENGINE is 500'],
    ['http.status-bad', 'the status of E_BAD_REQUEST is 400'],
    ['http.status-unsupported', 'the status of E_UNSUPPORTED is 400'],
    ['http.headers-time', 'headers that have not all arrived within 5 s end the connection'],
    ['http.subscribe', 'subscribe over POST is E_BAD_REQUEST'],
    ['http.no-cors', 'no CORS headers: other origins cannot read the replies'],
    ['http.curl', 'a request as curl sends it is taken, whatever its Content-Type'],
  ],
} as const;

export const sse = {
  section: 'HTTP (http_port), events',
  facts: [
    ['sse.type', 'GET /v1/events is a Server-Sent Events stream'],
    ['sse.default', 'events left out are all three'],
    ['sse.choice', 'only the named streams are sent'],
    [
      'sse.lines',
      'each event is `event: <name>` plus `data: <json>`, the name being that of the JSON',
    ],
    ['sse.same-json', 'the data is the same JSON as on TCP'],
    ['sse.ping', 'a `: ping` comment comes every 15 s'],
    ['sse.bearer', 'the stream needs the token'],
    ['sse.unknown', 'an unknown stream is 400 E_UNSUPPORTED'],
  ],
} as const;
