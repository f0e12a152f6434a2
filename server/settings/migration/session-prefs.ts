/** The plugin's session_prefs.json: per session a name, which becomes the label, a voice, and muted. */
import { isObject, type JsonObject } from '../json-file.ts';
import { voice } from './setting-rules.ts';

export interface SessionPrefs {
  label?: string;
  voice?: string;
  muted?: boolean;
}

/** The runtime keeps this many, the most recently changed last. */
const KEEP = 200;
const times = ['updated', 'updated_at', 'changed', 'last_used', 'last_seen', 'time'];

export function migrateSessionPrefs(source: JsonObject): Record<string, SessionPrefs> {
  const nested = source['sessions'] ?? source['session_prefs'] ?? source['prefs'];
  const entries = Object.entries(isObject(nested) ? nested : source)
    .map(([channel, value]) => ({ channel, prefs: prefsOf(value), time: timeOf(value) }))
    .filter(({ channel, prefs }) => channel !== '' && Object.keys(prefs).length > 0);
  if (entries.every(({ time }) => time !== null)) entries.sort((a, b) => a.time! - b.time!);
  return Object.fromEntries(entries.slice(-KEEP).map(({ channel, prefs }) => [channel, prefs]));
}

function prefsOf(value: unknown): SessionPrefs {
  if (typeof value === 'string') return value.trim() === '' ? {} : { label: value };
  if (!isObject(value)) return {};
  const prefs: SessionPrefs = {};
  const label = value['name'] ?? value['label'];
  if (typeof label === 'string' && label.trim() !== '') prefs.label = label;
  const spoken = voice(value['voice'], {});
  if ('value' in spoken && typeof spoken.value === 'string') prefs.voice = spoken.value;
  if (typeof value['muted'] === 'boolean') prefs.muted = value['muted'];
  return prefs;
}

/** Any scale, as long as later is more. */
function timeOf(value: unknown): number | null {
  const time = isObject(value)
    ? times.map((name) => value[name]).find((each) => each != null)
    : null;
  const number = typeof time === 'string' ? Date.parse(time) : time;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
