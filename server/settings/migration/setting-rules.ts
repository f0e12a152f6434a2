/** One rule per setting of the plugin's config.json: its names there, what it becomes, its old default. */
import { check } from '../../../shared/protocol/requests.ts';
import { settingTable } from '../../../shared/protocol/settings.ts';
import type { JsonObject } from '../json-file.ts';

/** A converted value, or why there is none. */
export type Converted = { value: unknown } | { refused: string };

export interface SettingRule {
  key: string;
  /** Names in the plugin's file; the first that is there counts. */
  names: readonly string[];
  convert(value: unknown, config: JsonObject): Converted;
  /** Before format 2 every key was written, and this meant that nobody had set it. */
  oldDefault?: unknown;
}

export const settingRules: readonly SettingRule[] = [
  { key: 'voice', names: ['voice'], convert: voice, oldDefault: null },
  {
    key: 'rate',
    names: ['rate', 'speech_rate'],
    convert: (value) => checked(check(settingTable.rate.schema, value)),
    oldDefault: 200,
  },
  {
    key: 'volume',
    names: ['volume', 'speech_volume'],
    convert: (value) => {
      const atMost = typeof value === 'number' && value > 100 ? 100 : value;
      return checked(check(settingTable.volume.schema, atMost));
    },
    oldDefault: 100,
  },
  {
    key: 'audio_mode',
    names: ['audio_mode'],
    convert: oneOf(['off', 'duck', 'pause']),
    oldDefault: 'off',
  },
  { key: 'duck_level', names: ['duck_level'], convert: integer(0, 100), oldDefault: 20 },
  { key: 'mute_level', names: ['mute_level'], convert: integer(0, 2), oldDefault: 0 },
  { key: 'verbosity', names: ['verbosity'], convert: verbosity, oldDefault: 'everything' },
  {
    key: 'minqueue',
    names: ['minqueue', 'min_queue', 'minimum_queue'],
    convert: integer(0, 10),
    oldDefault: 1,
  },
  {
    key: 'background_policy',
    names: ['background_policy'],
    convert: (value) =>
      typeof value === 'string'
        ? { value: value === 'earcon_only' ? 'earcon_only' : 'all' }
        : { refused: 'must be a text' },
    oldDefault: 'earcon_only',
  },
];

const chatterboxVoice = 'af_heart';

/** Chatterbox is no engine of the runtime; its voices speak as Kokoro's default. */
export function voice(value: unknown, config: JsonObject): Converted {
  if (value === null) return { value: null };
  if (typeof value !== 'string' || value.trim() === '') return { refused: 'must be a voice' };
  if (/chatterbox/i.test(value)) return { value: chatterboxVoice };
  const engine = config['engine'] ?? config['tts_engine'] ?? config['backend'];
  const isKokoro = /^(?:kokoro:)?[a-z][fm]_[a-z]+$/.test(value);
  if (typeof engine === 'string' && /chatterbox/i.test(engine) && !isKokoro) {
    return { value: chatterboxVoice };
  }
  return { value };
}

const verbosities: Readonly<Record<string, string>> = {
  everything: 'everything',
  all: 'everything',
  read_code: 'read_code',
  skip_code: 'skip_code',
  medium: 'skip_code',
  quiet: 'skip_code',
};

function verbosity(value: unknown): Converted {
  const name = typeof value === 'string' && Object.hasOwn(verbosities, value) && verbosities[value];
  return name
    ? { value: name }
    : { refused: `must be one of ${Object.keys(verbosities).join(', ')}` };
}

export function oneOf(values: readonly string[]): (value: unknown) => Converted {
  return (value) =>
    values.includes(value as string)
      ? { value }
      : { refused: `must be one of ${values.join(', ')}` };
}

export function integer(low: number, high: number): (value: unknown) => Converted {
  return (value) =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high
      ? { value }
      : { refused: `must be a whole number from ${low} to ${high}` };
}

function checked(result: { ok: true; value: unknown } | { ok: false; message: string }): Converted {
  return result.ok ? { value: result.value } : { refused: result.message };
}
