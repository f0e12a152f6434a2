/** Letters by name, as in "API". */
import type { Accent } from './accent.ts';
import { PRIMARY, SECONDARY } from './diaphones.ts';

const names: Record<string, string> = {
  a: 'ˈA',
  b: 'bˈi',
  c: 'sˈi',
  d: 'dˈi',
  e: 'ˈi',
  f: 'ˈɛf',
  g: 'ʤˈi',
  h: 'ˈAʧ',
  i: 'ˈI',
  j: 'ʤˈA',
  k: 'kˈA',
  l: 'ˈɛl',
  m: 'ˈɛm',
  n: 'ˈɛn',
  o: 'ˈO',
  p: 'pˈi',
  q: 'kjˈu',
  r: 'ˈɑɹ',
  s: 'ˈɛs',
  t: 'tˈi',
  u: 'jˈu',
  v: 'vˈi',
  w: 'dˈʌbᵊljˌu',
  x: 'ˈɛks',
  y: 'wˈI',
  z: 'zˈi',
};

/** @param letters a-z only; the last one has the main stress, as in `ˌApˌiˈI` */
export function spell(letters: string, accent: Accent): string {
  let sounds = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    const name = letter === 'z' && accent === 'gb' ? 'zˈɛd' : names[letter]!;
    sounds += at < letters.length - 1 ? name.replace(PRIMARY, SECONDARY) : name;
  }
  return sounds;
}
