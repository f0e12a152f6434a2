import { expect, test } from 'vitest';
import { kokoro } from '../manifest.ts';
import { encodeModel } from './encode-onnx.mjs';
import { largeModel } from './large-model.mjs';

const model = largeModel();

function sizeOf(dims: number[]): number {
  return dims.reduce((size, dim) => size * dim, 1);
}

test('it has about 81 million weights', () => {
  const weights = model.initializers.filter(({ data }) => !(data instanceof BigInt64Array));
  const count = weights.reduce((sum, { dims }) => sum + sizeOf(dims), 0);
  expect(Math.abs(count / 81e6 - 1)).toBeLessThan(0.02);
});

test('its file is as large as the real one, to 1%', () => {
  expect(Math.abs(encodeModel(model).bytes / kokoro.files[0]!.bytes - 1)).toBeLessThan(0.01);
});

test('it has the inputs and the output of the real one', () => {
  expect(model.inputs.map(({ name }) => name)).toEqual(['tokens', 'style', 'speed']);
  expect(model.outputs.map(({ name }) => name)).toEqual(['audio']);
});

test('every node uses what is there before it', () => {
  const known = new Set(['', ...[...model.inputs, ...model.initializers].map(({ name }) => name)]);
  const early = model.nodes.filter(({ inputs, outputs }) => {
    const missing = inputs.some((name) => !known.has(name));
    for (const name of outputs) known.add(name);
    return missing;
  });
  expect(early).toEqual([]);
});

test('nothing is computed for nothing', () => {
  const used = new Set(['audio', ...model.nodes.flatMap(({ inputs }) => inputs)]);
  const made = [
    ...model.initializers.map(({ name }) => name),
    ...model.nodes.flatMap((n) => n.outputs),
  ];
  expect(made.filter((name) => !used.has(name))).toEqual([]);
});

test('weights are made in pieces of at most 1 MiB, the same each time', () => {
  const large = model.initializers.find(({ dims }) => sizeOf(dims) > 1_000_000)!;
  if (!('chunks' in large.data)) throw new Error('a large tensor is not lazy');
  const [first, again] = [[...large.data.chunks()], [...large.data.chunks()]];
  expect(first.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(sizeOf(large.dims));
  expect(Math.max(...first.map((chunk) => chunk.byteLength))).toBeLessThanOrEqual(2 ** 20);
  expect(Buffer.compare(bytesOf(first), bytesOf(again))).toBe(0);
});

function bytesOf(chunks: Float32Array[]): Buffer {
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.buffer)));
}
