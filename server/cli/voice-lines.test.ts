import { expect, test } from 'vitest';
import type { Voice } from '../../shared/client/index.ts';
import { groupedLines, voiceLines } from './voice-lines.ts';

const voice = (engine: string, id: string, name: string): Voice => ({
  engine,
  id,
  name,
  language: 'en-US',
  license_class: 'permissive',
  installed: true,
});
const voices = [
  voice('kokoro', 'af_heart', 'Heart'),
  voice('onecore', 'flite:slt', 'Slt'),
  voice('onecore', 'flite:awb2', 'Awb'),
];

test('ids stand above each other', () => {
  expect(voiceLines(voices.slice(1))).toEqual(['flite:slt   Slt, en-US', 'flite:awb2  Awb, en-US']);
});

test('all of them stand under their engines, the one in force first', () => {
  expect(groupedLines(voices, 'onecore')).toEqual([
    'System voices (onecore), in force: these can be given to --voice',
    '  flite:slt   Slt, en-US',
    '  flite:awb2  Awb, en-US',
    'kokoro',
    '  af_heart  Heart, en-US',
  ]);
});
