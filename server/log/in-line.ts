/** The `in` lines: what an authenticated client sent (section "Saved settings", Troubleshooting). */
import { isKnown } from './known-words.ts';
import { clip } from './line.ts';
import { quoteValue } from '../../shared/speech/quote.ts';
import { redact, redactString } from './redact.ts';

export interface InLineOptions {
  /** The setting `debug_log`: false keeps every text out. */
  debugLog: boolean;
  /** A `hello` over HTTP is asked with every page and says nothing. */
  http?: boolean;
}

/** The message's `in` line, or null when it has none: `get`, `voices` and the like are asked all the time. */
export function inLine(message: unknown, { debugLog, http = false }: InLineOptions): string | null {
  const type = isObject(message) ? message['type'] : undefined;
  if (type === 'get' || type === 'voices' || type === 'engine_list') return null;
  if (type === 'hello' && http) return null;
  return `in ${JSON.stringify(debugLog ? redact(message) : fixedFields(message)) ?? 'null'}`;
}

/** The line of a refused message. Its words may quote what was sent, so they need `debug_log`. */
export function inFailedLine(
  type: unknown,
  code: string,
  message: string,
  { debugLog }: { debugLog: boolean } = { debugLog: true },
): string {
  const name = typeof type === 'string' ? type : '';
  if (!debugLog) return `in failed type=${isKnown('type', name) ? name : '-'} ${code}`;
  const shown = name === '' ? '-' : quoteValue(clip(redactString(name), 100));
  return `in failed type=${shown} ${code}: ${redactString(message)}`;
}

type Check = (value: unknown) => boolean;

const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
/** An id a client chose: kept to tell sessions apart, unless it could be a text. */
const id: Check = (value) => typeof value === 'string' && /^[\w.:@#-]{1,64}$/.test(value);

const fixed: Readonly<Record<string, Check>> = {
  type: (value) => isKnown('type', value),
  channel: id,
  kind: (value) => isKnown('kind', value),
  t: number,
  index: number,
  final: flag,
  key: (value) => isKnown('key', value),
  action: (value) => isKnown('action', value),
  mode: (value) => isKnown('mode', value),
  interrupt: flag,
  engine: id,
};

/** The runtime's own choices, by key, with the names older clients use. */
const choices: Readonly<Record<string, readonly string[]>> = {
  paths: ['short', 'last_two', 'last_three', 'full'],
  channel_announce: ['on', 'off'],
  verbosity: ['everything', 'read_code', 'skip_code', 'medium', 'quiet', 'all'],
  read_mode: ['immediate', 'queue', 'done', 'final'],
  flush_scope: ['session', 'all'],
  question_step: ['on', 'off'],
  code_step: ['on', 'off'],
  background_policy: ['all', 'earcon_only'],
  audio_mode: ['off', 'duck', 'pause'],
};

/** What tells which message it was, and nothing anybody wrote. */
function fixedFields(message: unknown): Record<string, unknown> {
  if (!isObject(message)) return {};
  const kept: Record<string, unknown> = {};
  for (const [key, check] of Object.entries(fixed)) {
    if (Object.hasOwn(message, key) && check(message[key])) {
      const value = message[key];
      kept[key] = typeof value === 'string' ? redactString(value) : value;
    }
  }
  const { type, key, value } = message;
  if (type === 'set' && typeof key === 'string' && isOwnValue(key, value)) kept['value'] = value;
  return kept;
}

function isOwnValue(key: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  const own = Object.hasOwn(choices, key) ? choices[key] : undefined;
  return typeof value === 'string' && own !== undefined && own.includes(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
