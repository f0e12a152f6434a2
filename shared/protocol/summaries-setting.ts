/** The setting `summaries`: what a set may give, what is saved of it, and what get answers. */
import * as z from 'zod/mini';

export const summaryCommands = ['claude', 'codex', 'ollama'] as const;
export type SummaryCommand = (typeof summaryCommands)[number];

export const summaryStyles = ['tidy', 'natural', 'brief'] as const;
export type SummaryStyle = (typeof summaryStyles)[number];

export type Prompts = Partial<Record<SummaryStyle, string>>;

export const summariesDefaults = {
  enabled: false,
  command: 'claude' as SummaryCommand,
  /** Each command's own small model: claude's haiku, codex's default, ollama's gemma3:4b. */
  model: 'haiku',
  /** Seconds. */
  timeout: 60,
  settle_ms: 600,
  style: 'natural' as SummaryStyle,
  /** Additive: whether a summary must keep to its source's numbers, names and negations. */
  guard: true,
  /** Additive: where `ollama` answers; null is this machine's usual port. */
  host: null as string | null,
};
type Plain = typeof summariesDefaults;

/** As in config.json: only what was set. */
export type SavedSummaries = Partial<Plain> & { prompts?: Prompts };

/** As get answers it. `prompt` is the custom instruction of the style in force, or null. */
export type SummariesView = Plain & {
  prompt: string | null;
  prompts: Prompts;
  default_prompts: Record<SummaryStyle, string>;
};

const integer = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`;
  return z.int(message).check(z.gte(low, message), z.lte(high, message));
};
const boolean = z.boolean('must be true or false');

const modelMessage =
  'must be a name of 1 to 128 letters, digits and ._:/@[]-, beginning with a letter or digit';
/** It becomes a part of a command line: nothing that a shell, or an option parser, would look at. */
const modelName = z
  .string(modelMessage)
  .check(z.trim(), z.regex(/^[A-Za-z0-9][\w.:/@[\]-]{0,127}$/, modelMessage));

const longestPrompt = 8000;
const promptMessage = `must be null or a text of at most ${longestPrompt} characters`;
const prompt = z.nullable(
  z
    .string(promptMessage)
    .check(z.refine((text) => [...text].length <= longestPrompt, promptMessage)),
);

const hostMessage = 'must be null or an address like http://localhost:11434';
const host = z.nullable(
  z.string(hostMessage).check(
    z.trim(),
    z.refine((text) => isHost(text), hostMessage),
  ),
);

const plainFields = {
  enabled: boolean,
  command: z.enum(summaryCommands, 'must be "claude", "codex" or "ollama"'),
  model: modelName,
  timeout: integer(15, 300),
  settle_ms: integer(0, 5000),
  style: z.enum(summaryStyles, 'must be "tidy", "natural" or "brief"'),
  guard: boolean,
  host,
};
type PlainKey = keyof typeof plainFields;

/** Fields it does not know, `default_prompts` among them, are passed over. */
export const summariesGiven = z.object(
  {
    ...(Object.fromEntries(
      Object.entries(plainFields).map(([key, schema]) => [key, z.optional(schema)]),
    ) as { [K in PlainKey]: z.ZodMiniOptional<(typeof plainFields)[K]> }),
    prompt: z.optional(prompt),
    prompts: z.optional(
      z.object(
        { tidy: z.optional(prompt), natural: z.optional(prompt), brief: z.optional(prompt) },
        'must be an object {tidy, natural, brief}',
      ),
    ),
  },
  'must be an object',
);
export type SummariesGiven = z.infer<typeof summariesGiven>;

/**
 * @param saved what was set before; stays as it is
 * @returns what is to be saved after a set: the fields given, and the prompts changed, `prompt` being
 * that of the style in force afterwards; a blank or null prompt goes
 */
export function mergeSummaries(saved: SavedSummaries, given: SummariesGiven): SavedSummaries {
  const { prompt, prompts: given_, ...fields } = given;
  const merged: SavedSummaries = { ...saved, ...pick(fields) };
  const prompts: Prompts = { ...saved.prompts };
  const change = (style: SummaryStyle, text: string | null | undefined) => {
    if (text === undefined) return;
    if (isBlank(text)) delete prompts[style];
    else prompts[style] = text!;
  };
  for (const style of summaryStyles) change(style, given_?.[style]);
  change(merged.style ?? summariesDefaults.style, prompt);
  delete merged.prompts;
  return Object.keys(prompts).length > 0 ? { ...merged, prompts } : merged;
}

/** What a file holds, without what no set could have written. */
export function savedSummaries(value: unknown): SavedSummaries {
  if (typeof value !== 'object' || value === null) return {};
  const found = value as Record<string, unknown>;
  const given: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(plainFields)) {
    const result = schema.safeParse(found[key]);
    if (Object.hasOwn(found, key) && result.success) given[key] = result.data;
  }
  const prompts = (found['prompts'] ?? {}) as Record<string, unknown>;
  given['prompts'] = Object.fromEntries(
    summaryStyles
      .filter((style) => Object.hasOwn(prompts, style) && prompt.safeParse(prompts[style]).success)
      .map((style) => [style, prompts[style]]),
  );
  return mergeSummaries({}, given as SummariesGiven);
}

export function viewSummaries(
  saved: SavedSummaries,
  defaultPrompts: Readonly<Record<SummaryStyle, string>>,
): SummariesView {
  const { prompts = {}, ...fields } = saved;
  const plain = { ...summariesDefaults, ...fields };
  return {
    ...plain,
    prompt: prompts[plain.style] ?? null,
    prompts: { ...prompts },
    default_prompts: { ...defaultPrompts },
  };
}

function pick(fields: Partial<Record<PlainKey, unknown>>): Partial<Plain> {
  return Object.fromEntries(
    (Object.keys(plainFields) as PlainKey[])
      .filter((key) => fields[key] !== undefined)
      .map((key) => [key, fields[key]]),
  );
}

const isBlank = (text: string | null | undefined) => text == null || text.trim() === '';

function isHost(text: string): boolean {
  if (text.length > 200 || !/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text) && new URL(text).hostname !== '';
}
