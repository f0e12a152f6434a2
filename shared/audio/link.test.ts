import { expect, test } from 'vitest';
import { decodeToPage, encodeToPage, parseFromPage } from './link.ts';

test('samples go over as bytes, exactly', () => {
  const samples = Float32Array.of(0, 0.1, -1, 1e-20);
  const frame = encodeToPage({ type: 'write', play: 2 ** 40 + 1, sampleRate: 22050, samples });
  if (typeof frame === 'string') throw new Error('not bytes');
  expect(frame.length).toBe(16 + 16);
  expect(decodeToPage(frame.buffer)).toEqual({
    type: 'write',
    play: 2 ** 40 + 1,
    sampleRate: 22050,
    samples,
  });
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
])('no message of the page: %s', (text) => expect(parseFromPage(text)).toBeNull());

test('messages of the page', () => {
  expect(parseFromPage('{"type":"started","play":3,"more":1}')).toEqual({
    type: 'started',
    play: 3,
  });
  expect(parseFromPage('{"type":"stalled","reason":"x"}')).toEqual({
    type: 'stalled',
    reason: 'x',
  });
});
