import { expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

const bytes = Buffer.from('{"a":"ä€😀"}\n\nzwei\nrest');

test('lines come out the same wherever the bytes are cut', () => {
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new LineReader();
    const lines = [...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut))];
    expect(lines).toEqual(['{"a":"ä€😀"}', '', 'zwei']);
  }
});

test('lines come out the same byte by byte', () => {
  const reader = new LineReader();
  const lines = [...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)));
  expect(lines).toEqual(['{"a":"ä€😀"}', '', 'zwei']);
});

test('a line of the limit is taken, one byte more is refused before its end comes', () => {
  const reader = new LineReader(4);
  expect(reader.push(Buffer.from('abcd\n'))).toEqual(['abcd']);
  reader.push(Buffer.from('abcd'));
  expect(() => reader.push(Buffer.from('e'))).toThrow(RangeError);
});
