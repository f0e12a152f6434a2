/** The core settings (section "set / get"): what a value may be, and what it is when nobody set it. */
import * as z from 'zod/mini';

const integer = (low: number, high: number) =>
  z
    .int(`must be a whole number from ${low} to ${high}`)
    .check(
      z.gte(low, `must be a whole number from ${low} to ${high}`),
      z.lte(high, `must be a whole number from ${low} to ${high}`),
    );

const kokoroBackends = ['auto', 'webgpu', 'wasm', 'native'] as const;

/** Minutes after which something that is not used is put away; null: never. */
const idleMinutes = z.nullable(integer(1, 1440));

const pathLengths = ['short', 'last_two', 'last_three', 'full'] as const;

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

export const coreSettings = {
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
  live_rate: { schema: z.enum(['off', 'on'], 'must be "off" or "on"'), default: 'off' },
  /** How much of a file path is read. */
  paths: {
    schema: z.enum(pathLengths, 'must be "short", "last_two", "last_three" or "full"'),
    default: 'short',
  },
  /** What runs Kokoro's model: the fastest here, or always this one. */
  kokoro_backend: {
    schema: z.enum(kokoroBackends, 'must be "auto", "webgpu", "wasm" or "native"'),
    default: 'auto',
  },
  /** Kokoro's model leaves memory after this long without a sentence, minutes. */
  model_idle: { schema: idleMinutes, default: 15 as number | null },
  /** The hidden page that sounds is closed after this long without speech, minutes. */
  browser_idle: { schema: idleMinutes, default: 30 as number | null },
  /** The user's own words, read as their `say` before every other text rule. */
  pronunciations: { schema: pronunciations, default: [] as Pronunciation[] },
} as const;

export type CoreKey = keyof typeof coreSettings;
export type CoreSettings = { [K in CoreKey]: z.infer<(typeof coreSettings)[K]['schema']> };

export function isCoreKey(key: string): key is CoreKey {
  return Object.hasOwn(coreSettings, key);
}
