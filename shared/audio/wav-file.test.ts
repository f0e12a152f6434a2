import { describe, expect, test } from 'vitest';
import { decodeWav, encodeWav, toPcm16, wavHeaderBytes } from './wav-file.ts';

const samples = Float32Array.from([0, 0.5, -0.5, 1, -1, 0.25]);

test('16-bit there and back, within a step', () => {
  const { sampleRate, samples: back } = decodeWav(encodeWav({ sampleRate: 16_000, samples }));
  expect(sampleRate).toBe(16_000);
  back.forEach((sample, at) => expect(sample).toBeCloseTo(samples[at]!, 4));
});

test('float there and back, exactly', () => {
  const file = encodeWav({ sampleRate: 24_000, samples }, 'float');
  expect(decodeWav(file)).toEqual({ sampleRate: 24_000, samples });
});

test('values beyond the range are clipped', () => {
  const view = new DataView(toPcm16(Float32Array.from([2, -2])).buffer);
  expect([view.getInt16(0, true), view.getInt16(2, true)]).toEqual([32_767, -32_768]);
});

describe('lenient', () => {
  test.each([0, 0x7ffff000, 0xffffffff])('a data size of %d', (size) => {
    const file = encodeWav({ sampleRate: 8000, samples });
    new DataView(file.buffer).setUint32(40, size, true);
    expect(decodeWav(file).samples).toHaveLength(size === 0 ? 0 : samples.length);
  });

  test('half a sample at the end, and an unknown chunk before', () => {
    const file = encodeWav({ sampleRate: 8000, samples });
    const list = new TextEncoder().encode('LIST\x03\0\0\0abc\0');
    const odd = Buffer.concat([file.subarray(0, 36), list, file.subarray(36), Buffer.from([1])]);
    new DataView(odd.buffer, odd.byteOffset).setUint32(36 + list.length + 4, 999, true);
    expect(decodeWav(odd).samples).toHaveLength(samples.length);
  });

  test('the first of two channels', () => {
    const file = encodeWav({ sampleRate: 8000, samples });
    new DataView(file.buffer).setUint16(22, 2, true);
    expect(decodeWav(file).samples).toHaveLength(samples.length / 2);
  });
});

describe('refused', () => {
  const valid = encodeWav({ sampleRate: 8000, samples });
  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('this is not a sound file at all')],
    ['no samples', valid.subarray(0, 36)],
    ['8 bits', Uint8Array.from(valid, (byte, at) => (at === 34 ? 8 : byte))],
  ])('%s', (_, file) => expect(() => decodeWav(file)).toThrow());

  test('any cut of a file, without a crash', () => {
    for (let end = 0; end < valid.length; end += 1) {
      const read = () => decodeWav(valid.subarray(0, end));
      if (end < wavHeaderBytes) expect(read).toThrow(Error);
      else expect(read().samples.length).toBeLessThanOrEqual(samples.length);
    }
  });
});
