/**
 * From the dictionary's American phones, and the letters they stand for, to diaphones: what British
 * English keeps apart ("lot" and "palm", "carry" and "vary") is seen in the spelling.
 */
import { isBathWord } from './bath-words.ts';
import type { Spans } from './align.ts';

/** ARPAbet without stress, where a diaphone follows from the phone alone. */
const plain: Record<string, string> = {
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
  AE: 'æ',
  EH: 'ɛ',
  IH: 'ɪ',
  UH: 'ʊ',
  UW: 'u',
  IY: 'i',
  EY: 'A',
  AY: 'I',
  AW: 'W',
  OY: 'Y',
  OW: 'O',
};

const marks = ['', 'ˈ', 'ˌ'];
const arpaVowel = /^[AEIOU]/;

/** `AO R` before a vowel that is ɒɹ in British English: "forest", not "story". */
const shortOr =
  /^(for(est|eign)|orang|orig[ei]|horr|foreh|moral|moris|florid|florenc|floris|cora[ln]|oregon|aurel|laur[ei]|warr[aei]|quarr|authori|histor[iy]c|categor[iy]|majori|minori|priori|orato?r(?!i)|porri|torr|borr|sorr|morr|corr|abhorr|euphoric|metaphoric|rhetoric|allegoric|tomorr|lorr|norri)/;

/** Where the dictionary has a full vowel in re- and pre-: "report" is not "re-port". */
const weakPrefix =
  /^(re(port|leas|mov|plac|quir|pair|spect|strict|solv|vis|ward|pos|proach|buk|pudiat|veng|mit|fresh|lat|stor|sult|tain|triev|spon|sist|cover|ceiv|duc|fer|flect|form|gard|ject|ly|liab|mind|peat|main|search|sourc)|pre(par|dict|tend|scrib|serv|vent|caution|cis|sum|fer|sent))/;

/** "au" that is ɒ in British English. */
const shortAu = /^(because|austr|sausage|cauliflower|laur[ei])/;

/** `EH R` before a vowel spelled "ar" that is ɛː all the same, or a that is not. */
const longAr = /ar(i[aeou]|e|ing|y|ied|ies|ier|iest|ily|iness)/;
const shortAre =
  /(appar|charact|carav|baro|caro|paro|para|cara|mara|char?i[ost]|parish|carib|caric|pari[st])/;

/**
 * @param phones ARPAbet with stress, "AH0"
 * @returns the diaphones of each letter of `word`
 */
export function toDiaphones(word: string, phones: string[], spans: Spans): string[] {
  const owner: number[] = [];
  spans.forEach((count, letter) => {
    for (let n = 0; n < count; n++) owner.push(letter);
  });
  const bath = isBathWord(word);
  const sounds = Array.from(word, () => '');
  phones.forEach((phone, at) => {
    const letter = owner[at]!;
    sounds[letter] += arpaVowel.test(phone)
      ? vowel(word, phones, at, letter, bath)
      : consonant(phones, at);
  });
  return sounds;
}

function consonant(phones: string[], at: number): string {
  // ER0 says the r already.
  if (phones[at] === 'R' && phones[at - 1]?.startsWith('ER')) return '';
  return plain[phones[at]!]!;
}

function vowel(word: string, phones: string[], at: number, letter: number, bath: boolean): string {
  const name = phones[at]!.slice(0, 2);
  const stress = stressOf(word, phones, at);
  const said = spelt[name]?.({ word, phones, at, letter, stress, bath }) ?? plain[name]!;
  const mark = marks[stress]!;
  return said.startsWith('y') ? `y${mark}${said.slice(1)}` : mark + said;
}

/** The dictionary marks many a weak syllable as secondary: "abilitY", "Important". */
function stressOf(word: string, phones: string[], at: number): number {
  const stress = Number(phones[at]![2] ?? 0);
  // "outside" has two main ones: the last stays.
  if (stress === 1 && phones.slice(at + 1).some((phone) => phone.endsWith('1'))) return 2;
  if (stress !== 2) return stress;
  const last = at === phones.length - 1;
  if (last && phones[at] === 'IY2' && /(y|ie)$/.test(word)) return 0;
  // "tomato", but not "radio".
  if (last && phones[at] === 'OW2')
    return phones.slice(0, -1).findLast(isVowelPhone)?.endsWith('1') ? 0 : 2;
  const first = !phones.slice(0, at).some(isVowelPhone);
  if (
    !first ||
    !phones
      .slice(at + 1)
      .find(isVowelPhone)
      ?.endsWith('1')
  )
    return stress;
  return phones[at] === 'IH2' || phones[at] === 'IY2' || /^(e[nmx]|un)/.test(word) ? 0 : stress;
}

interface Place {
  word: string;
  phones: string[];
  at: number;
  letter: number;
  stress: number;
  bath: boolean;
}

/** Vowels that the spelling or the neighbours split. */
const spelt: Record<string, (place: Place) => string> = {
  AH: schwa,
  AA: lot,
  AO: thought,
  ER: nurse,
  AE: trap,
  EH: dress,
  IH: kit,
  UW: goose,
  IY: fleece,
  UH: cure,
};

const isVowelPhone = (phone: string | undefined) => phone !== undefined && arpaVowel.test(phone);

function schwa({ word, phones, at, letter, stress }: Place): string {
  if (stress > 0) return 'ʌ';
  const rest = word.slice(letter);
  const next = phones[at + 1];
  const before = phones[at - 1];
  const last = at === phones.length - 2;
  if (letter === 0 && word[0] === 'e') return 'ɨ';
  if (letter === 0 && word.startsWith('un') && next === 'N') return 'ʌ';
  if (last && ending(rest, phones[at + 1], before)) return 'ᵻ';
  if (next === 'L' && !isVowelPhone(phones[at + 2]) && /^iles?$/.test(rest)) return 'ï';
  if (/^i[sz]ations?/.test(rest)) return 'ï';
  const afterConsonant = before !== undefined && !isVowelPhone(before) && !/^[RWY]$/.test(before);
  if (afterConsonant && !isVowelPhone(phones[at + 2])) {
    if (next === 'L') return 'ᵊ';
    if (next === 'N' && /^[TDSZ]$/.test(before) && phones[at - 2] !== undefined) return 'ᵊ';
    if (next === 'M' && /^(Z|DH)$/.test(before) && last) return 'ᵊ';
  }
  if (next === 'JH' && last) return 'ɪ';
  if (word[letter] === 'i' && !/^i(b[li]|n|l|r)/.test(rest)) return 'ɨ';
  return 'ə';
}

/** Whether it is the vowel of -ed or -es. */
function ending(rest: string, next: string | undefined, before: string | undefined): boolean {
  if (rest === 'ed') return next === 'D' && /^[TD]$/.test(before ?? '');
  return (
    (rest === 'es' || rest === "'s") && next === 'Z' && /^(S|Z|SH|ZH|CH|JH)$/.test(before ?? '')
  );
}

function lot({ word, phones, at, letter, stress }: Place): string {
  // "Africa"
  if (stress === 0 && at === phones.length - 1 && word.endsWith('a')) return 'ə';
  const spelled = word[letter];
  if (/^(a[uw]|ough|all)/.test(word.slice(letter))) return 'ɔ';
  if (spelled === 'o') return 'ɒ';
  const before = word[letter - 1];
  const short =
    before === 'w' || (before === 'u' && word[letter - 2] === 'q') || word.startsWith('wha');
  if (spelled === 'a' && short && phones[at + 1] !== 'R') return 'ɒ';
  return 'ɑ';
}

function thought({ word, phones, at, letter, stress }: Place): string {
  const spelled = word[letter]!;
  const rest = word.slice(letter);
  if (phones[at + 1] === 'R') {
    if (stress !== 1 && /^or(y|ies|ily)$/.test(rest)) return 'ö';
    return isVowelPhone(phones[at + 2]) && shortOr.test(word) ? 'X' : 'ɔ';
  }
  if (spelled === 'o') return /^o[ua]/.test(rest) ? 'ɔ' : 'X';
  if (spelled === 'a') {
    if (/^a[uw]/.test(rest)) return shortAu.test(word) ? 'X' : 'ɔ';
    const before = word.slice(0, letter);
    if (/(w|wh|qu)$/.test(before) && !/^a(l|r|ter)/.test(rest)) return 'ɒ';
  }
  return 'ɔ';
}

function nurse({ word, phones, at, letter, stress }: Place): string {
  if (stress === 0) return 'ɚ';
  const next = phones[at + 1] === 'R' ? phones[at + 2] : phones[at + 1];
  if (!isVowelPhone(next)) return 'ɜ';
  if (/^(hurr|curr|flurr|scurr|worr|slurr)(y|i)/.test(word)) return 'H';
  const around = word.slice(Math.max(0, letter - 2), letter + 3);
  return /urr|our|oro/.test(around) && !/rr(ed|ing|y)$/.test(word) ? 'H' : 'ɜ';
}

function trap({ phones, at, stress, bath }: Place): string {
  const next = phones[at + 1] ?? '';
  if (next === 'R' && isVowelPhone(phones[at + 2])) return 'E';
  return bath && stress > 0 && /^(F|S|TH|N|M|DH|Z|V|SH)$/.test(next) ? 'B' : 'æ';
}

function dress({ word, phones, at, letter, stress }: Place): string {
  if (phones[at + 1] !== 'R' || !isVowelPhone(phones[at + 2])) return 'ɛ';
  const rest = word.slice(letter);
  if (stress !== 1 && /^[ae]r(y|ies|ily)$/.test(rest)) return 'ë';
  if (word[letter] === 'a') {
    if (rest.startsWith('ai')) return 'S';
    if (rest.startsWith('arr') || shortAre.test(word)) return 'E';
    return longAr.test(rest) && /^ar(i[aeou]|e|ing|y$|ied|ies|ier|iest|ily|iness)/.test(rest)
      ? 'S'
      : 'E';
  }
  return /^e[ai]r/.test(rest) || /^(there|where)/.test(word) ? 'S' : 'ɛ';
}

function kit(place: Place): string {
  const { word, phones, at, letter, stress } = place;
  const rest = word.slice(letter);
  const next = phones[at + 1];
  if (next === 'R') {
    const near = isVowelPhone(phones[at + 2]) && word[letter] === 'e' && !rest.startsWith('err');
    return near ? 'e' : 'ɪ';
  }
  if (stress > 0) return 'ɪ';
  if (/[aou]/.test(word[letter]!) && next !== 'JH') return schwa(place);
  if (word[letter] === 'e' && next === 'N' && letter > 0 && !isVowelPhone(phones[at + 2]))
    return schwa(place);
  if (at === phones.length - 2 && ending(rest, next, phones[at - 1])) return 'ᵻ';
  // The weak vowel of be-, de-, re- and e-; that of en- and ex- is a plain ɪ.
  const first = !phones.slice(0, at).some(isVowelPhone);
  if (first && word[letter] === 'e' && !/^e(x|[nm][^aeiouy])/.test(rest)) return 'ɨ';
  return 'ɪ';
}

/** "here" and "hero" are those of "near" and "serious"; "rerun" is not. */
function fleece({ word, phones, at, stress }: Place): string {
  if (stress === 0 && at < 3 && weakPrefix.test(word)) return 'ɨ';
  if (phones[at + 1] !== 'R' || stress === 0) return 'i';
  const next = phones[at + 2];
  return !isVowelPhone(next) ? 'ɪ' : next!.endsWith('1') ? 'i' : 'e';
}

/** "during" has the j of "new", "tour" has not. */
function cure({ word, phones, at, letter }: Place): string {
  return phones[at + 1] === 'R' && /^[dtn]u/.test(word.slice(letter - 1)) ? 'yʊ' : 'ʊ';
}

function goose({ word, phones, at, letter }: Place): string {
  const before = phones[at - 1];
  if (phones[at + 1] === 'R') return 'ʊ';
  const spelled =
    /^(ew|[^o]u|[^o]?eu)/.test(word.slice(letter - 1)) || /^e[uw]/.test(word.slice(letter));
  return spelled && before !== undefined && /^(T|D|N)$/.test(before) ? 'yu' : 'u';
}
