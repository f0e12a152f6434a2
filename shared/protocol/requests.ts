/**
 * One schema per request (sections "hello" to "subscribe"). Unknown fields are ignored; an optional
 * field that is null counts as absent. Types are inferred, and the dispatcher is the one place that parses.
 */
import * as z from 'zod/mini';
import { boolean, count, label, optional, string, strings } from './fields.ts';
import { settingTable } from './settings.ts';

const rateSchema = settingTable.rate.schema;

export const hello = z.object({
  token: optional(string),
  protocol: optional(
    z.object({ major: count, minor: optional(count) }, 'must be an object {major, minor}'),
  ),
  require: optional(strings),
  extensions: optional(strings),
  takeover: optional(boolean),
  keep_alive: optional(boolean),
});
export type Hello = z.infer<typeof hello>;

export const speak = z.object({
  text: string,
  mode: optional(z.enum(['append', 'replace'], 'must be "append" or "replace"')),
  interrupt: optional(boolean),
  label: optional(label),
  /** Additive: a voice, and a rate, for this item alone. */
  voice: optional(string),
  rate: optional(rateSchema),
});
export type Speak = z.infer<typeof speak>;

export const controlActions = [
  'play',
  'pause',
  'toggle',
  'stop',
  'skip',
  'previous',
  'next',
  'restart',
  'mute',
  'unmute',
  'next_line',
  'previous_line',
] as const;
export type ControlAction = (typeof controlActions)[number];

/** `action` stays any string here: an extension's action is refused otherwise than an unknown one. */
export const control = z.object({ action: string });

export const set = z.object({ key: string, value: z.unknown() });
export const get = z.object({ key: string });

export const voices = z.object({
  engine: optional(string),
  refresh: optional(boolean),
  profile: z.optional(z.unknown()),
});
export type VoicesRequest = z.infer<typeof voices>;

export const subscribe = z.object({ events: optional(strings) });

/** Parses `value`, or says in words what is wrong with the first field that is. */
export function check<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): { ok: true; value: z.infer<T> } | { ok: false; message: string } {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0]!;
  const field = issue.path.join('.');
  const missing = field !== '' && issue.path.length === 1 && !hasOwn(value, issue.path[0]!);
  if (missing) return { ok: false, message: `missing field '${field}'` };
  return { ok: false, message: field ? `'${field}' ${issue.message}` : issue.message };
}

function hasOwn(value: unknown, key: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
