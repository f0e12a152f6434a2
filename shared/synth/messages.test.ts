import { expect, test } from 'vitest';
import {
  decodeToSynth,
  encodeResult,
  encodeRun,
  parseFromSynth,
  parseResult,
  STYLE_SIZE,
} from './messages.ts';

test('a run arrives as it was sent', () => {
  const run = {
    id: 7,
    speed: 1.25,
    tokens: Int32Array.of(0, 43, 177, 0),
    style: Float32Array.from({ length: STYLE_SIZE }, (_, index) => index / 512),
  };
  expect(decodeToSynth(encodeRun(run).buffer)).toEqual({ type: 'run', run });
});

test('a result arrives as it was sent, wherever it lies in its buffer', () => {
  const result = { id: 2, ms: 12.5, samples: Float32Array.of(0, 0.5, -1) };
  const frame = encodeResult(result);
  const shifted = new Uint8Array(frame.length + 3);
  shifted.set(frame, 3);
  expect(parseResult(shifted.subarray(3))).toEqual(result);
});

test.each([[new Uint8Array(8)], [new Uint8Array(17)]])('a frame of %o is no result', (frame) => {
  expect(parseResult(frame)).toBeNull();
});

test.each([
  ['{"type":"ready"}', { type: 'ready' }],
  [
    '{"type":"unusable","reason":"no","fault":"model"}',
    { type: 'unusable', reason: 'no', fault: 'model' },
  ],
  ['{"type":"unusable","reason":"no"}', { type: 'unusable', reason: 'no', fault: 'backend' }],
  ['{"type":"failed","id":3,"reason":"no"}', { type: 'failed', id: 3, reason: 'no' }],
  ['{"type":"failed","reason":"no"}', null],
  ['{"type":"result"}', null],
  ['[]', null],
  ['null', null],
  ['{', null],
])('%s is %o', (text, message) => {
  expect(parseFromSynth(text)).toEqual(message);
});
