/**
 * The settings of the core (section "set / get") and of its extensions: what a value may be, and what it is
 * when nobody set it. Which need an extension is in `extensionKeys`.
 */
import * as z from 'zod/mini';
import { savedSummaries, type SavedSummaries } from './summaries-setting.ts';

const integer = (low: number, high: number) =>
  z
    .int(`must be a whole number from ${low} to ${high}`)
    .check(
      z.gte(low, `must be a whole number from ${low} to ${high}`),
      z.lte(high, `must be a whole number from ${low} to ${high}`),
    );

/** Minutes after which something that is not used is put away; null: never. */
const idleMinutes = z.nullable(integer(1, 1440));

/** A part of a pronunciation: not blank, at most `limit` characters (code points). */
const words = (limit: number) => {
  const message = `must be a text of 1 to ${limit} characters, not blank`;
  return z
    .string(message)
    .check(z.refine((text) => text.trim() !== '' && [...text].length <= limit, message));
};

const pronunciation = z.object(
  { word: words(60), say: words(200) },
  'must be an object {word, say}',
);
export type Pronunciation = z.infer<typeof pronunciation>;

const pronunciationList = 'must be a list of at most 200 {word, say}';
const pronunciations = z.pipe(
  z.array(pronunciation, pronunciationList).check(z.maxLength(200, pronunciationList)),
  // A word given twice keeps its last say.
  z.transform((list: Pronunciation[]) => [
    ...new Map(list.map((entry) => [entry.word, entry])).values(),
  ]),
);

const loudness = 'must be null or a number from -30 to -10';

const choice = <const T extends readonly [string, string, ...string[]]>(...values: T) => {
  const quoted = values.map((value) => `"${value}"`);
  return z.enum(values, `must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`);
};
const onOff = choice('on', 'off');

/** Names that older clients use. */
const verbosityAliases: Readonly<Record<string, string>> = {
  all: 'everything',
  medium: 'skip_code',
  quiet: 'skip_code',
};
const verbosity = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((value) =>
      typeof value === 'string' ? (verbosityAliases[value] ?? value) : value,
    ),
  ),
  choice('everything', 'read_code', 'skip_code'),
);

const voiceOf = 'must be null or an object {engine, voice} of two names';
const name = z.string(voiceOf).check(z.minLength(1, voiceOf));
const announceVoice = z.nullable(z.object({ engine: name, voice: name }, voiceOf));

export const settingTable = {
  volume: { schema: integer(0, 100), default: 100 },
  rate: { schema: integer(100, 400), default: 250 },
  voice: {
    schema: z.nullable(z.string('must be a voice id, a name, or null')),
    default: null as string | null,
  },
  engine: { schema: z.string('must be an engine id'), default: '' },
  debug_log: { schema: z.boolean('must be true or false'), default: true },
  /** What each sentence is brought to, LUFS; null leaves it as its engine made it. */
  loudness: {
    schema: z.nullable(z.number(loudness).check(z.gte(-30, loudness), z.lte(-10, loudness))),
    default: -16 as number | null,
  },
  /** Whether a changed rate is heard at once, in the middle of a sentence. */
  live_rate: { schema: choice('off', 'on'), default: 'off' },
  /** How much of a file path is read. */
  paths: {
    schema: choice('short', 'last_two', 'last_three', 'full'),
    default: 'short',
  },
  /** What runs Kokoro's model: the fastest here, or always this one. */
  kokoro_backend: {
    schema: choice('auto', 'webgpu', 'wasm', 'native'),
    default: 'auto',
  },
  /** Kokoro's model leaves memory after this long without a sentence, minutes. */
  model_idle: { schema: idleMinutes, default: 15 as number | null },
  /** The hidden page that sounds is closed after this long without speech, minutes. */
  browser_idle: { schema: idleMinutes, default: 30 as number | null },
  /** The user's own words, read as their `say` before every other text rule. */
  pronunciations: { schema: pronunciations, default: [] as Pronunciation[] },

  channel_announce: { schema: onOff, default: 'on' },
  /** The voice that switch announcements are read in; null: the reading voice. */
  announce_voice: {
    schema: announceVoice,
    default: null as { engine: string; voice: string } | null,
  },

  mute_level: { schema: z.literal([0, 1, 2], 'must be 0, 1 or 2'), default: 0 },
  verbosity: { schema: verbosity, default: 'skip_code' },
  /** Code is read at this percent of `rate`, and this silence follows each line, milliseconds. */
  code_speed: { schema: integer(50, 100), default: 80 },
  code_pause: { schema: integer(0, 2000), default: 500 },
  code_step: { schema: onOff, default: 'off' },
  read_mode: { schema: choice('immediate', 'queue', 'done', 'final'), default: 'done' },
  /** In read mode `queue`: how many sentences are held. */
  minqueue: { schema: integer(0, 10), default: 5 },
  question_step: { schema: onOff, default: 'off' },
  flush_scope: { schema: choice('session', 'all'), default: 'session' },
  background_policy: { schema: choice('all', 'earcon_only'), default: 'all' },
  /** As it is saved; what get answers is made of it. */
  summaries: {
    schema: z.pipe(z.unknown(), z.transform(savedSummaries)),
    default: {} as SavedSummaries,
  },
} as const;

export type SettingKey = keyof typeof settingTable;
export type Settings = { [K in SettingKey]: z.infer<(typeof settingTable)[K]['schema']> };

/** But for `summaries`, which get answers otherwise than it is saved. */
export type PlainSettings = { [K in Exclude<SettingKey, 'summaries'>]: Settings[K] };

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingTable, key);
}
