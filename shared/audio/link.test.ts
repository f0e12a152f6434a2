import { expect, test } from 'vitest';
import { decodeToPage, encodeToPage, parseFromPage } from './link.ts';

test.each([
  { type: 'write', play: 2 ** 40 + 1, sampleRate: 22050, stretch: 1.25 },
  { type: 'clip', clip: 7, sampleRate: 44100, gain: 0.3 },
] as const)('samples go over as bytes, exactly: $type', (fields) => {
  const message = { ...fields, samples: Float32Array.of(0, 0.1, -1, 1e-20) };
  const frame = encodeToPage(message);
  if (typeof frame === 'string') throw new Error('not bytes');
  expect(frame.length).toBe(32 + 16);
  expect(decodeToPage(frame.buffer)).toEqual(message);
});

test('controls go over as text', () => {
  const frame = encodeToPage({ type: 'gain', gain: 0.25 });
  expect(decodeToPage(frame as string)).toEqual({ type: 'gain', gain: 0.25 });
});

test.each([
  '',
  '{',
  'null',
  '7',
  '{"type":"other"}',
  '{"type":"started"}',
  '{"type":"ended","play":"1"}',
  '{"type":"clip-ended","play":1}',
])('no message of the page: %s', (text) => expect(parseFromPage(text)).toBeNull());

test('messages of the page', () => {
  expect(parseFromPage('{"type":"started","play":3,"more":1}')).toEqual({
    type: 'started',
    play: 3,
  });
  expect(parseFromPage('{"type":"ended","play":3,"underruns":"x"}')).toEqual({
    type: 'ended',
    play: 3,
  });
  expect(parseFromPage('{"type":"ended","play":3,"underruns":7}')).toEqual({
    type: 'ended',
    play: 3,
    underruns: 7,
  });
  expect(parseFromPage('{"type":"clip-ended","clip":4}')).toEqual({ type: 'clip-ended', clip: 4 });
  expect(parseFromPage('{"type":"stalled","reason":"x"}')).toEqual({
    type: 'stalled',
    reason: 'x',
  });
});
