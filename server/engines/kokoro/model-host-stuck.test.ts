/** A model that does not answer or makes no sense, and a wish that changes nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArmedClock } from './fixtures/armed-clock.ts';
import { FakeBackend, FakeFile, settled } from './fixtures/fakes.ts';
import { StuckError } from './inference.ts';
import { ModelHost } from './model-host.ts';

const run = { tokens: new Int32Array(42), style: new Float32Array(256), speed: 1 };
const other = { ...run, speed: 2 };
const never = new AbortController().signal;
const rescue = { waitMs: 4_000, repeat: false };

let clock: ArmedClock;
let wasm: FakeBackend;
let native: FakeBackend;
let log: string[];
let host: ModelHost;
beforeEach(async () => {
  clock = new ArmedClock();
  wasm = new FakeBackend('wasm', 1.4);
  native = new FakeBackend('native', 0.31);
  log = [];
  host = new ModelHost({
    backends: [wasm, native],
    file: new FakeFile(),
    clock,
    wish: 'auto',
    idleMs: null,
    log: (line) => log.push(line),
    changed: () => {},
    spoiled: () => {},
  });
  host.use('/model.onnx', 'key', run);
  await settled();
});
afterEach(async () => {
  await host.close();
  await settled();
  expect(clock.armed).toBe(0);
  expect([wasm.open, native.open]).toEqual([0, 0]);
});

const loads = () => [wasm.loads, native.loads];

describe('a run that got stuck', () => {
  async function stuck(repeat: boolean) {
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(other, never, { ...rescue, repeat });
    ran.catch(() => undefined);
    await settled();
    native.model.stick();
    return ran;
  }

  test('is not made again where another can say it; the model is loaded again', async () => {
    await expect(stuck(false)).rejects.toBeInstanceOf(StuckError);
    expect(host.state()).toEqual({ status: 'loading', again: true });
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
    expect(log).toContain('kokoro backend native was lost: it did not answer in 4 s');
  });

  test('is made again, once, where nobody else can say it', async () => {
    await expect(stuck(true)).resolves.toBeDefined();
    expect(native.model.runs.at(-1)).toBe(other);
  });

  test('has its model tested before it is used again', async () => {
    await expect(stuck(false)).rejects.toBeInstanceOf(StuckError);
    await settled();
    expect(native.model.runs).toEqual([run]);
    native.model.lose();
    await settled();
    expect(native.model.runs).toEqual([]);
  });

  test('leaves the model for another when the test gets stuck too', async () => {
    native.answer = () => new Promise(() => {});
    await expect(stuck(false)).rejects.toBeInstanceOf(StuckError);
    await settled();
    native.model.stick();
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });
});

describe('a load during a run', () => {
  test('is waited for so long, not longer', async () => {
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    ran.catch(() => undefined);
    await settled();
    native.gate = new Promise(() => {});
    native.model.lose();
    await settled();
    let isOver = false;
    ran.catch(() => (isOver = true));
    clock.advance(3_999);
    await settled();
    expect(isOver).toBe(false);
    clock.advance(1);
    await expect(ran).rejects.toThrow('still being loaded');
  });

  test('is waited for', async () => {
    native.model.answer = () => new Promise(() => {});
    const ran = host.run(run, never, rescue);
    await settled();
    let open = (): void => {};
    native.gate = new Promise((resolve) => (open = resolve));
    native.model.lose();
    await settled();
    clock.advance(3_000);
    open();
    await expect(ran).resolves.toBeDefined();
  });
});

describe('what was no speech', () => {
  test('three times in a row loads the model again, and tests it', async () => {
    host.doubt();
    host.doubt();
    expect(native.loads).toBe(1);
    host.doubt();
    await settled();
    expect(native.loads).toBe(2);
    expect(native.model.runs).toEqual([run]);
    expect(log).toContain('kokoro backend native was lost: it failed 3 times in a row');
  });

  test('with speech in between does nothing', async () => {
    for (let count = 0; count < 4; count += 1) {
      host.doubt();
      host.doubt();
      host.trust();
    }
    expect(native.loads).toBe(1);
  });

  test('and none in the test either: another backend', async () => {
    native.sound = (seconds) => new Float32Array(24_000 * seconds);
    for (let count = 0; count < 3; count += 1) host.doubt();
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
  });
});

describe('a wish that comes to what is there', () => {
  let model: unknown;
  beforeEach(() => {
    expect(loads()).toEqual([1, 1]);
    ({ model } = native);
  });
  const isUntouched = async () => {
    await settled();
    expect(loads()).toEqual([1, 1]);
    expect(native.model).toBe(model);
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
  };

  test('does not load it again', async () => {
    for (const wish of ['native', 'auto', 'native', 'native', 'auto'] as const) host.wish(wish);
    await isUntouched();
  });

  test('does not end a run', async () => {
    let finish = (): void => {};
    const ran = { samples: Float32Array.of(0.1), ms: 1 };
    native.model.answer = () => new Promise((resolve) => (finish = () => resolve(ran)));
    const running = host.run(other, never, rescue);
    await settled();
    host.wish('native');
    finish();
    expect(await running).toBe(ran);
  });

  test('since what is wished for cannot run here is logged', async () => {
    wasm.why = 'The browser was removed.';
    host.wish('wasm');
    await isUntouched();
    expect(log.at(-1)).toBe('kokoro_backend wasm is not used: The browser was removed.');
  });

  test('during its load does not begin it again', async () => {
    native.gate = new Promise(() => {});
    native.model.lose();
    await settled();
    expect(native.loads).toBe(2);
    host.wish('native');
    await settled();
    expect(native.loads).toBe(2);
  });

  test('while it sleeps leaves it asleep', async () => {
    host.idleAfter(60_000);
    clock.advance(60_000);
    host.wish('native');
    await settled();
    expect(host.state()).toEqual({ status: 'asleep', backend: 'native' });
  });

  test('and later to another loads that', async () => {
    host.wish('native');
    host.wish('wasm');
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'wasm' });
    host.wish('auto');
    await settled();
    expect(host.state()).toEqual({ status: 'ready', backend: 'native' });
  });
});

test('a wish for what was not measured yet takes longer than waking up', async () => {
  await host.close();
  const file = new FakeFile();
  native.why = 'It is not installed.';
  host = new ModelHost({
    backends: [wasm, native],
    file,
    clock,
    wish: 'auto',
    idleMs: null,
    log: () => {},
    changed: () => {},
    spoiled: () => {},
  });
  host.use('/model.onnx', 'key', run);
  await settled();
  native.why = null;
  host.wish('native');
  expect(host.state()).toEqual({ status: 'loading', again: false });
  await settled();
});
