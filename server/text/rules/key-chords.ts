/** Keys pressed together: "Ctrl+Alt+M", "⌘K". */
import { cardinal } from '../say/numbers.ts';
import { keyNames, keySigns, modifiers } from '../tables/keys.ts';
import { matchAt, type Rule } from './rule.ts';

const held = Object.keys(modifiers)
  .sort((a, b) => b.length - a.length)
  .join('|');
const chord = new RegExp(
  `((?:(?:${held})[+-]){1,4})((?:${held})(?![\\w])|F\\d{1,2}(?!\\w)|[A-Z][a-z][A-Za-z]{1,10}(?!\\w)|[A-Za-z0-9](?!\\w)|[↑↓←→/\\\\.,\`';\\[\\]=?+-](?= |$|[,.)]))`,
  'y',
);
const signChord =
  /([⌘⌥⌃⇧⏎↩⌫⎋⇥]{1,4})(F\d{1,2}|[A-Za-z0-9](?![\w\p{M}])|[A-Z][a-z]{2,8}|[↑↓←→/\\.,])?/uy;

export const keyChords: Rule = {
  name: 'key chord',
  words: Object.keys(modifiers),
  read({ text }, at) {
    const found = matchAt(chord, text, at);
    if (!found) return undefined;
    const [{ length }, before, key] = found;
    const names = before!
      .split(/[+-]/)
      .filter(Boolean)
      .map((name) => modifiers[name]!);
    return { end: at + length, spoken: [...names, keyName(key!)].join(' ') };
  },
  examples: [
    ['Ctrl+Alt+M', 'Control Alt M'],
    ['Cmd-Shift-P', 'Command Shift P'],
    ['Alt+F4', 'Alt F four'],
    ['Ctrl+Esc', 'Control Escape'],
  ],
};

export const keySignChords: Rule = {
  name: 'key chord',
  begins: Object.keys(keySigns).join(''),
  read({ text }, at) {
    const found = matchAt(signChord, text, at);
    if (!found) return undefined;
    const names = Array.from(found[1]!, (sign) => keySigns[sign]!);
    if (found[2] !== undefined) names.push(keyName(found[2]));
    return { end: at + found[0].length, spoken: ` ${names.join(' ')} ` };
  },
  examples: [
    ['⌘K', 'Command K'],
    ['⇧⌘P', 'Shift Command P'],
  ],
};

function keyName(key: string): string {
  if (/^F\d/.test(key)) return `F ${cardinal(key.slice(1))}`;
  if (/^\d$/.test(key)) return cardinal(key);
  return modifiers[key] ?? keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
