/** The protocol this runtime speaks, and what it can do. A capability is listed only once it works. */
export const protocolVersion = { major: 1, minor: 15 } as const;

export const capabilities = [
  'core',
  'speak',
  'control',
  'set',
  'get',
  'voices',
  'subscribe',
  'events.state',
  'events.items',
  'events.log',
  'engine_status',
  /** Additive. */
  'history',
] as const;

/** Streams every runtime has. */
export const coreStreams = ['state', 'items', 'log'] as const;
export type CoreStream = (typeof coreStreams)[number];

/** What the protocol defines beyond the core, by the extension (or capability) that brings it. */
export const extensionNames = ['channels', 'agent', 'system'] as const;
export type ExtensionName = (typeof extensionNames)[number];

export const extensionTypes: Readonly<Record<string, ExtensionName | 'engines'>> = {
  channel_open: 'channels',
  channel_close: 'channels',
  focus: 'channels',
  stream: 'agent',
  turn_start: 'agent',
  turn_end: 'agent',
  ask: 'agent',
  tool: 'agent',
  question_shown: 'agent',
  answered: 'agent',
  earcon: 'agent',
  shutdown: 'system',
  preview: 'system',
  engine_list: 'engines',
  engine_add: 'engines',
  engine_remove: 'engines',
  engine_key: 'engines',
  engine_reload: 'engines',
  engine_test: 'engines',
  engine_models: 'engines',
};

export const extensionActions: Readonly<Record<string, ExtensionName>> = {
  next_channel: 'channels',
  flush: 'channels',
  back: 'channels',
  next_question: 'agent',
  previous_question: 'agent',
};

export const extensionKeys: Readonly<Record<string, ExtensionName>> = {
  channel_announce: 'channels',
  announce_voice: 'channels',
  channel_prefs: 'channels',
  mute_level: 'agent',
  verbosity: 'agent',
  code_speed: 'agent',
  code_pause: 'agent',
  code_step: 'agent',
  read_mode: 'agent',
  question_step: 'agent',
  flush_scope: 'agent',
  minqueue: 'agent',
  background_policy: 'agent',
  summaries: 'agent',
  earcons: 'agent',
  audio_mode: 'system',
  duck_level: 'system',
  hotkeys: 'system',
  settings_url: 'system',
  runtime: 'system',
};

export const extensionStreams: Readonly<Record<string, ExtensionName>> = {
  earcons: 'agent',
  cues: 'system',
};
