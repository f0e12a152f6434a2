/** The plugin's keymap.json: overrides only, two actions under new names. */
import { isObject, type JsonObject } from '../json-file.ts';

export interface Binding {
  /** null: unbound. */
  key: string | null;
  mods: string[];
}

const renamed: Readonly<Record<string, string>> = {
  nav_start: 'restart',
  next_session: 'next_channel',
};

const actions = [
  'restart',
  'flush',
  'pause',
  'mute',
  'next_channel',
  'faster',
  'slower',
  'previous_question',
  'next_question',
];

/** @returns the bindings by action, and what was refused */
export function migrateKeymap(source: JsonObject): {
  keymap: Record<string, Binding>;
  refused: string[];
} {
  const keymap: Record<string, Binding> = {};
  const refused: string[] = [];
  const nested = source['bindings'] ?? source['hotkeys'] ?? source['keymap'];
  const entries = Object.entries(isObject(nested) ? nested : source);
  // An entry under the new name is the younger one.
  entries.sort(([a], [b]) => Number(Object.hasOwn(renamed, b)) - Number(Object.hasOwn(renamed, a)));
  for (const [name, value] of entries) {
    if (name === 'format' || name.startsWith('_')) continue;
    const action = Object.hasOwn(renamed, name) ? renamed[name]! : name;
    const binding = actions.includes(action) ? bindingOf(value) : null;
    if (binding) keymap[action] = binding;
    else refused.push(`hotkey ${name.slice(0, 40)} is not one of this runtime's`);
  }
  return { keymap, refused };
}

/** `{key, mods}`, "ctrl+alt+up", or null for unbound. @returns null when it is none of them */
function bindingOf(value: unknown): Binding | null {
  if (value === null || value === '' || value === false) return { key: null, mods: [] };
  if (typeof value === 'string') {
    const parts = value.split('+').map((part) => part.trim());
    return combine(parts.at(-1), parts.slice(0, -1));
  }
  if (!isObject(value)) return null;
  const key = value['key'];
  if (key === null || key === '') return { key: null, mods: [] };
  const mods = value['mods'] ?? value['modifiers'] ?? [];
  const list = typeof mods === 'string' ? mods.split('+') : mods;
  return Array.isArray(list) ? combine(key, list) : null;
}

function combine(key: unknown, mods: readonly unknown[]): Binding | null {
  const named = typeof key === 'string' ? keyOf(key) : null;
  const held = mods.map((mod) => (typeof mod === 'string' ? modOf(mod) : null));
  if (named === null || held.includes(null)) return null;
  const unique = modNames.filter((mod) => held.includes(mod));
  // Without one of these it would take the key away from every app.
  return unique.some((mod) => mod !== 'shift') ? { key: named, mods: unique } : null;
}

const modNames = ['ctrl', 'alt', 'shift', 'win'];
const modAliases: Readonly<Record<string, string>> = {
  control: 'ctrl',
  cmd: 'win',
  super: 'win',
  meta: 'win',
  windows: 'win',
};
const keyNames = [
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'],
  ...['period', 'leftbracket', 'rightbracket'],
];
const keyAliases: Readonly<Record<string, string>> = {
  '.': 'period',
  '[': 'leftbracket',
  ']': 'rightbracket',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
};

function keyOf(name: string): string | null {
  const plain = name.trim().toLowerCase().replace(/[ _-]/g, '');
  const key = Object.hasOwn(keyAliases, plain) ? keyAliases[plain]! : plain;
  return /^[a-z0-9]$/.test(key) || keyNames.includes(key) ? key : null;
}

function modOf(name: string): string | null {
  const plain = name.trim().toLowerCase();
  const mod = Object.hasOwn(modAliases, plain) ? modAliases[plain]! : plain;
  return modNames.includes(mod) ? mod : null;
}
