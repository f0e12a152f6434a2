/** Diaphones as British English, in Kokoro's symbols: an r is said before a vowel only. */
import { beginsWithVowel, isVowel, PRIMARY, SECONDARY } from './diaphones.ts';

/** Vowels that are always the same; the others depend on stress, or on an r that follows. */
const said: Record<string, string> = {
  æ: 'a',
  B: 'ɑː',
  ɑ: 'ɑː',
  X: 'ɒ',
  ɔ: 'ɔː',
  ɨ: 'ɪ',
  ᵻ: 'ɪ',
  E: 'a',
  S: 'ɛː',
  e: 'ɪə',
  O: 'Q',
  ï: 'I',
  ɜ: 'ɜː',
  ɚ: 'ə',
  H: 'ʌ',
  ö: 'ə',
  ë: 'ə',
  y: 'j',
};

/** Before an r that is not said itself: "near", "square", "cure", "fire". */
const beforeSilentR: Record<string, string> = {
  ɪ: 'ɪə',
  i: 'ɪə',
  e: 'ɪə',
  ɛ: 'ɛː',
  E: 'ɛː',
  S: 'ɛː',
  A: 'ɛː',
  ʊ: 'ʊə',
  u: 'ʊə',
  I: 'Iə',
  W: 'Wə',
  Y: 'Yə',
  O: 'ɔː',
  ɒ: 'ɔː',
  X: 'ɔː',
  æ: 'ɑː',
  ʌ: 'ɜː',
};

/** Before an r that is said: "during". */
const beforeR: Record<string, string> = { ʊ: 'ʊə', u: 'ʊə' };

/** @param linked whether a vowel follows at once, as in "far away" */
export function renderBritish(sounds: string, linked: boolean): string {
  let text = '';
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at]!;
    // The weak vowels of "military" and "mandatory" have no stress here.
    if (sound === SECONDARY && /[öë]/.test(sounds[at + 1] ?? '')) continue;
    if (sound === 'ɹ') {
      if (vowelFollows(sounds, at + 1, linked)) text += 'ɹ';
    } else if (isVowel(sound)) text += vowel(sounds, at, linked);
    else text += said[sound] ?? sound;
  }
  return text;
}

function vowel(sounds: string, at: number, linked: boolean): string {
  const sound = sounds[at]!;
  const next = sounds[at + 1];
  if (sound === 'ɜ' || sound === 'ɚ' || sound === 'H') {
    const r = next !== 'ɹ' && vowelFollows(sounds, at + 1, linked);
    if (sound === 'H' && !r) return 'ɜː';
    return said[sound]! + (r ? 'ɹ' : '');
  }
  if (next === 'ɹ') {
    const silent = !vowelFollows(sounds, at + 2, linked) || sounds.length === at + 2;
    const special = silent ? beforeSilentR[sound] : beforeR[sound];
    if (special !== undefined) return special;
  }
  if (sound === 'i' || sound === 'u') {
    const before = sounds[at - 1];
    const long = before === PRIMARY || before === SECONDARY || (sound === 'u' && ends(sounds, at));
    return long ? `${sound}ː` : sound;
  }
  return said[sound] ?? sound;
}

function ends(sounds: string, at: number): boolean {
  return at === sounds.length - 1 || sounds[at + 1] === ' ';
}

/** Over the space between two words too. */
function vowelFollows(sounds: string, at: number, linked: boolean): boolean {
  if (at >= sounds.length) return linked;
  return beginsWithVowel(
    sounds[at] === ' ' ? sounds.slice(at + 1, at + 3) : sounds.slice(at, at + 2),
  );
}
