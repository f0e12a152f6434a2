/**
 * The settings of the Python plugin as the runtime's (section "Saved settings", Migration from the
 * Python plugin). Pure: texts in, what to write out. docs/decisions/0004-migration.md lists the names.
 */
import { parseObject, type JsonObject } from './json-file.ts';
import { migrateEarcons, type OwnEarcon } from './migration/earcons.ts';
import { type Binding, migrateKeymap } from './migration/keymap.ts';
import { migrateSessionPrefs, type SessionPrefs } from './migration/session-prefs.ts';
import { type SettingRule, settingRules } from './migration/setting-rules.ts';
import { migrateSummaries } from './migration/summary-rules.ts';

/** The plugin's files as texts; null: not there. */
export interface PluginFiles {
  /** The plugin's folder, for the `_migrated` marker. */
  from: string;
  config: string | null;
  keymap: string | null;
  sessionPrefs: string | null;
}

export interface Migration {
  /** Always with `_migrated`. */
  config: JsonObject;
  keymap?: Record<string, Binding>;
  sessionPrefs?: Record<string, SessionPrefs>;
  earcons: OwnEarcon[];
  /** What could not be taken over, in words and without values. */
  log: string[];
}

/** @returns null when the plugin left no file: nothing is written then */
export function migrate(files: PluginFiles): Migration | null {
  if (files.config === null && files.keymap === null && files.sessionPrefs === null) return null;
  const log: string[] = [];
  const read = (name: string, text: string | null): JsonObject | null => {
    const content = text === null ? null : parseObject(text);
    if (text !== null && !content) log.push(`migration: ${name} is not a JSON object`);
    return content;
  };
  const plugin = read('config.json', files.config) ?? {};
  const { earcons, refused } = migrateEarcons(plugin);
  const migration: Migration = {
    config: { ...migrateConfig(plugin, log), _migrated: { from: files.from } },
    earcons,
    log,
  };
  log.push(...refused.map(refusal));

  const bindings = read('keymap.json', files.keymap);
  if (bindings) {
    const { keymap, refused: unknown } = migrateKeymap(bindings);
    if (Object.keys(keymap).length > 0) migration.keymap = keymap;
    log.push(...unknown.map(refusal));
  }
  const sessions = read('session_prefs.json', files.sessionPrefs);
  const sessionPrefs = sessions ? migrateSessionPrefs(sessions) : {};
  if (Object.keys(sessionPrefs).length > 0) migration.sessionPrefs = sessionPrefs;
  return migration;
}

function migrateConfig(plugin: JsonObject, log: string[]): JsonObject {
  const config: JsonObject = {};
  const format = formatOf(plugin);
  for (const rule of settingRules) {
    const name = rule.names.find((each) => Object.hasOwn(plugin, each));
    const value = name === undefined ? undefined : plugin[name];
    if (value === undefined || isUnset(rule, value, format)) continue;
    const converted = rule.convert(value, plugin);
    if ('value' in converted) config[rule.key] = converted.value;
    else log.push(refusal(`${name} ${converted.refused}`));
  }
  // The switch from before there were modes.
  if (!Object.hasOwn(plugin, 'audio_mode') && plugin['audio_control'] === true) {
    config['audio_mode'] = 'duck';
  }
  const { summaries, refused } = migrateSummaries(plugin, { format });
  if (Object.keys(summaries).length > 0) config['summaries'] = summaries;
  log.push(...refused.map(refusal));
  return config;
}

/** From format 2 on the file held only what the user had set. */
function isUnset(rule: SettingRule, value: unknown, format: number): boolean {
  if (value === '' || (value === null && rule.key !== 'voice')) return true;
  return format < 2 && Object.hasOwn(rule, 'oldDefault') && value === rule.oldDefault;
}

function formatOf(plugin: JsonObject): number {
  const names = ['format', '_format', 'config_format', 'format_version'];
  const format = names.map((name) => plugin[name]).find((value) => value !== undefined);
  return typeof format === 'number' ? format : 1;
}

function refusal(what: string): string {
  return `migration: not taken over: ${what}`;
}
