import type { forkModule } from '../../platform/process.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ForkedModule } from '../../platform/process.ts';
import { ArmedClock } from './fixtures/armed-clock.ts';
import { settled } from './fixtures/fakes.ts';
import { LostError, ModelFileError, RunError, StuckError } from './inference.ts';
import { createNativeBackend, findNative } from './native-backend.ts';
import type { FromNative, ToNative } from './native-messages.ts';

const run = { tokens: Int32Array.of(0, 5, 0), style: new Float32Array(256), speed: 1 };

/** A process that says what the test says. */
class FakeChild implements ForkedModule {
  readonly pid = 1;
  readonly sent: ToNative[] = [];
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #exits: ((reason: string) => void)[] = [];
  kills = 0;

  send(message: unknown): void {
    this.sent.push(message as ToNative);
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.push(listener);
  }
  onExit(listener: (reason: string) => void): void {
    this.#exits.push(listener);
  }
  kill(): void {
    this.kills += 1;
  }
  says(message: FromNative): void {
    for (const listener of this.#listeners) listener(message);
  }
  exits(reason: string): void {
    for (const listener of this.#exits) listener(reason);
  }
}

let clock: ArmedClock;
let child: FakeChild;
let forked: Parameters<typeof forkModule>[];
beforeEach(() => {
  clock = new ArmedClock();
  child = new FakeChild();
  forked = [];
});
afterEach(() => expect(clock.armed).toBe(0));

const backend = (folder: string | null = '/native/node_modules/onnxruntime-node') =>
  createNativeBackend({
    folder,
    dist: '/dist',
    clock,
    threads: 2,
    fork(...given) {
      forked.push(given);
      return child;
    },
  });

async function loaded(factor?: number) {
  const loading = backend().load('/model.onnx', undefined, factor);
  child.says({ type: 'loaded' });
  return loading;
}

describe('loading', () => {
  test('forks the child with the folder of the runtime, and gives it the model', async () => {
    const model = await loaded();
    expect(forked).toEqual([
      [
        join('/dist', 'kokoro-child.cjs'),
        ['/native/node_modules/onnxruntime-node'],
        // It tells its makers nothing.
        { ORT_DISABLE_TELEMETRY: '1' },
      ],
    ]);
    expect(child.sent).toEqual([{ type: 'load', model: '/model.onnx', threads: 2 }]);
    await model.close();
  });

  test('a bad file is at fault', async () => {
    const loading = backend().load('/model.onnx');
    child.says({ type: 'unusable', reason: 'it is no model', fault: 'model' });
    await expect(loading).rejects.toEqual(new ModelFileError('it is no model'));
    expect(child.kills).toBe(1);
  });

  test('a runtime that does not run here is no fault of the file', async () => {
    const loading = backend().load('/model.onnx');
    child.says({ type: 'unusable', reason: 'GLIBC too old', fault: 'backend' });
    await expect(loading).rejects.toThrow('GLIBC too old');
    await expect(loading).rejects.not.toBeInstanceOf(ModelFileError);
    expect(child.kills).toBe(1);
  });

  test('a child that ends is an error, in words', async () => {
    const loading = backend().load('/model.onnx');
    child.exits('exit 3');
    await expect(loading).rejects.toThrow('the native backend ended at its start (exit 3)');
  });

  test('one that takes more than two minutes is ended', async () => {
    const loading = backend().load('/model.onnx');
    clock.advance(120_000);
    await expect(loading).rejects.toThrow(/two minutes/);
    expect(child.kills).toBe(1);
  });

  test('an abort ends it at once', async () => {
    const abort = new AbortController();
    const loading = backend().load('/model.onnx', abort.signal);
    abort.abort(new Error('ending'));
    await expect(loading).rejects.toThrow('ending');
    expect(child.kills).toBe(1);
  });

  test('one that was aborted before forks nothing', async () => {
    const loading = backend().load('/model.onnx', AbortSignal.abort(new Error('gone')));
    await expect(loading).rejects.toThrow('gone');
    expect(forked).toEqual([]);
  });
});

describe('running', () => {
  test('gives the samples', async () => {
    const model = await loaded();
    const ran = model.run(run);
    await settled();
    expect(child.sent.at(-1)).toEqual({ type: 'run', id: 1, ...run });
    const samples = Float32Array.of(0.1);
    child.says({ type: 'result', id: 1, samples, ms: 12 });
    expect(await ran).toEqual({ samples, ms: 12 });
    await model.close();
  });

  test('a run that failed says why', async () => {
    const model = await loaded();
    const ran = model.run(run);
    await settled();
    child.says({ type: 'failed', id: 1, reason: 'out of memory' });
    await expect(ran).rejects.toEqual(new RunError('out of memory'));
    await model.close();
  });

  test('a child that ends is told, and its run ends', async () => {
    const model = await loaded();
    const lost: string[] = [];
    model.onLost((why) => lost.push(why));
    const ran = model.run(run);
    await settled();
    child.exits('ended by SIGKILL');
    await expect(ran).rejects.toBeInstanceOf(LostError);
    expect(lost).toEqual(['the native backend ended (ended by SIGKILL)']);
  });

  test('a child that does not answer is ended, by what was measured before', async () => {
    const model = await loaded(0.3);
    const ran = model.run(run);
    ran.catch(() => undefined);
    await settled();
    clock.advance(10_250);
    await expect(ran).rejects.toBeInstanceOf(StuckError);
    expect(child.kills).toBe(1);
  });

  test('close ends the child, and that is no loss', async () => {
    const model = await loaded();
    const lost: string[] = [];
    model.onLost((why) => lost.push(why));
    await model.close();
    child.exits('ended by SIGKILL');
    expect(child.kills).toBe(1);
    expect(lost).toEqual([]);
  });
});

describe('where it is', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonara-native-'));
    mkdirSync(join(folder, 'dist'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function install(name: string): string {
    const at = join(folder, name, 'node_modules/onnxruntime-node');
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), '{}');
    return at;
  }

  test('beside the built programs', () => {
    const at = install('native');
    expect(findNative(join(folder, 'dist'), {})).toBe(at);
  });

  test('where SONARA_NATIVE says, and only there', () => {
    install('native');
    const at = install('other');
    expect(findNative(join(folder, 'dist'), { SONARA_NATIVE: join(folder, 'other') })).toBe(at);
    expect(findNative(join(folder, 'dist'), { SONARA_NATIVE: join(folder, 'none') })).toBeNull();
  });

  test('nowhere', () => {
    expect(findNative(join(folder, 'dist'), {})).toBeNull();
    expect(backend(null).missing()).toMatch(/npm run accelerate/);
    expect(backend().missing()).toBeNull();
  });

  test('nowhere, and it is to be loaded all the same', async () => {
    await expect(backend(null).load('/model.onnx')).rejects.toThrow(/not installed/);
    expect(forked).toEqual([]);
  });
});
