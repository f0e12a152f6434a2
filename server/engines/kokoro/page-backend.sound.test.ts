/** The stand-in model (not Kokoro's weights) in a real hidden page. Needs a browser, no sound. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallModel } from '../../../models/stand-in/small-model.mjs';
import { startBrowser } from '../../page-link/browser.ts';
import { BrowserHost } from '../../page-link/browser-host.ts';
import { createSynthPage } from '../../page-link/synth-page.ts';
import { realClock } from '../../runtime/clock.ts';
import { type LoadedModel, LostError, ModelFileError, RunError } from './inference.ts';
import { createPageBackend } from './page-backend.ts';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sonara-synth-'));
let browserPid = 0;
const host = new BrowserHost(
  { playwright: join(dist, 'playwright'), profile: join(folder, 'browser') },
  async (options) => {
    const browser = await startBrowser(options);
    browserPid = browser.pid;
    return browser;
  },
);
const silent = { device: async () => ({ present: false, env: {} }), heard: async () => null };

function backend(id: 'wasm' | 'webgpu') {
  const page = createSynthPage({
    page: join(dist, 'page'),
    host,
    probe: silent,
    hasGpu: () => true,
  });
  return createPageBackend({ id, page, clock: realClock, threads: 2 });
}

const style = new Float32Array(256).fill(0.1);
const tokens = Int32Array.of(0, 50, 60, 70, 80, 0);

function modelFile(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

describe.each(['tokens', 'input_ids'] as const)('a model with %s in the page', (inputs) => {
  let model: LoadedModel;
  beforeAll(async () => {
    model = await backend('wasm').load(modelFile(`${inputs}.onnx`, smallModel({ inputs })));
  });
  afterAll(() => model.close());

  test('makes sound', async () => {
    const { samples } = await model.run({ tokens, style, speed: 1 });
    expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true);
  });

  test('makes the same sound again', async () => {
    const [first, second] = await Promise.all([
      model.run({ tokens, style, speed: 1 }),
      model.run({ tokens, style, speed: 1 }),
    ]);
    expect(second.samples).toEqual(first.samples);
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
  const load = backend('wasm').load(modelFile(`${name}.onnx`, bytes));
  await expect(load).rejects.toBeInstanceOf(ModelFileError);
});

test('a software graphics adapter is refused', async () => {
  const load = backend('webgpu').load(modelFile('gpu.onnx', smallModel({ inputs: 'tokens' })));
  await expect(load).rejects.toThrow(/adapter/);
});

test('a page that dies is told, and its runs end', async () => {
  const model = await backend('wasm').load(
    modelFile('dies.onnx', smallModel({ inputs: 'tokens' })),
  );
  const lost = new Promise<string>((resolve) => model.onLost(resolve));
  const long = new Int32Array(512).fill(50);
  const run = model.run({ tokens: long, style, speed: 0.5 });
  const ended = run.catch((error: unknown) => error);
  process.kill(browserPid, 'SIGKILL');
  expect(await ended).toBeInstanceOf(LostError);
  expect(await lost).toMatch(/browser|page/i);
});
