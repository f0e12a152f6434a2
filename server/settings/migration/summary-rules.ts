/** The plugin's summary settings: flat `summary_*` keys, or an object `summary` or `summaries`. */
import { isObject, type JsonObject } from '../json-file.ts';
import { type Converted, integer, oneOf } from './setting-rules.ts';

const styles = ['tidy', 'natural', 'brief'] as const;
const OLD_TIMEOUT = 20;

/** The runtime's defaults: a field equal to its default is not saved. */
const defaults: Readonly<Record<string, unknown>> = {
  enabled: false,
  command: 'claude',
  model: 'haiku',
  timeout: 60,
  settle_ms: 600,
  style: 'natural',
};

/** @returns the fields to save, and what was refused, by name */
export function migrateSummaries(
  config: JsonObject,
  { format }: { format: number },
): { summaries: JsonObject; refused: string[] } {
  const source = new Source(config);
  const summaries: JsonObject = {};
  const refused: string[] = [];
  const put = (field: string, converted: Converted | null): void => {
    if (!converted) return;
    if ('refused' in converted) refused.push(`summaries.${field} ${converted.refused}`);
    else if (converted.value !== defaults[field]) summaries[field] = converted.value;
  };

  const mode = source.mode();
  const modeStyle = styles.find((style) => style === mode) ?? null;
  put('enabled', mode === undefined ? null : enabled(mode));
  put('command', source.convert(['command'], command));
  put('model', source.convert(['model'], model));
  const timeout = source.first(['timeout', 'timeout_s']);
  if (timeout !== undefined && !(format < 2 && timeout === OLD_TIMEOUT)) {
    put('timeout', integer(15, 300)(timeout));
  }
  put('settle_ms', settle(source));
  const style = source.first(['style']) ?? modeStyle ?? undefined;
  // "custom" was a style whose instruction is the prompt.
  put('style', style === undefined || style === 'custom' ? null : oneOf(styles)(style));
  const prompts = promptsOf(source, styles.find((each) => each === style) ?? 'natural');
  if (Object.keys(prompts).length > 0) summaries['prompts'] = prompts;
  return { summaries, refused };
}

class Source {
  readonly #config: JsonObject;
  readonly #nested: JsonObject;

  constructor(config: JsonObject) {
    this.#config = config;
    const nested = config['summaries'] ?? config['summary'];
    this.#nested = isObject(nested) ? nested : {};
  }

  /** The first of `summary_<name>` and, in the object, `<name>` that is there and not null. */
  first(names: readonly string[]): unknown {
    for (const name of names) {
      const value = this.#config[`summary_${name}`] ?? this.#nested[name];
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  convert(names: readonly string[], convert: (value: unknown) => Converted): Converted | null {
    const value = this.first(names);
    return value === undefined ? null : convert(value);
  }

  mode(): unknown {
    const plain = this.#config['summaries'] ?? this.#config['summary'];
    return this.first(['mode', 'enabled']) ?? (isObject(plain) ? undefined : (plain ?? undefined));
  }
}

const on = [
  'on',
  'true',
  'yes',
  'enabled',
  'auto',
  'always',
  'agent',
  'headless',
  'claude',
  'codex',
];
const off = ['off', 'false', 'no', 'disabled', 'none', 'never', ''];

/** What is not known to be on stays off: a summary starts another program. */
function enabled(mode: unknown): Converted {
  if (typeof mode === 'boolean') return { value: mode };
  if (typeof mode === 'string') {
    const name = mode.trim().toLowerCase();
    if (on.includes(name) || styles.some((style) => style === name)) return { value: true };
    if (off.includes(name)) return { value: false };
  }
  return { refused: 'is an unknown mode' };
}

/** A path or a file extension says nothing: the command is found on PATH only. */
function command(value: unknown): Converted {
  const name =
    typeof value === 'string' && /(?:^|[\\/])(claude|codex)(?:\.\w+)?$/i.exec(value.trim());
  return name ? { value: name[1]!.toLowerCase() } : { refused: 'must be claude or codex' };
}

function model(value: unknown): Converted {
  return typeof value === 'string' && value.trim() !== ''
    ? { value: value.trim() }
    : { refused: 'must be a text' };
}

/** `..._ms` is milliseconds; without a unit, 10 and less are seconds. */
function settle(source: Source): Converted | null {
  const exact = source.first(['settle_ms']);
  const plain = source.first(['settle', 'settle_time', 'settle_s']);
  if (exact === undefined && plain === undefined) return null;
  const value =
    exact === undefined && typeof plain === 'number' && plain <= 10
      ? Math.round(plain * 1000)
      : (exact ?? plain);
  return integer(0, 5000)(value);
}

function promptsOf(source: Source, styleInForce: string): JsonObject {
  const prompts: JsonObject = {};
  const all = source.first(['prompts', 'custom_prompts']);
  for (const style of styles) {
    const text = isObject(all) ? all[style] : undefined;
    if (isText(text)) prompts[style] = text;
  }
  const single = source.first(['prompt', 'custom_prompt']);
  if (isText(single)) prompts[styleInForce] ??= single;
  return prompts;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
