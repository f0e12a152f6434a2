import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeBackend, FakeFile, settled } from './fixtures/fakes.ts';
import { ArmedClock } from './fixtures/armed-clock.ts';
import { LostError, ModelFileError, RunError } from './inference.ts';
import { type HostState, ModelHost } from './model-host.ts';

const run = { tokens: new Int32Array(42), style: new Float32Array(256), speed: 1 };
const never = new AbortController().signal;
const rescue = { waitMs: 4_000, repeat: false };
const MINUTE = 60_000;

let clock: ArmedClock;
let wasm: FakeBackend;
let native: FakeBackend;
let file: FakeFile;
let log: string[];
let states: HostState['status'][];
let spoiled: string[];
let host: ModelHost;
beforeEach(() => {
  clock = new ArmedClock();
  wasm = new FakeBackend('wasm', 1.4);
  native = new FakeBackend('native', 0.31);
  file = new FakeFile();
  log = [];
  states = [];
  spoiled = [];
  host = open();
});
afterEach(async () => {
  await host.close();
  await settled();
  expect(clock.armed).toBe(0);
  expect([wasm.open, native.open]).toEqual([0, 0]);
});

function open(idleMs: number | null = 15 * MINUTE): ModelHost {
  return new ModelHost({
    backends: [wasm, native],
    file,
    clock,
    wish: 'auto',
    idleMs,
    log: (line) => log.push(line),
    changed: () => states.push(host.state().status),
    spoiled: (why) => spoiled.push(why),
  });
}

async function use(): Promise<void> {
  host.use('/model.onnx', 'key', run);
  await settled();
}

describe('loading', () => {
  test('begins with the file', async () => {
    expect(host.state()).toEqual({ status: 'empty' });
    host.use('/model.onnx', 'key', run);
    expect(host.state()).toEqual({ status: 'loading', again: false });
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    expect(states).toEqual(['loading', 'ready']);
  });

  test('keeps what was measured, and does not measure it again', async () => {
    await use();
    expect(file.kept.get('key')).toEqual({ wasm: { factor: 1.4 }, native: { factor: 0.31 } });
    await host.close();
    host = open();
    await use();
    expect(wasm.loads).toBe(1);
    expect(host.measured()).toEqual({ wasm: { factor: 1.4 }, native: { factor: 0.31 } });
  });

  test('measures again when it is another model', async () => {
    await use();
    host.use('/other.onnx', 'other', run);
    await settled();
    expect(wasm.loads).toBe(2);
    expect([wasm.open, native.open]).toEqual([0, 1]);
  });

  test('a measurement that cannot be kept is logged, and used', async () => {
    file.failure = new Error('disk full');
    await use();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    expect(log.join()).toContain('backends.json not saved: Error: disk full');
  });

  test('a run waits for it', async () => {
    host.use('/model.onnx', 'key', run);
    const ran = await host.run(run, never, rescue);
    expect(ran.samples.length).toBeGreaterThan(0);
  });

  test('a run without a model fails', async () => {
    await expect(host.run(run, never, rescue)).rejects.toBeInstanceOf(LostError);
  });
});

describe('a load that fails', () => {
  beforeEach(() => {
    wasm.why = 'no';
    native.failure = new Error('memory was short');
  });

  test('says why', async () => {
    await use();
    expect(host.state()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('memory was short'),
    });
    expect(spoiled).toEqual([]);
  });

  test('is tried again after 30 s, then after twice as long, up to half an hour', async () => {
    await use();
    for (const seconds of [30, 60, 120, 240, 480, 960, 1800, 1800]) {
      const before = native.loads;
      clock.advance(1000 * seconds - 1);
      await settled();
      expect(native.loads).toBe(before);
      clock.advance(1);
      await settled();
      expect(native.loads).toBe(before + 1);
    }
  });

  test('is not tried again by a run, which fails at once', async () => {
    await use();
    await expect(host.run(run, never, rescue)).rejects.toThrow('memory was short');
    host.wake();
    await settled();
    expect(native.loads).toBe(1);
  });

  test('works when it works again, and the next failure begins with 30 s', async () => {
    await use();
    clock.advance(30_000);
    await settled();
    native.failure = null;
    clock.advance(60_000);
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    native.failure = new Error('memory was short');
    native.model.lose();
    await settled();
    const before = native.loads;
    clock.advance(30_000);
    await settled();
    expect(native.loads).toBe(before + 1);
  });

  test('because of the file tells, and does not try the same file again', async () => {
    native.failure = new ModelFileError('it is no model');
    await use();
    expect(spoiled).toEqual(['it is no model']);
    expect(host.state()).toEqual({ status: 'failed', message: 'it is no model' });
    expect(clock.armed).toBe(0);
    native.failure = null;
    host.wish('native');
    await settled();
    expect(host.state().status).toBe('failed');
    await use();
    expect(host.state().status).toBe('ready');
  });
});

describe('a backend that is lost', () => {
  beforeEach(use);

  test('is loaded again at once', async () => {
    native.model.lose('it crashed');
    expect(host.state()).toEqual({ status: 'loading', again: true });
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    expect(log).toContain('kokoro backend native was lost: it crashed');
  });

  test('makes its run again, once', async () => {
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    await settled();
    const first = native.model;
    first.lose();
    expect((await ran).samples.length).toBeGreaterThan(0);
    expect(first.runs.at(-1)).toBe(run);
    expect(native.model.runs).toEqual([run]);
  });

  test('twice fails the run', async () => {
    native.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    ran.catch(() => undefined);
    for (let time = 0; time < 2; time += 1) {
      await settled();
      native.model.lose();
    }
    await expect(ran).rejects.toBeInstanceOf(LostError);
  });

  test('a run that only failed is not made again', async () => {
    native.model.answer = () => {
      throw new RunError('not a number');
    };
    const before = native.model.runs.length;
    await expect(host.run(run, never, rescue)).rejects.toBeInstanceOf(RunError);
    expect(native.model.runs.length).toBe(before + 1);
    expect(native.loads).toBe(1);
  });

  async function loseNative(times: number, every: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      clock.advance(every);
      native.model.lose();
      await settled();
    }
  }

  test('three times in a minute is left for another', async () => {
    await loseNative(2, 10_000);
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    await loseNative(1, 10_000);
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });

  test('three times in two minutes is not', async () => {
    await loseNative(4, 40_000);
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
  });

  test('three times where there is no other: is tried again in 30 s', async () => {
    wasm.why = 'The browser was removed.';
    await loseNative(3, 1000);
    expect(host.state()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('again and again'),
    });
    clock.advance(30_000);
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
  });

  test('as soon as it was loaded: comes to another in the end', async () => {
    const { load } = native;
    native.load = async (...given) => {
      const model = await load.apply(native, given);
      model.onLost = (listener) => listener('it crashed', false);
      return model;
    };
    native.model.lose();
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });
});

describe('idleness', () => {
  beforeEach(use);

  test('unloads it', async () => {
    clock.advance(15 * MINUTE - 1);
    expect(host.state().status).toBe('ready');
    clock.advance(1);
    expect(host.state()).toEqual({ status: 'asleep', backend: 'native' });
    await settled();
    expect(native.open).toBe(0);
  });

  test('begins anew with each run', async () => {
    clock.advance(14 * MINUTE);
    await host.run(run, never, rescue);
    clock.advance(14 * MINUTE);
    expect(host.state().status).toBe('ready');
    clock.advance(MINUTE);
    expect(host.state().status).toBe('asleep');
  });

  test('begins anew when it will be needed', () => {
    clock.advance(14 * MINUTE);
    host.wake();
    clock.advance(14 * MINUTE);
    expect(host.state().status).toBe('ready');
  });

  test('does not unload it during a run', async () => {
    native.model.answer = () => new Promise(() => {});
    const abort = new AbortController();
    const ran = host.run(run, abort.signal, rescue);
    await settled();
    clock.advance(60 * MINUTE);
    host.wake();
    clock.advance(60 * MINUTE);
    expect(host.state().status).toBe('ready');
    abort.abort(new Error('skipped'));
    await expect(ran).rejects.toThrow('skipped');
    clock.advance(15 * MINUTE);
    expect(host.state().status).toBe('asleep');
  });

  test.each(['wake', 'run'] as const)('ends with a %s', async (how) => {
    clock.advance(15 * MINUTE);
    const ran = how === 'wake' ? host.wake() : host.run(run, never, rescue);
    expect(host.state()).toEqual({ status: 'loading', again: true });
    await ran;
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    expect(wasm.loads).toBe(1);
  });

  test('can be of another length, or never', () => {
    host.idleAfter(MINUTE);
    clock.advance(MINUTE);
    expect(host.state().status).toBe('asleep');
  });

  test('can be switched off', () => {
    host.idleAfter(null);
    clock.advance(1000 * MINUTE);
    expect(host.state().status).toBe('ready');
  });
});

describe('another wish', () => {
  test('loads the other backend, never two at once', async () => {
    await use();
    const { load } = wasm;
    let others = -1;
    wasm.load = (...given) => {
      others = native.open;
      return load.apply(wasm, given);
    };
    const { model } = native;
    const close = model.close.bind(model);
    model.close = async () => {
      await settled();
      await close();
    };
    host.wish('wasm');
    expect(host.state()).toEqual({ status: 'loading', again: true });
    await settled();
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
    expect(others).toBe(0);
  });

  test('the same again changes nothing', async () => {
    await use();
    host.wish('auto');
    expect(host.state().status).toBe('ready');
  });

  test('during a load takes its place', async () => {
    native.gate = new Promise(() => {});
    host.use('/model.onnx', 'key', run);
    await settled();
    host.wish('wasm');
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });

  test('a run goes on with the other', async () => {
    await use();
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    await settled();
    host.wish('wasm');
    await expect(ran).resolves.toBeDefined();
    expect(wasm.model.runs.at(-1)).toBe(run);
  });

  test('a run that waits for the load waits for the next', async () => {
    native.gate = new Promise(() => {});
    host.use('/model.onnx', 'key', run);
    const ran = host.run(run, never, rescue);
    await settled();
    host.wish('wasm');
    await expect(ran).resolves.toBeDefined();
  });

  test('before there is a model is remembered', async () => {
    host.wish('wasm');
    await use();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });

  test('after a failure tries at once', async () => {
    wasm.failure = native.failure = new Error('memory was short');
    await use();
    native.failure = null;
    host.wish('native');
    await settled();
    expect(host.state().status).toBe('ready');
  });
});

describe('close', () => {
  // What is left afterwards is looked at after each test.
  test('during a load', async () => {
    native.gate = new Promise(() => {});
    host.use('/model.onnx', 'key', run);
    const ran = host.run(run, never, rescue);
    ran.catch(() => undefined);
    await settled();
    await host.close();
    await expect(ran).rejects.toBeInstanceOf(LostError);
  });

  test('during a load that does not listen to its signal', async () => {
    let finish = (): void => {};
    const { load } = native;
    native.load = async (model) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return load.call(native, model);
    };
    host.use('/model.onnx', 'key', run);
    await settled();
    let isClosed = false;
    const closing = host.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    finish();
    await closing;
    expect(native.open).toBe(0);
  });

  test('during a run', async () => {
    await use();
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    ran.catch(() => undefined);
    await settled();
    await host.close();
    await expect(ran).rejects.toBeInstanceOf(LostError);
    expect(native.loads).toBe(1);
  });

  test('while it is to be tried again', async () => {
    wasm.failure = native.failure = new Error('memory was short');
    await use();
    await host.close();
    expect(clock.armed).toBe(0);
  });

  test('while it unloads waits for that', async () => {
    await use();
    let finish = (): void => {};
    const { model } = native;
    const close = model.close.bind(model);
    model.close = async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      await close();
    };
    clock.advance(15 * MINUTE);
    let isClosed = false;
    const closing = host.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    finish();
    await closing;
  });

  test('of a model that cannot be closed does not fail', async () => {
    await use();
    native.model.close = async () => {
      native.model.closed += 1;
      throw new Error('it does not answer');
    };
    await expect(host.close()).resolves.toBeUndefined();
  });

  test('twice is once', async () => {
    await use();
    const { model } = native;
    await Promise.all([host.close(), host.close()]);
    await host.close();
    expect(model.closed).toBe(1);
  });

  test('is the end: nothing loads any more', async () => {
    await use();
    await host.close();
    states.length = 0;
    host.wake();
    host.wish('wasm');
    await use();
    host.idleAfter(1);
    await expect(host.run(run, never, rescue)).rejects.toBeInstanceOf(LostError);
    expect([wasm.open, native.open, states]).toEqual([0, 0, []]);
  });
});

test('an aborted run ends at once', async () => {
  await use();
  native.model.answer = () => new Promise(() => {});
  const abort = new AbortController();
  const ran = host.run(run, abort.signal, rescue);
  await settled();
  abort.abort(new Error('skipped'));
  await expect(ran).rejects.toThrow('skipped');
  expect(host.state().status).toBe('ready');
});
