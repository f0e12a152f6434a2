/** Words made of a known word and an ending or a prefix. */
import { isVowel, PRIMARY, SECONDARY } from './diaphones.ts';

/** A word's sounds, where it is known without guessing. */
export type Known = (word: string) => string | undefined;

interface Suffix {
  ending: string;
  /** What stands in the place of the ending in the base: tried in this order. `*` undoes a doubled letter. */
  bases: string[];
  say(base: string): string | undefined;
}

const voiceless = 'ptkfθ';
const sibilants = 'szʃʒʧʤ';

/** The ending of plurals, verbs and possessives. */
export function withS(base: string): string {
  const last = base[base.length - 1] ?? '';
  if (sibilants.includes(last)) return `${base}ᵻz`;
  return base + (voiceless.includes(last) ? 's' : 'z');
}

export function withEd(base: string): string {
  const last = base[base.length - 1] ?? '';
  if (last === 't' || last === 'd') return `${base}ᵻd`;
  return base + (voiceless.includes(last) || 'sʃʧ'.includes(last) ? 't' : 'd');
}

const add = (sounds: string) => (base: string) => openEnd(base, sounds);

/** A syllabic l is no syllable before a vowel: "handling", "simplest". */
function openEnd(base: string, sounds: string): string {
  const syllabic = base.endsWith('ᵊl') && isVowel(sounds.replace(/[ˈˌ]/, '')[0]);
  return (syllabic ? `${base.slice(0, -2)}l` : base) + sounds;
}

/** "simply" has lost its own l, "basically" a syllable. */
function withLy(base: string): string {
  if (base.endsWith('ᵊl')) return `${base.slice(0, -2)}${base.endsWith('bᵊl') ? 'ə' : ''}li`;
  return base.endsWith('l') ? `${base}i` : `${base}li`;
}

/** "separate" the adjective as the verb. */
function asVerb(base: string): string {
  return base.endsWith('ət') ? `${base.slice(0, -2)}ˌAt` : base;
}

const vowelBases = ['', 'e', '*'];
const silentE = ['e', '', '*'];

/** The longest first. */
const suffixes: Suffix[] = [
  { ending: 'ification', bases: ['ify'], say: (base) => change(base, 'I', 'ɪkˈAʃən') },
  { ending: 'izations', bases: ['ize'], say: (base) => change(base, 'Iz', 'ïzˈAʃənz') },
  { ending: 'ization', bases: ['ize'], say: (base) => change(base, 'Iz', 'ïzˈAʃən') },
  { ending: 'isation', bases: ['ize'], say: (base) => change(base, 'Iz', 'ïzˈAʃən') },
  { ending: 'ability', bases: ['able'], say: (base) => change(base, 'əbᵊl', 'əbˈɪlɨti') },
  { ending: 'ibility', bases: ['ible'], say: (base) => change(base, 'əbᵊl', 'əbˈɪlɨti') },
  {
    ending: 'ically',
    bases: ['ic', 'ical'],
    say: (base) => (base.endsWith('k') ? `${base}li` : withLy(base)),
  },
  { ending: 'iness', bases: ['y'], say: add('nəs') },
  { ending: 'ously', bases: ['ous'], say: add('li') },
  { ending: 'ations', bases: ['ate'], say: (base) => change(asVerb(base), 'At', 'ˈAʃənz') },
  { ending: 'ation', bases: ['ate'], say: (base) => change(asVerb(base), 'At', 'ˈAʃən') },
  { ending: 'ators', bases: ['ate'], say: (base) => `${asVerb(base)}ɚz` },
  { ending: 'ator', bases: ['ate'], say: (base) => `${asVerb(base)}ɚ` },
  { ending: 'ating', bases: ['ate'], say: (base) => `${asVerb(base)}ɪŋ` },
  { ending: 'iest', bases: ['y'], say: add('əst') },
  { ending: 'iers', bases: ['y'], say: add('ɚz') },
  { ending: 'able', bases: ['', 'e', '*', 'ate'], say: add('əbᵊl') },
  { ending: 'ably', bases: ['able'], say: withLy },
  { ending: 'ibly', bases: ['ible'], say: withLy },
  { ending: 'ings', bases: vowelBases, say: add('ɪŋz') },
  { ending: 'ised', bases: ['ized'], say: add('') },
  { ending: 'ises', bases: ['izes'], say: add('') },
  { ending: 'iser', bases: ['izer'], say: add('') },
  { ending: 'ising', bases: ['izing'], say: add('') },
  { ending: 'isms', bases: ['', 'e'], say: add('ɪzᵊmz') },
  { ending: 'ness', bases: [''], say: add('nəs') },
  { ending: 'less', bases: [''], say: add('ləs') },
  { ending: 'ment', bases: [''], say: add('mənt') },
  { ending: 'ship', bases: [''], say: add('ʃˌɪp') },
  { ending: 'hood', bases: [''], say: add('hˌʊd') },
  { ending: 'like', bases: [''], say: add('lˌIk') },
  { ending: 'wise', bases: [''], say: add('wˌIz') },
  { ending: 'ward', bases: [''], say: add('wɚd') },
  { ending: 'some', bases: [''], say: add('səm') },
  { ending: 'ful', bases: [''], say: add('fᵊl') },
  { ending: 'ily', bases: ['y'], say: add('li') },
  { ending: 'bly', bases: ['ble'], say: withLy },
  { ending: 'tly', bases: ['t', 'tle'], say: withLy },
  { ending: 'ied', bases: ['y'], say: withEd },
  { ending: 'ies', bases: ['y', 'ie'], say: withS },
  { ending: 'ier', bases: ['y'], say: add('ɚ') },
  { ending: 'ing', bases: vowelBases, say: add('ɪŋ') },
  { ending: 'est', bases: vowelBases, say: add('əst') },
  { ending: 'ers', bases: vowelBases, say: add('ɚz') },
  { ending: 'ors', bases: ['', 'e'], say: add('ɚz') },
  { ending: 'ize', bases: ['', 'e', 'y'], say: add('ˌIz') },
  { ending: 'ise', bases: ['ize'], say: add('') },
  { ending: 'ism', bases: ['', 'e'], say: add('ˌɪzᵊm') },
  { ending: 'ist', bases: ['', 'e', 'y'], say: add('ɪst') },
  { ending: 'ish', bases: ['', 'e', '*'], say: add('ɪʃ') },
  { ending: 'our', bases: ['or'], say: add('') },
  { ending: 'tre', bases: ['ter'], say: add('') },
  { ending: 'ed', bases: vowelBases, say: withEd },
  { ending: 'er', bases: vowelBases, say: add('ɚ') },
  { ending: 'or', bases: ['', 'e'], say: add('ɚ') },
  { ending: 'ly', bases: ['', 'le'], say: withLy },
  { ending: 'es', bases: ['', 'e'], say: withS },
  { ending: 'y', bases: ['', 'e', '*'], say: add('i') },
  { ending: 's', bases: [''], say: withS },
];

const prefixes: Record<string, string> = {
  un: 'ʌn',
  re: 'ɹi',
  pre: 'pɹi',
  non: 'nˌɒn',
  over: 'ˌOvɚ',
  under: 'ˌʌndɚ',
  sub: 'sˌʌb',
  multi: 'mˌʌlti',
  micro: 'mˌIkɹO',
  macro: 'mˌækɹO',
  mini: 'mˌɪni',
  inter: 'ˌɪntɚ',
  intra: 'ˌɪntɹə',
  anti: 'ˌænti',
  auto: 'ˌɔtO',
  mis: 'mɪs',
  dis: 'dɪs',
  de: 'di',
  co: 'kˌO',
  hyper: 'hˌIpɚ',
  super: 'sˌupɚ',
  semi: 'sˌɛmi',
  meta: 'mˌɛtə',
  mega: 'mˌɛɡə',
  giga: 'ɡˌɪɡə',
  kilo: 'kˌɪlO',
  nano: 'nˌænO',
  tera: 'tˌɛɹə',
  pseudo: 'sˌudO',
  cyber: 'sˌIbɚ',
  crypto: 'kɹˌɪptO',
  electro: 'ɨlˌɛktɹO',
  hydro: 'hˌIdɹO',
  neuro: 'nyˌʊɹO',
  proto: 'pɹˌOtO',
  poly: 'pˌɒli',
  mono: 'mˌɒnO',
  quasi: 'kwˌAzI',
  trans: 'tɹænz',
  ultra: 'ˌʌltɹə',
  tele: 'tˌɛlə',
  out: 'ˌWt',
  up: 'ʌp',
  fore: 'fˌɔɹ',
  counter: 'kˌWntɚ',
  extra: 'ˌɛkstɹə',
  post: 'pˌOst',
  photo: 'fˌOtO',
  bio: 'bˌIO',
  geo: 'ʤˌiO',
};

/** A base shorter than this is found by chance: "flo" + "ors". */
const shortestBase = 4;
/** After a prefix; and after one that many words begin with by chance. */
const shortestPrefixed = 4;
const shortestDoubtful = 5;
const doubtful = new Set(['de', 'co', 'up', 'in', 'fore', 'post', 'out', 'mis', 'bio', 'geo']);
/** Endings that short words take too: "runs", "faxing". */
const common = new Set([
  's',
  'es',
  'ed',
  'ing',
  'er',
  'ers',
  'ies',
  'ied',
  'ings',
  'ness',
  'less',
  'ly',
]);
/** One vowel and one consonant: the base would have doubled it, so "hoping" is from "hope". */
const single = /^[^aeiouy]*[aeiouy][^aeiouywx]$/;

export function withSuffix(word: string, known: Known): string | undefined {
  for (const { ending, bases, say } of suffixes) {
    if (!word.endsWith(ending)) continue;
    // "boss" is not "bos" + s.
    if (ending === 's' && /[su]s$/.test(word)) continue;
    const stem = word.slice(0, word.length - ending.length);
    const least = common.has(ending) ? 3 : shortestBase;
    const tries = bases === vowelBases && single.test(stem) ? silentE : bases;
    for (const put of tries) {
      const base = put === '*' ? undoubled(stem) : stem + put;
      if (base === undefined || stem.length < 2 || base.length < least) continue;
      const sounds = known(base);
      const said = sounds && say(sounds);
      if (said) return said;
    }
  }
  return undefined;
}

export function withPrefix(word: string, known: Known): string | undefined {
  for (let length = Math.min(7, word.length - shortestPrefixed); length >= 2; length--) {
    const letters = word.slice(0, length);
    const prefix = prefixes[letters];
    if (prefix === undefined) continue;
    if (doubtful.has(letters) && word.length - length < shortestDoubtful) continue;
    const base = known(word.slice(length));
    if (base !== undefined) return prefix + base;
  }
  return undefined;
}

/** "plann" -> plan */
function undoubled(stem: string): string | undefined {
  const last = stem[stem.length - 1];
  return last !== undefined && last === stem[stem.length - 2] && !'aeiou'.includes(last)
    ? stem.slice(0, -1)
    : undefined;
}

/** Puts `to` in the place of `from` at the end; the stress of `to` makes the one before secondary. */
function change(base: string, from: string, to: string): string | undefined {
  if (!base.endsWith(from)) return undefined;
  const kept = base.slice(0, base.length - from.length).replace(/[ˈˌ]$/, '');
  return to.includes(PRIMARY) ? kept.replaceAll(PRIMARY, SECONDARY) + to : kept + to;
}
