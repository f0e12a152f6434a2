import { InferenceSession, Tensor, env } from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { type Model, encodeModel, modelBytes } from './encode-onnx.mjs';

/** y = x + lazy, then turned round. */
const model: Model = {
  name: 'test',
  doc: 'an example',
  inputs: [{ name: 'x', type: 'float', dims: ['rows', 2] }],
  outputs: [{ name: 'y', type: 'float', dims: [2, 'rows'] }],
  initializers: [
    {
      name: 'lazy',
      dims: [2],
      data: {
        *chunks() {
          yield Float32Array.of(10);
          yield Float32Array.of(20);
        },
      },
    },
  ],
  nodes: [
    { op: 'Add', inputs: ['x', 'lazy'], outputs: ['sum'] },
    { op: 'LeakyRelu', inputs: ['sum'], outputs: ['low'], attributes: { alpha: { float: 0.5 } } },
    { op: 'Softmax', inputs: ['low'], outputs: ['soft'], attributes: { axis: -1 } },
    { op: 'Mul', inputs: ['soft', 'low'], outputs: ['product'] },
    { op: 'Transpose', inputs: ['product'], outputs: ['y'], attributes: { perm: [1, 0] } },
  ],
};

test('onnxruntime reads and runs what is written', async () => {
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(modelBytes(model));
  const x = Float32Array.of(-10, -20, -10, -40, 0, -10);
  const { y } = await session.run({ x: new Tensor('float32', x, [3, 2]) });
  const high = 1 / (1 + Math.exp(-10));
  expect(y!.dims).toEqual([2, 3]);
  const expected = [0, 0, 5, 0, -10 * (1 - high), 5];
  const found = [...(y!.data as Float32Array)];
  expect(found.map((value) => Math.round(value * 1e3) / 1e3)).toEqual(
    expected.map((value) => Math.round(value * 1e3) / 1e3),
  );
});

test('the size is that of the chunks', () => {
  const { bytes, chunks } = encodeModel(model);
  expect([...chunks()].reduce((sum, chunk) => sum + chunk.length, 0)).toBe(bytes);
});

test('lengths and numbers of more than 7 bits are written in several bytes', () => {
  const bytes = Buffer.from(modelBytes({ ...model, doc: 'd'.repeat(300) }));
  const doc = bytes.indexOf('d'.repeat(300));
  expect([...bytes.subarray(doc - 3, doc)]).toEqual([6 * 8 + 2, 0xac, 0x02]);
});
