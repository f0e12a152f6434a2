import { KokoroTTS } from 'kokoro-js';
import { expect, test } from 'vitest';
import {
  accentOf,
  defaultKokoroVoice,
  kokoroVoices,
  resolveKokoroVoice,
  voiceParts,
} from './kokoro-voices.ts';

test('ids, names, languages and genders are those of kokoro-js', () => {
  // The getter needs no model.
  const theirs = (Object.create(KokoroTTS.prototype) as KokoroTTS).voices;
  const facts = Object.entries(theirs).map(([id, { name, language, gender }]) => ({
    id,
    name: `${name} (Kokoro)`,
    language: language.replace(/[a-z]+$/, (region) => region.toUpperCase()),
    gender: gender.toLowerCase(),
  }));
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect([...kokoroVoices].sort(byId)).toEqual(facts.sort(byId));
});

test('28 voices, the default first', () => {
  expect(kokoroVoices).toHaveLength(28);
  expect(kokoroVoices[0]!.id).toBe(defaultKokoroVoice);
});

test.each([
  ['af_heart', 'af_heart'],
  ['AF_Heart', 'af_heart'],
  ['kokoro:bm_george', 'bm_george'],
  ['Kokoro: BM_GEORGE', 'bm_george'],
  ['Heart (Kokoro)', 'af_heart'],
  ['heart (kokoro)', 'af_heart'],
  ['George', 'bm_george'],
  ['  sarah ', 'af_sarah'],
  ['kokoro:Heart', 'af_heart'],
  ['af_heart(0.7)+bm_george(0.3)', 'af_heart(0.7)+bm_george(0.3)'],
  ['kokoro:af_heart+bm_george', 'af_heart(0.5)+bm_george(0.5)'],
  ['kokoro:af_heart(1)+kokoro:bm_george(3)', 'af_heart(0.25)+bm_george(0.75)'],
  ['Heart (Kokoro)(7)+George (Kokoro)(3)', 'af_heart(0.7)+bm_george(0.3)'],
])('%s is %s', (text, id) => {
  expect(resolveKokoroVoice(text)).toBe(id);
});

test.each(['', 'kokoro:', 'heartless', 'af_', 'ef_dora', '__proto__', 'af_heart+ef_dora'])(
  '%s is no voice',
  (text) => {
    expect(resolveKokoroVoice(text)).toBeNull();
  },
);

test('every display name finds its voice', () => {
  expect(kokoroVoices.map(({ name }) => resolveKokoroVoice(name))).toEqual(
    kokoroVoices.map(({ id }) => id),
  );
});

test('a single voice is made of itself', () => {
  expect(voiceParts('Emma')).toEqual([{ voice: 'bf_emma', weight: 1 }]);
});

test.each([
  ['bf_emma', 'en-GB'],
  ['am_puck', 'en-US'],
  ['af_heart(0.3)+bm_george(0.7)', 'en-GB'],
  ['af_heart(0.5)+bm_george(0.5)', 'en-US'],
  ['bm_george(0.5)+af_heart(0.5)', 'en-GB'],
  ['nobody', 'en-US'],
])('the accent of %s is %s', (voice, accent) => {
  expect(accentOf(voice)).toBe(accent);
});
