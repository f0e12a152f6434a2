export const discovery = {
  section: 'Discovery',
  facts: [
    ['home.flag', '--home names the home and wins over SONARA_HOME'],
    ['home.env', 'without --home, SONARA_HOME names the home'],
    ['file.pid', 'runtime.json has the pid of the process that was started'],
    ['file.no-wrapper', 'run as a program, the process that was started is the runtime itself'],
    ['file.port', 'port of runtime.json speaks TCP JSON lines'],
    ['file.http-port', 'http_port of runtime.json speaks HTTP'],
    ['file.token', 'token of runtime.json is 64 hex characters'],
    ['file.version', 'version of runtime.json is what --version names'],
    ['file.protocol', 'protocol of runtime.json is {major, minor}, both numbers, major 1'],
    ['file.capabilities', 'capabilities of runtime.json has everything of protocol 1.0'],
    ['file.extensions', 'extensions of runtime.json lists what this runtime offers'],
    ['file.started-at', 'started_at of runtime.json is the UTC time of the start, ending in Z'],
    ['file.fields', 'runtime.json has exactly the documented fields'],
    ['file.atomic', 'runtime.json is never seen half written'],
    ['file.usable', 'clients are served as soon as runtime.json is there'],
    ['file.no-temp', 'no temp file is left in the home'],
    [
      'file.private',
      'the home (0700), and every file in it (0600), are for the current user alone',
    ],
    ['file.removed', 'runtime.json is removed on a clean exit'],
    ['file.stale', 'a stale runtime.json is overwritten by the next runtime'],
    ['file.stale-broken', 'so is one that is no runtime.json at all'],
  ],
} as const;

export const instance = {
  section: 'Discovery, one instance',
  facts: [
    ['instance.second', 'a second runtime for the same home exits with code 3'],
    ['instance.message', 'the second runtime says "another instance is already running" on stderr'],
    ['instance.keeps-file', "a second runtime leaves the first one's runtime.json"],
    ['instance.keeps-first', 'a second runtime leaves the first one running'],
    ['instance.other-home', 'separate homes are separate instances'],
    ['instance.canonical', 'two names of one folder are one home'],
    ['instance.free-after-kill', 'the instance is free at once after kill -9'],
  ],
} as const;
