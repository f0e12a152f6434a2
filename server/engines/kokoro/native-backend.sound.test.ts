/** The stand-in model (not Kokoro's weights) in the real native runtime, in a child process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lacks } from '../../../e2e/rig/parts.ts';
import { smallModel } from '../../../models/stand-in/small-model.mjs';
import { forkModule } from '../../platform/process.ts';
import { realClock } from '../../runtime/clock.ts';
import { type LoadedModel, LostError, ModelFileError, RunError } from './inference.ts';
import { createNativeBackend, findNative } from './native-backend.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');
const native =
  findNative(dist, process.env) ?? findNative(dist, { SONARA_NATIVE: join(root, '.cache/native') });

const style = new Float32Array(256).fill(0.1);
const tokens = Int32Array.of(0, 50, 60, 70, 80, 0);

describe.skipIf(lacks('native'))('the native runtime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonara-native-'));
  let pid: number | undefined;
  const backend = createNativeBackend({
    folder: native,
    dist,
    clock: realClock,
    threads: 2,
    fork(module, args) {
      const child = forkModule(module, args);
      pid = child.pid;
      return child;
    },
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function modelFile(name: string, bytes: Uint8Array): string {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  describe.each(['tokens', 'input_ids'] as const)('with a model of %s', (inputs) => {
    let model: LoadedModel;
    beforeAll(async () => {
      model = await backend.load(modelFile(`${inputs}.onnx`, smallModel({ inputs })));
    });
    afterAll(() => model.close());

    test('makes sound', async () => {
      const { samples, ms } = await model.run({ tokens, style, speed: 1 });
      expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true);
      expect(ms).toBeGreaterThan(0);
    });

    test('at twice the speed makes half of it', async () => {
      const { samples: slow } = await model.run({ tokens, style, speed: 1 });
      const { samples: fast } = await model.run({ tokens, style, speed: 2 });
      expect(fast.length / slow.length).toBeCloseTo(0.5, 1);
    });

    test('a run it cannot do fails alone', async () => {
      const bad = model.run({ tokens: Int32Array.of(0, 100_000, 0), style, speed: 1 });
      await expect(bad).rejects.toBeInstanceOf(RunError);
      await expect(model.run({ tokens, style, speed: 1 })).resolves.toBeDefined();
    });
  });

  test.each([
    ['no ONNX file', new TextEncoder().encode('<html>Not found</html>')],
    ['a truncated one', smallModel({ inputs: 'tokens' }).subarray(0, 900)],
    ['an empty one', new Uint8Array(0)],
  ])('%s is said to be at fault', async (name, bytes) => {
    const load = backend.load(modelFile(`${name}.onnx`, bytes));
    await expect(load).rejects.toBeInstanceOf(ModelFileError);
  });

  test('a process that is killed is told, and its runs end', async () => {
    const model = await backend.load(modelFile('dies.onnx', smallModel({ inputs: 'tokens' })));
    const lost = new Promise<string>((resolve) => model.onLost(resolve));
    const long = new Int32Array(512).fill(50);
    const run = model.run({ tokens: long, style, speed: 0.5 });
    const ended = run.catch((error: unknown) => error);
    process.kill(pid!, 'SIGKILL');
    expect(await ended).toBeInstanceOf(LostError);
    expect(await lost).toMatch(/SIGKILL/);
  });
});
