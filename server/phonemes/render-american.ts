/** Diaphones as American English, in Kokoro's symbols. */
import { isVowel } from './diaphones.ts';

const said: Record<string, string> = {
  B: 'æ',
  ɒ: 'ɑ',
  X: 'ɔ',
  ɨ: 'ə',
  E: 'ɛ',
  S: 'ɛ',
  e: 'ɪ',
  ɜ: 'ɜɹ',
  H: 'ɜɹ',
  ɚ: 'əɹ',
  ö: 'ɔ',
  ë: 'ɛ',
  y: '',
};

export function renderAmerican(sounds: string): string {
  let text = '';
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at]!;
    if (sound === 't') text += isFlap(sounds, at) ? 'T' : 't';
    else if (sound === 'ï') text += sounds[at + 1] === 'l' ? 'ᵊ' : 'ə';
    else text += said[sound] ?? sound;
  }
  return text;
}

/** The t of "city", "party" and "little", but not that of "button": between a vowel and a weak one. */
function isFlap(sounds: string, at: number): boolean {
  const before = sounds[at - 1];
  const next = sounds[at + 1];
  if (!isVowel(before) && before !== 'ɹ') return false;
  return isVowel(next) && !(next === 'ᵊ' && sounds[at + 2] !== 'l');
}
