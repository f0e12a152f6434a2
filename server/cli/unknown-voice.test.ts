import { expect, test } from 'vitest';
import { SonaraError } from '../../shared/client/index.ts';
import { withWayOut } from './unknown-voice.ts';

const unknown = new SonaraError('E_NOT_FOUND', "engine 'kokoro' has no voice");
const told = (voice: string) => (withWayOut(unknown, voice) as Error).message;

test('the way out is the list of voices', () => {
  expect(told('nobody')).toMatch(/^engine 'kokoro' has no voice\. "sonara voices" lists/);
});

test.each(['bm_george(1)', 'af_heart+nobody', 'af_heart( .5 )'])(
  '%s was meant to be a blend: what one needs is said',
  (voice) => {
    expect(told(voice)).toContain('2 to 8 different voices joined by +');
  },
);

test('the name of a voice of another engine is no blend', () => {
  expect(told('Rms (Flite)')).not.toContain('blend');
});

test('what is not about a voice stays as it is', () => {
  const other = new SonaraError('E_ENGINE', 'x');
  expect(withWayOut(other, 'nobody')).toBe(other);
  expect(withWayOut(unknown, undefined)).toBe(unknown);
});
