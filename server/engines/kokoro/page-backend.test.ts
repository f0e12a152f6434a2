import { beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../page-link/link.ts';
import type { SynthPage, SynthPageModel } from '../../page-link/synth-page.ts';
import { encodeResult } from '../../../shared/synth/messages.ts';
import { ArmedClock } from './fixtures/armed-clock.ts';
import { settled } from './fixtures/fakes.ts';
import { LostError, ModelFileError, StuckError } from './inference.ts';
import { createPageBackend } from './page-backend.ts';

const run = { tokens: Int32Array.of(0, 5, 0), style: new Float32Array(256), speed: 1 };

class FakeLink implements Link {
  readonly pid = 1;
  readonly sent: (string | Uint8Array)[] = [];
  closed = 0;
  #onMessage: (data: Buffer, isBinary: boolean) => void = () => {};
  #onDown: (why: string) => void = () => {};

  send(data: string | Uint8Array): void {
    this.sent.push(data);
  }
  onMessage(listener: (data: Buffer, isBinary: boolean) => void): void {
    this.#onMessage = listener;
  }
  onDown(listener: (why: string) => void): void {
    this.#onDown = listener;
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
  says(message: object): void {
    this.#onMessage(Buffer.from(JSON.stringify(message)), false);
  }
  gives(bytes: Uint8Array): void {
    this.#onMessage(Buffer.from(bytes), true);
  }
  goesDown(why: string): void {
    this.#onDown(why);
  }
}

let link: FakeLink;
let clock: ArmedClock;
let opened: SynthPageModel[];
let failure: Error | null;
beforeEach(() => {
  link = new FakeLink();
  clock = new ArmedClock();
  opened = [];
  failure = null;
});

const page: SynthPage = {
  modelPath: '/model.onnx',
  missing: () => null,
  async open(options) {
    opened.push(options);
    if (failure) throw failure;
    return link;
  },
};
const backend = () => createPageBackend({ id: 'wasm', page, clock, threads: 2 });

async function loaded(factor?: number) {
  const loading = backend().load('/models/kokoro.onnx', undefined, factor);
  await settled();
  link.says({ type: 'loaded' });
  return loading;
}

describe('loading', () => {
  test('opens a page with the file, and asks for the model', async () => {
    await loaded();
    expect(opened).toMatchObject([{ model: '/models/kokoro.onnx', gpu: false }]);
    expect(JSON.parse(link.sent[0] as string)).toEqual({
      type: 'load',
      model: '/model.onnx',
      backend: 'wasm',
      threads: 2,
    });
  });

  test('a page that does not open says nothing of the next time', async () => {
    failure = new Error('The browser did not start.');
    await expect(backend().load('/model')).rejects.toEqual(
      new LostError('The browser did not start.'),
    );
  });

  test('a page that dies meanwhile says nothing of the next time', async () => {
    const loading = backend().load('/model');
    await settled();
    link.goesDown('The browser ended.');
    await expect(loading).rejects.toEqual(new LostError('The browser ended.'));
    expect(link.closed).toBe(1);
  });

  test('a bad file is at fault', async () => {
    const loading = backend().load('/model');
    await settled();
    link.says({ type: 'unusable', reason: 'it is no model', fault: 'model' });
    await expect(loading).rejects.toEqual(new ModelFileError('it is no model'));
    expect(link.closed).toBe(1);
  });

  test('an abort is no fault of the browser', async () => {
    const abort = new AbortController();
    failure = new Error('closed');
    const loading = backend().load('/model', abort.signal);
    abort.abort(new Error('ending'));
    await expect(loading).rejects.toThrow('ending');
  });
});

describe('running', () => {
  test('gives the samples', async () => {
    const model = await loaded();
    const ran = model.run(run);
    await settled();
    const samples = Float32Array.of(0.1, 0.2);
    link.gives(encodeResult({ id: 1, samples, ms: 12 }));
    expect(await ran).toEqual({ samples, ms: 12 });
    expect(clock.armed).toBe(0);
  });

  test('waits for an answer by what was measured before', async () => {
    const model = await loaded(0.3);
    const ran = model.run(run);
    ran.catch(() => undefined);
    await settled();
    clock.advance(10_250);
    await expect(ran).rejects.toBeInstanceOf(StuckError);
    expect(link.closed).toBe(1);
  });
});
