/** Kokoro's English voices as facts, and the ways a person may name one. */
import { type BlendPart, formatBlend, heaviest, parseBlend } from './blend.ts';

export type Accent = 'en-US' | 'en-GB';

export interface KokoroVoice {
  id: string;
  /** Shown to people, e.g. "Heart (Kokoro)". */
  name: string;
  language: Accent;
  gender: 'female' | 'male';
}

export const defaultKokoroVoice = 'af_heart';

const names = {
  af: 'heart alloy aoede bella jessica kore nicole nova river sarah sky',
  am: 'adam echo eric fenrir liam michael onyx puck santa',
  bf: 'emma isabella alice lily',
  bm: 'george lewis daniel fable',
};

/** The 28 English voices of Kokoro-82M v1.0; the default is the first. */
export const kokoroVoices: readonly KokoroVoice[] = Object.entries(names).flatMap(
  ([prefix, list]) =>
    list.split(' ').map((name): KokoroVoice => ({
      id: `${prefix}_${name}`,
      name: `${name[0]!.toUpperCase()}${name.slice(1)} (Kokoro)`,
      language: prefix.startsWith('a') ? 'en-US' : 'en-GB',
      gender: prefix.endsWith('f') ? 'female' : 'male',
    })),
);

/**
 * The canonical id for what names a voice: an id, with or without `kokoro:`, a display name ("Heart (Kokoro)",
 * "Heart"), case ignored, or a blend of these; null when it is none. A blend's id is the blend, its weights adding
 * up to 1.
 */
export function resolveKokoroVoice(text: string): string | null {
  const parts = voiceParts(text);
  if (!parts) return null;
  return parts.length === 1 ? parts[0]!.voice : formatBlend(parts);
}

/** What a voice or blend is made of, a single voice with the weight 1; null when it is none. */
export function voiceParts(text: string): BlendPart[] | null {
  const plain = withoutPrefix(text);
  const single = findVoice(plain);
  return single === null ? parseBlend(plain, findVoice) : [{ voice: single, weight: 1 }];
}

/** The accent of a voice, or of the heaviest voice of a blend; of the default where there is no such voice. */
export function accentOf(text: string): Accent {
  const parts = voiceParts(text);
  const id = parts ? heaviest(parts) : defaultKokoroVoice;
  return kokoroVoices.find((voice) => voice.id === id)!.language;
}

function findVoice(text: string): string | null {
  const wanted = withoutPrefix(text).toLowerCase();
  const found = kokoroVoices.find(({ id, name }) => {
    const shown = name.toLowerCase();
    return [id, shown, shown.replace(' (kokoro)', '')].includes(wanted);
  });
  return found?.id ?? null;
}

function withoutPrefix(text: string): string {
  return text.trim().replace(/^kokoro:\s*/i, '');
}
