import { createHash } from 'node:crypto';
import { KokoroTTS } from 'kokoro-js';
import { expect, test } from 'vitest';
import { kokoro } from '../manifest.ts';
import { npy, standInVoiceIds, standInVoices, voiceShift, voiceStyles } from './voices-npz.mjs';

test('54 ids, the 28 that kokoro-js speaks first', () => {
  const theirs = Object.keys(Object.create(KokoroTTS.prototype).voices);
  expect(new Set(standInVoiceIds).size).toBe(54);
  expect(standInVoiceIds.slice(0, 28).sort()).toEqual(theirs.sort());
});

test('the stored form has the size of the real file to the byte', () => {
  expect(standInVoices({ stored: true }).length).toBe(kokoro.files[1]!.bytes);
});

test('the deflated form is small', () => {
  expect(standInVoices().length).toBeLessThan(1_000_000);
});

test('a voice has 510 rows that tell their number', () => {
  const styles = voiceStyles('af_heart');
  expect(styles.length).toBe(510 * 256);
  expect(Math.round(styles[509 * 256 + 128]! * 100)).toBe(509);
});

test.each(['af_heart', 'bm_george', 'zm_yunyang'])('the mean of %s is its own', (id) => {
  const mean = voiceStyles(id)
    .subarray(0, 128)
    .reduce((sum, value) => sum + value / 128, 0);
  expect(Math.abs(mean - voiceShift(id))).toBeLessThan(0.01);
});

test('no two voices are alike', () => {
  const firstRows = standInVoiceIds.map((id) => voiceStyles(id).subarray(0, 256).join());
  expect(new Set(firstRows).size).toBe(54);
});

test('the header of an array is NumPy 1.0 and ends at a multiple of 64', () => {
  const bytes = Buffer.from(npy(Float32Array.of(1, 2), [2, 1]));
  const header = bytes.subarray(10, 128).toString('latin1');
  expect([...bytes.subarray(0, 10)]).toEqual([0x93, 78, 85, 77, 80, 89, 1, 0, 118, 0]);
  expect(header.trimEnd()).toBe("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }");
  expect(header.endsWith('\n')).toBe(true);
  expect(bytes.length).toBe(128 + 8);
});

test('a voice is always the same', () => {
  const hash = createHash('sha256').update(Buffer.from(voiceStyles('bf_emma').buffer));
  expect(hash.digest('hex')).toBe(
    '9f3ad426a6825970aa05715c28eeaae4c4cc12ff3307cb73aad09348156dbddd',
  );
});
