import { describe, expect, test } from 'vitest';
import { bytes, chunk, formatChunk, riff, tone, u16, u32, wavOf } from './fixtures/wav-bytes.ts';
import { readWav, type WavFile } from './wav-reader.ts';

function open(file: Uint8Array): WavFile {
  const result = readWav(file);
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

function samples(file: Uint8Array): number[] {
  const wav = open(file);
  const out = new Float32Array(wav.frames);
  wav.decode(out, 0);
  return [...out];
}

const refusal = (file: Uint8Array) => (readWav(file) as { refused: string }).refused;
const pcm = chunk('data', bytes(u16(0x4000), u16(0xc000)));

describe('formats', () => {
  test.each([
    ['8-bit', [128, 192, 0], { bits: 8 }, [0, 0.5, -1]],
    ['16-bit', [0, 16_384, -32_768], { bits: 16 }, [0, 0.5, -1]],
    ['24-bit', [0, 4_194_304, -8_388_608, -2_097_152], { bits: 24 }, [0, 0.5, -1, -0.25]],
    ['32-bit', [0, 2 ** 30, -(2 ** 31)], { bits: 32 }, [0, 0.5, -1]],
    ['32-bit float', [0, 0.5, -1], { code: 3, bits: 32 }, [0, 0.5, -1]],
    ['64-bit float', [0, 0.5, -1], { code: 3, bits: 64 }, [0, 0.5, -1]],
    ['24-bit stereo', [4_194_304, 0, -4_194_304, 0], { bits: 24, channels: 2 }, [0.25, -0.25]],
  ])('%s, plain and extensible', (_, numbers, shape, expected) => {
    expect(samples(wavOf(numbers, shape))).toEqual(expected);
    expect(samples(wavOf(numbers, { ...shape, extensible: true }))).toEqual(expected);
  });

  test('stereo is mixed down, half of each', () => {
    expect(samples(wavOf([16_384, 0, -16_384, -16_384], { channels: 2 }))).toEqual([0.25, -0.5]);
  });

  test.each([1000, 11_025, 48_000, 384_000])('%i Hz', (sampleRate) => {
    expect(open(wavOf([1, 2], { sampleRate })).sampleRate).toBe(sampleRate);
  });

  test('what is no number is silence, what is too loud is clipped', () => {
    const odd = [NaN, Infinity, -Infinity, 7, -7];
    expect(samples(wavOf(odd, { code: 3, bits: 32 }))).toEqual([0, 0, 0, 1, -1]);
    expect(samples(wavOf(odd, { code: 3, bits: 64 }))).toEqual([0, 0, 0, 1, -1]);
  });

  test('a piece is the same as that part of the whole', () => {
    const file = wavOf([1, 2, 3, 4, 5], { bits: 8 });
    const piece = new Float32Array(2);
    open(file).decode(piece, 3);
    expect([...piece]).toEqual(samples(file).slice(3));
  });

  test('bytes inside a larger buffer', () => {
    const file = tone(0.01);
    const inside = bytes([1, 2, 3], file).subarray(3);
    expect(samples(inside)).toEqual(samples(file));
  });
});

describe('chunks', () => {
  test.each([
    ['samples before the format', riff(pcm, formatChunk())],
    [
      'others around',
      riff(chunk('bext', bytes('abcd')), formatChunk(), chunk('LIST', bytes()), pcm),
    ],
    ['an odd one, padded', riff(chunk('note', bytes('abc')), formatChunk(), pcm)],
    ['an odd one, not padded', riff(bytes('note', u32(3), 'abc'), formatChunk(), pcm)],
    ['an empty one with samples first', riff(formatChunk(), chunk('data', bytes()), pcm)],
    ['a second one with samples', riff(formatChunk(), pcm, chunk('data', bytes(u16(1), u16(1))))],
    ['two with samples before the format', riff(pcm, chunk('data', bytes(u16(1))), formatChunk())],
    ['a second format', riff(formatChunk(), formatChunk({ bits: 8 }), pcm)],
    [
      'a size that says "to the end"',
      riff(formatChunk(), chunk('data', pcm.subarray(8), 0xffff_ffff)),
    ],
    ['half a sample at the end', riff(formatChunk(), chunk('data', bytes(pcm.subarray(8), [9])))],
    ['letters after the end', bytes(riff(formatChunk(), pcm), 'TAG')],
    ['no frame size', riff(formatChunk({ frameBytes: 0 }), pcm)],
  ])('%s', (_, file) => {
    expect(samples(file)).toEqual([0.5, -0.5]);
  });

  test('a wrong size of the whole does not matter', () => {
    const file = riff(formatChunk(), pcm);
    file.set(u32(3), 4);
    expect(samples(file)).toEqual([0.5, -0.5]);
  });
});

describe('limits', () => {
  test('ten seconds are read, one sample more is not', () => {
    expect(open(wavOf(Array(10_000).fill(1), { bits: 8, sampleRate: 1000 })).frames).toBe(10_000);
    const longer = wavOf(Array(10_001).fill(1), { bits: 8, sampleRate: 1000 });
    expect(refusal(longer)).toBe('is longer than 10 seconds');
  });

  test('16 MB are read, one byte more is not', () => {
    const file = new Uint8Array(16 * 1024 * 1024 + 1);
    file.set(riff(formatChunk(), pcm));
    expect(samples(file.subarray(0, -1))).toEqual([0.5, -0.5]);
    expect(refusal(file)).toBe('is larger than 16 MB');
  });
});

test.each([
  ['nothing', bytes(), 'is empty'],
  ['a text', bytes('Not a sound at all, but long enough'), 'is not a WAV file'],
  ['another kind of RIFF', bytes('RIFF', u32(4), 'AVI '), 'is not a WAV file'],
  ['big endian', bytes('RIFX', u32(4), 'WAVE'), 'is not a WAV file'],
  ['eleven bytes', bytes('RIFF', u32(4), 'WAV'), 'is not a WAV file'],
  ['no chunk', riff(), 'has no format chunk'],
  ['no format', riff(pcm), 'has no format chunk'],
  ['half a format', riff(formatChunk()).subarray(0, 30), 'has no format chunk'],
  ['no samples', riff(formatChunk()), 'has no samples'],
  ['an empty chunk of samples', riff(formatChunk(), chunk('data', bytes())), 'has no samples'],
  ['less than one sample', riff(formatChunk(), chunk('data', bytes([1]))), 'has no samples'],
  ['A-law', wavOf([1], { code: 6 }), 'is in a format that is not read (code 6)'],
  ['ADPCM', wavOf([1], { code: 2 }), 'is in a format that is not read (code 2)'],
  [
    'extensible A-law',
    wavOf([1], { code: 6, extensible: true }),
    'is in a format that is not read (code 6)',
  ],
  [
    'an extensible form that ends too soon',
    riff(chunk('fmt ', formatChunk({ code: 0xfffe }).subarray(8, 24)), pcm),
    'is in a format that is not read (code 65534)',
  ],
  [
    '12 bits',
    riff(formatChunk({ bits: 12 }), pcm),
    'has 12-bit integer samples, which are not read',
  ],
  [
    'half floats',
    riff(formatChunk({ code: 3, bits: 16 }), pcm),
    'has 16-bit float samples, which are not read',
  ],
  ['three channels', wavOf([1], { channels: 3 }), 'has 3 channels; it must be mono or stereo'],
  ['no channel', wavOf([1], { channels: 0 }), 'has 0 channels; it must be mono or stereo'],
  [
    '999 Hz',
    wavOf([1], { sampleRate: 999 }),
    'has a sample rate of 999 Hz; it must be 1,000 to 384,000 Hz',
  ],
  [
    '384,001 Hz',
    wavOf([1], { sampleRate: 384_001 }),
    'has a sample rate of 384001 Hz; it must be 1,000 to 384,000 Hz',
  ],
  [
    '24 bits in four bytes',
    riff(formatChunk({ bits: 24, frameBytes: 4 }), pcm),
    'has frames of 4 bytes where its format needs 3',
  ],
])('%s is refused in words', (_, file, reason) => {
  expect(refusal(file)).toBe(reason);
});

test('whatever the bytes are, they are refused in words or give samples of -1 to 1', () => {
  // A multiplicative generator: the same files every time.
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const models = [
    tone(0.02),
    wavOf([1, 2, 3, 4], { bits: 24, channels: 2, extensible: true }),
    wavOf([0.1, 0.2, 0.3], { code: 3, bits: 64 }),
    riff(chunk('note', bytes('abc')), pcm, formatChunk()),
  ];
  let read = 0;
  const broken: number[] = [];
  for (let run = 0; run < 20_000; run++) {
    const file = Uint8Array.from(models[random(models.length)]!);
    // Mostly the headers: what counts is there.
    for (let n = random(5); n > 0; n--) {
      file[random(Math.min(file.length, 70))] = [0, 1, 255, random(256)][random(4)]!;
    }
    const cut = random(3) === 0 ? file.subarray(0, random(file.length + 1)) : file;
    const result = readWav(cut);
    if ('refused' in result) {
      if (!/^(is|has) /.test(result.refused)) broken.push(run);
      continue;
    }
    read += 1;
    const out = new Float32Array(result.frames);
    result.decode(out, 0);
    if (!out.every((sample) => sample >= -1 && sample <= 1)) broken.push(run);
  }
  expect(broken).toEqual([]);
  expect(read).toBeGreaterThan(2000);
});
