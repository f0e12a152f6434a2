import { createHash } from 'node:crypto';
import { InferenceSession, Tensor, env } from 'onnxruntime-web';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  pitchOf,
  sampleRate,
  smallModel,
  styleFactor,
  tokenCount,
  tokenSamples,
} from './small-model.mjs';

interface Input {
  tokens: number[];
  speed?: number;
  /** Mean of the first and of the second half. */
  style?: [number, number];
}

const sessions = {} as Record<'tokens' | 'input_ids', InferenceSession>;

beforeAll(async () => {
  env.wasm.numThreads = 1;
  for (const inputs of ['tokens', 'input_ids'] as const)
    sessions[inputs] = await InferenceSession.create(smallModel({ inputs }));
});

describe('the release form', () => {
  test('has the inputs and the output of the real one', () => {
    expect(sessions.tokens.inputNames).toEqual(['tokens', 'style', 'speed']);
    expect(sessions.tokens.outputNames).toEqual(['audio']);
  });

  test.each([
    [1, 1440],
    [2, 720],
    [0.5, 2880],
    [1.3, 1108],
  ])('at speed %f a token has %i samples', async (speed, samples) => {
    expect((await run({ tokens: [0, 50, 51, 0], speed })).dims).toEqual([4 * samples]);
  });

  test('a token sounds at its pitch', async () => {
    const tokens = [43, 50, 177];
    const { data } = await run({ tokens });
    for (const [at, token] of tokens.entries())
      expect(Math.abs(pitchIn(part(data, at)) - pitchOf(token))).toBeLessThan(4);
  });

  test('no two tokens have one pitch, all between 120 and 900 Hz', () => {
    const pitches = Array.from({ length: tokenCount }, (_, token) => pitchOf(token));
    expect(new Set(pitches).size).toBe(178);
    expect([Math.min(...pitches), Math.max(...pitches)]).toEqual([120, 900]);
  });

  test.each([-1, 0.4])('a style whose first half is %f moves the pitch', async (mean) => {
    const { data } = await run({ tokens: [43], style: [mean, 0] });
    expect(Math.abs(pitchIn(data) - pitchOf(43) * styleFactor(mean))).toBeLessThan(4);
    expect(Math.abs(styleFactor(mean) - 1)).toBeGreaterThan(0.05);
  });

  test('the second half moves the level', async () => {
    expect(peak((await run({ tokens: [43] })).data)).toBeCloseTo(0.25, 2);
    const louder = await run({ tokens: [43], style: [0, 1] });
    expect(peak(louder.data)).toBeCloseTo(0.25 * styleFactor(1), 2);
  });

  test('pads are silent, spaces a tenth as loud as the rest', async () => {
    const { data } = await run({ tokens: [0, 16, 50] });
    expect(peak(part(data, 0))).toBe(0);
    expect(peak(part(data, 1))).toBeCloseTo(0.025, 3);
  });

  test('nothing clicks: no step is larger than the highest tone makes', async () => {
    const tokens = Array.from({ length: tokenCount }, (_, token) => token);
    const { data } = await run({ tokens });
    const steps = data.map((sample, at) => Math.abs(sample - (data[at - 1] ?? 0)));
    expect(peak(steps)).toBeLessThan((0.25 * 2 * Math.PI * 900) / sampleRate);
  });

  test('510 tokens between pads run', async () => {
    const tokens = [0, ...Array<number>(510).fill(50), 0];
    expect((await run({ tokens })).dims).toEqual([512 * tokenSamples]);
  });

  test('the same input gives the same samples', async () => {
    const input: Input = { tokens: [0, 50, 16, 60, 0], speed: 1.1, style: [0.3, -0.2] };
    expect((await run(input)).data).toEqual((await run(input)).data);
  });
});

describe('the form of the Hugging Face export', () => {
  test('has its names', () => {
    expect(sessions.input_ids.inputNames).toEqual(['input_ids', 'style', 'speed']);
    expect(sessions.input_ids.outputNames).toEqual(['waveform']);
  });

  test('gives the same samples in two dimensions', async () => {
    const input: Input = { tokens: [0, 50, 0], style: [0.5, 0] };
    const { dims, data } = await run(input, 'input_ids');
    expect(dims).toEqual([1, 3 * tokenSamples]);
    expect(data).toEqual((await run(input)).data);
  });
});

test.each([
  ['tokens', 'de5f858fde32629cdc5dadd1b4f180ce1f8c6dc2f520564f49ba3d292d480a08'],
  ['input_ids', '4373ea06db20a5656642d56c30477edc91f5d9332d8aa9d04e988f63e23328c1'],
] as const)('the file of the form %s is always the same', (inputs, sha256) => {
  expect(createHash('sha256').update(smallModel({ inputs })).digest('hex')).toBe(sha256);
});

async function run(
  { tokens, speed = 1, style = [0, 0] }: Input,
  form: 'tokens' | 'input_ids' = 'tokens',
): Promise<{ dims: readonly number[]; data: Float32Array }> {
  const row = Float32Array.from({ length: 256 }, (_, column) => style[column < 128 ? 0 : 1]);
  const outputs = await sessions[form].run({
    [form]: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
    style: new Tensor('float32', row, [1, 256]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
  });
  const { dims, data } = Object.values(outputs)[0]!;
  return { dims, data: data as Float32Array };
}

function part(data: Float32Array, index: number): Float32Array {
  return data.slice(index * tokenSamples, (index + 1) * tokenSamples);
}

function peak(data: Float32Array): number {
  return data.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** The strongest frequency, to 2 Hz, from 60 to 1200. */
function pitchIn(data: Float32Array): number {
  let best = { hz: 0, power: 0 };
  for (let hz = 60; hz <= 1200; hz += 2) {
    let [real, imaginary] = [0, 0];
    for (const [at, sample] of data.entries()) {
      const angle = (2 * Math.PI * hz * at) / sampleRate;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
    }
    const power = real ** 2 + imaginary ** 2;
    if (power > best.power) best = { hz, power };
  }
  return best.hz;
}
