export const lifetime = {
  section: 'Lifetime',
  facts: [
    ['exit.sigint', 'Ctrl+C ends it cleanly, with code 0'],
    ['exit.sigterm', 'SIGTERM ends it cleanly, with code 0'],
    ['exit.sighup', 'SIGHUP ends it cleanly, with code 0'],
    ['exit.stops-speech', 'a clean exit stops speech: what is read or queued is skipped'],
    ['exit.idle-paused', 'at the idle exit what is paused is skipped as well'],
    ['exit.race', 'a speak at the idle exit is either read to its end or E_BUSY, never lost'],
    ['exit.race-http', 'a request that reaches the runtime while it exits is answered 200 or 409'],
    ['exit.race-backlog', 'so is one whose connection was still waiting to be accepted'],
    ['exit.race-tcp', 'over TCP it is E_BUSY, or what was accepted is read'],
  ],
} as const;

export const idle = {
  section: 'Lifetime, idle exit',
  facts: [
    ['idle.default', 'the idle exit comes after 30 s'],
    ['idle.seconds', '--idle-exit sets the seconds, fractions allowed'],
    ['idle.without-client', 'it comes although no client ever came'],
    ['idle.code', 'it ends with code 0'],
    ['idle.tcp-client', 'a TCP connection that completed hello holds it'],
    ['idle.sse-client', 'an open SSE stream holds it'],
    ['idle.last-left', 'the countdown starts when the last client left'],
    ['idle.not-greeted', 'a connection without hello does not hold it'],
    ['idle.http-activity', 'a plain HTTP request starts the countdown anew'],
    ['idle.reading', 'what is being read holds it, also when it was started over HTTP'],
    ['idle.paused', 'a paused item does not hold it'],
    ['idle.keep-alive', 'keep_alive: true keeps it after the last client left'],
    ['idle.standalone', '--standalone keeps it'],
  ],
} as const;

export const takeover = {
  section: 'Takeover',
  facts: [
    ['takeover.reply', 'an idle runtime answers {ok: true, takeover: true, ...}'],
    ['takeover.busy-playing', 'it is E_BUSY while something plays'],
    ['takeover.busy-paused', 'a paused item counts as busy'],
    ['takeover.refused-open', 'after E_BUSY the runtime goes on as before'],
    ['takeover.retry', 'after E_BUSY the same connection may retry'],
    ['takeover.wins', 'takeover wins over a wrong major'],
    ['takeover.token', 'it needs the token'],
    ['takeover.then-busy', 'from then on speak and control of any client are E_BUSY'],
    ['takeover.closes', 'the connection closes'],
    ['takeover.file', 'runtime.json is removed'],
    ['takeover.exit', 'it exits with code 0'],
    ['takeover.lock-first', 'the instance is free once runtime.json is gone'],
    ['takeover.race', 'of two runtimes started after a takeover exactly one serves'],
    ['takeover.race-speak', 'a speak at the takeover is read to its end or refused, never lost'],
    ['takeover.once', 'of clients that race for a takeover one gets it'],
    ['takeover.false', 'takeover: false is a plain hello'],
  ],
} as const;
