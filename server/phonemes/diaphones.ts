/**
 * The alphabet in which words are kept: one character a sound, the same for both accents. A diaphone
 * stands for what American and British English make of it ("lot" is `lˈɒt` here, ɑ in the one and ɒ in
 * the other), so each word is kept once. Stress is `ˈ` or `ˌ` before the vowel that has it.
 *
 * Consonants and `ə ɪ ɛ ʌ ʊ i u ɔ ɑ A I W Y O` are Kokoro's. The others, American / British:
 *
 *   æ trap æ/a         B bath æ/ɑː        ɒ lot ɑ/ɒ            X cloth ɔ/ɒ
 *   ɜ nurse ɜɹ/ɜː      ɚ letter əɹ/ə      H hurry ɜɹ/ʌɹ        E marry ɛ/a
 *   S vary ɛ/ɛː        e serious ɪ/ɪə     ɨ ability ə/ɪ        ᵻ wanted ᵻ/ɪ
 *   ᵊ the vowel of a syllabic l, n or m   ï fragile ᵊ/I        y the j of "new", British only
 *   ö mandatory ˌɔ/ə   ë military ˌɛ/ə
 */
export const consonants = 'pbtdkɡfvθðszʃʒhʧʤmnŋlɹwjy';
export const vowels = 'æBɑɒXɔʌəɨɪᵻɛESeAIWYOiʊuɜHɚᵊïöë';

export const PRIMARY = 'ˈ';
export const SECONDARY = 'ˌ';

/** In bytes: consonants from 1, then three codes a vowel (no stress, primary, secondary); below 128. */
const firstVowel = 32;
const stresses = ['', PRIMARY, SECONDARY];

const byteOf: ReadonlyMap<string, number> = new Map([
  ...Array.from(consonants, (sound, at): [string, number] => [sound, at + 1]),
  ...Array.from(vowels, (sound, at): [string, number] => [sound, firstVowel + at * 3]),
]);

/** What a byte stands for, with its stress mark. */
const textOf: readonly string[] = Array.from({ length: 128 }, (_, byte) => {
  if (byte < firstVowel) return consonants[byte - 1] ?? '';
  const vowel = vowels[Math.floor((byte - firstVowel) / 3)];
  return vowel === undefined ? '' : stresses[(byte - firstVowel) % 3]! + vowel;
});

/** @throws Error naming what is no diaphone */
export function toBytes(sounds: string): number[] {
  const bytes: number[] = [];
  let stress = 0;
  for (const sound of sounds) {
    const mark = stresses.indexOf(sound);
    if (mark > 0) {
      stress = mark;
      continue;
    }
    const byte = byteOf.get(sound);
    if (byte === undefined || (stress > 0 && byte < firstVowel))
      throw new Error(`"${sound}" in "${sounds}" is no diaphone`);
    bytes.push(byte + stress);
    stress = 0;
  }
  return bytes;
}

/** The sounds of `bytes[from..to)`; the top bit of a byte does not count. */
export function fromBytes(bytes: Uint8Array, from: number, to: number): string {
  let sounds = '';
  for (let at = from; at < to; at++) sounds += textOf[bytes[at]! & 127]!;
  return sounds;
}

export function isVowel(sound: string | undefined): boolean {
  return sound !== undefined && sound !== '' && vowels.includes(sound);
}

/** Whether it begins with a vowel's sound, which "the", "a" and a British r depend on. */
export function beginsWithVowel(sounds: string): boolean {
  const first = sounds[0];
  return isVowel(first === PRIMARY || first === SECONDARY ? sounds[1] : first);
}
