/**
 * The small words, which have no stress inside a clause and are full at its end: "what is it for?".
 * A word: weak form, full form, and the weak form before a vowel where it is another.
 */
import type { Accent } from '../accent.ts';

type Forms = [weak: string, full: string, beforeVowel?: string];

const both: Record<string, Forms> = {
  a: ['ə', 'ˈA'],
  an: ['ən', 'ˈæn'],
  the: ['ðə', 'ðˈi', 'ði'],
  to: ['tə', 'tˈu', 'tʊ'],
  of: ['əv', 'ˈʌv'],
  for: ['fɚ', 'fˈɔɹ'],
  and: ['ænd', 'ˈænd'],
  or: ['ɔɹ', 'ˈɔɹ'],
  but: ['bʌt', 'bˈʌt'],
  nor: ['nɔɹ', 'nˈɔɹ'],
  as: ['æz', 'ˈæz'],
  at: ['æt', 'ˈæt'],
  by: ['bI', 'bˈI'],
  in: ['ɪn', 'ˈɪn'],
  on: ['ˌɒn', 'ˈɒn'],
  from: ['fɹʌm', 'fɹˈʌm'],
  with: ['wɪð', 'wˈɪð'],
  into: ['ˌɪntə', 'ˈɪntu', 'ˌɪntu'],
  if: ['ɪf', 'ˈɪf'],
  than: ['ðən', 'ðˈæn'],
  this: ['ðˌɪs', 'ðˈɪs'],
  these: ['ðˌiz', 'ðˈiz'],
  i: ['ˌI', 'ˈI'],
  "i'm": ['ˌIm', 'ˈIm'],
  "i'll": ['ˌIl', 'ˈIl'],
  "i've": ['ˌIv', 'ˈIv'],
  "i'd": ['ˌId', 'ˈId'],
  you: ['ju', 'jˈu'],
  "you're": ['jɔɹ', 'jˈɔɹ'],
  he: ['hi', 'hˈi'],
  she: ['ʃi', 'ʃˈi'],
  we: ['wi', 'wˈi'],
  they: ['ðA', 'ðˈA'],
  it: ['ɪt', 'ˈɪt'],
  "it's": ['ɪts', 'ˈɪts'],
  its: ['ɪts', 'ˈɪts'],
  me: ['mi', 'mˈi'],
  him: ['hɪm', 'hˈɪm'],
  her: ['hɜ', 'hˈɜ'],
  us: ['ʌs', 'ˈʌs'],
  them: ['ðɛm', 'ðˈɛm'],
  my: ['mI', 'mˈI'],
  your: ['jɔɹ', 'jˈɔɹ'],
  his: ['hɪz', 'hˈɪz'],
  our: ['ˌWɚ', 'ˈWɚ'],
  their: ['ðSɹ', 'ðˈSɹ'],
  there: ['ðSɹ', 'ðˈSɹ'],
  be: ['bi', 'bˈi'],
  been: ['bɪn', 'bˈɪn'],
  am: ['æm', 'ˈæm'],
  is: ['ɪz', 'ˈɪz'],
  are: ['ɑɹ', 'ˈɑɹ'],
  was: ['wʌz', 'wˈʌz'],
  were: ['wɜ', 'wˈɜ'],
  has: ['hæz', 'hˈæz'],
  had: ['hæd', 'hˈæd'],
  do: ['du', 'dˈu'],
  will: ['wɪl', 'wˈɪl'],
  would: ['wʊd', 'wˈʊd'],
  can: ['kæn', 'kˈæn'],
  could: ['kʊd', 'kˈʊd'],
  should: ['ʃʊd', 'ʃˈʊd'],
  shall: ['ʃæl', 'ʃˈæl'],
  who: ['hˌu', 'hˈu'],
  which: ['wˌɪʧ', 'wˈɪʧ'],
  when: ['wˌɛn', 'wˈɛn'],
  what: ['wˌʌt', 'wˈʌt'],
  how: ['hˌW', 'hˈW'],
  so: ['sˌO', 'sˈO'],
  not: ['nˌɒt', 'nˈɒt'],
};

const british: Record<string, Forms> = {
  and: ['ənd', 'ˈænd'],
  of: ['əv', 'ˈɒv'],
  from: ['fɹəm', 'fɹˈɒm'],
  been: ['bin', 'bˈin'],
  was: ['wəz', 'wˈɒz'],
  what: ['wˌɒt', 'wˈɒt'],
  are: ['ɑ', 'ˈɑɹ', 'ɑɹ'],
};

const us: ReadonlyMap<string, Forms> = new Map(Object.entries(both));
const gb: ReadonlyMap<string, Forms> = new Map(Object.entries({ ...both, ...british }));

export type Following = 'vowel' | 'consonant' | 'end';

/** @param word in small letters; @returns its diaphones, or undefined when it is no such word */
export function functionWord(
  word: string,
  accent: Accent,
  following: Following,
): string | undefined {
  const forms = (accent === 'us' ? us : gb).get(word);
  if (!forms) return undefined;
  if (following === 'end') return forms[1];
  return following === 'vowel' ? (forms[2] ?? forms[0]) : forms[0];
}

export function isFunctionWord(word: string): boolean {
  return us.has(word);
}
