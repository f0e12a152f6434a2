export const platforms = {
  section: 'Decisions: Platforms',
  facts: [
    ['home.xdg', 'the home of Linux is $XDG_DATA_HOME/sonara'],
    ['home.no-xdg', 'without XDG_DATA_HOME it is ~/.local/share/sonara'],
  ],
} as const;

export const aids = {
  section: 'Testing aids',
  facts: [
    ['aids.version', '--version names the version and starts nothing'],
    ['aids.help', '--help names every documented option and starts nothing'],
    ['aids.unknown', 'an unknown option, or a wrong value, is refused in words'],
    ['aids.system', '--system fake is accepted'],
    ['aids.keys', '--keys fake and --keys windows are accepted'],
    ['aids.no-external', '--no-external-engines: no engines capability'],
    ['aids.no-external-types', '--no-external-engines: every engine_* message is E_UNSUPPORTED'],
    ['aids.no-external-file', '--no-external-engines: engines.json is not read'],
    ['aids.bad-home', 'a home that cannot be made is an error in words'],
  ],
} as const;

export const fake = {
  section: 'Testing aids, --engine fake',
  facts: [
    ['fake.voices', 'its voices are tone (the default) and silence'],
    ['fake.status', 'its engine_status is exactly engine, ready and status'],
    ['fake.length', 'a chunk takes 10 ms a character at rate 200'],
    ['fake.cleaned', 'only characters of the cleaned text count'],
    ['fake.code-points', 'characters are code points'],
    ['fake.format', 'it is 16 kHz mono'],
    ['fake.tone', 'tone is a 400 Hz square wave'],
    ['fake.silence', 'silence is silent'],
    ['fake.fail', 'text containing [fail] fails, with either voice'],
    ['fake.real-time', 'its default output, null, keeps real time'],
    ['fake.no-browser', 'it needs no browser, and no other program'],
    ['fake.no-files', 'nothing is ever downloaded'],
  ],
} as const;

export const wav = {
  section: 'Testing aids, --output wav:<dir>',
  facts: [
    ['wav.folder', 'the folder is created'],
    ['wav.names', '<seq>-item<item_id>-chunk<n>.wav per chunk, numbered in play order'],
    ['wav.again', 'a chunk played again gets a new file'],
    ['wav.format', 'a file is 16-bit PCM with the sizes of what it holds'],
    ['wav.before-volume', 'it holds the audio before volume and mute'],
    ['wav.whole', 'it holds all of the audio although a stop cut the chunk'],
    ['wav.real-time', 'it keeps real time like the null output'],
  ],
} as const;
