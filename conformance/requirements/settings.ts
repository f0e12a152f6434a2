export const setAndGet = {
  section: 'set / get',
  facts: [
    ['set.reply', 'set answers {ok: true, key, value} with the value now in force'],
    ['get.reply', 'get answers {ok: true, key, value} with the value now in force'],
    ['set.volume', 'volume is an integer from 0 to 100'],
    ['set.rate', 'rate is an integer from 100 to 400'],
    ['set.voice', 'voice is an id of the current engine'],
    ['set.voice-name', 'voice may be given by name; get returns the id'],
    ['set.voice-null', 'voice null is the engine default; get returns null'],
    ['set.voice-unknown', 'an unknown voice is E_NOT_FOUND'],
    ['set.engine', 'engine is an engine id'],
    ['set.engine-unknown', 'an unknown engine is E_NOT_FOUND'],
    ['set.debug-log', 'debug_log is true or false, and needs no extension'],
    ['set.paths', 'paths is short, last_two, last_three or full'],
    ['set.pronunciations', 'pronunciations is a list of {word, say}'],
    [
      'set.pronunciations-limits',
      'at most 200, a word up to 60 and a say up to 200 characters, not blank',
    ],
    ['set.pronunciations-last', 'a word given twice keeps its last say'],
    ['set.loudness', 'loudness is null or a number from -30 to -10 (additive)'],
    ['set.live-rate', 'live_rate is off or on (additive)'],
    ['set.live-rate-on', 'with live_rate on a rate applies to what is being read too (additive)'],
    ['set.bad', 'an out-of-range or wrongly typed value is E_BAD_REQUEST'],
    ['set.missing', 'a missing key or value is E_BAD_REQUEST'],
    ['set.unknown-key', 'an unknown key is E_BAD_REQUEST'],
    ['set.from-then-on', 'a rate or voice applies to chunks synthesized from then on'],
  ],
} as const;

export const voices = {
  section: 'voices',
  facts: [
    ['voices.fields', 'a voice has id, name, language, engine, license_class and installed'],
    ['voices.engine', 'engine names one engine'],
    ['voices.all', 'without engine all engines are listed'],
    ['voices.refresh', 'refresh is accepted'],
    ['voices.unknown', 'an unknown engine is E_NOT_FOUND'],
    ['voices.types', 'a wrongly typed engine or refresh is E_BAD_REQUEST'],
    ['voices.profile', 'an unsaved profile is E_UNSUPPORTED without external engines'],
  ],
} as const;
