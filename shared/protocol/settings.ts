/** The core settings (section "set / get"): what a value may be, and what it is when nobody set it. */
import * as z from 'zod/mini';

const integer = (low: number, high: number) =>
  z
    .int(`must be a whole number from ${low} to ${high}`)
    .check(
      z.gte(low, `must be a whole number from ${low} to ${high}`),
      z.lte(high, `must be a whole number from ${low} to ${high}`),
    );

export const coreSettings = {
  volume: { schema: integer(0, 100), default: 100 },
  rate: { schema: integer(100, 400), default: 250 },
  voice: {
    schema: z.nullable(z.string('must be a voice id, a name, or null')),
    default: null as string | null,
  },
  engine: { schema: z.string('must be an engine id'), default: '' },
  debug_log: { schema: z.boolean('must be true or false'), default: true },
} as const;

export type CoreKey = keyof typeof coreSettings;
export type CoreSettings = { [K in CoreKey]: z.infer<(typeof coreSettings)[K]['schema']> };

export function isCoreKey(key: string): key is CoreKey {
  return Object.hasOwn(coreSettings, key);
}
