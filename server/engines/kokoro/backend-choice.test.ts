import { beforeEach, describe, expect, test } from 'vitest';
import { type BackendWish, chooseBackend, knownChoice, NoBackendError } from './backend-choice.ts';
import type { Measurements } from './backends-file.ts';
import { FakeBackend, settled, speechLike } from './fixtures/fakes.ts';
import { type BackendId, LostError, ModelFileError, RunError } from './inference.ts';

const phrase = { tokens: new Int32Array(42), style: new Float32Array(256), speed: 1 };

let wasm: FakeBackend;
let native: FakeBackend;
let webgpu: FakeBackend;
let measured: Measurements;
let shunned: Set<BackendId>;
let suspect: Set<BackendId>;
let log: string[];
let abort: AbortController;
beforeEach(() => {
  wasm = new FakeBackend('wasm', 1.4);
  native = new FakeBackend('native', 0.31);
  webgpu = new FakeBackend('webgpu', 0.1);
  measured = {};
  shunned = new Set();
  suspect = new Set();
  log = [];
  abort = new AbortController();
});

const choose = (wish: BackendWish = 'auto') =>
  chooseBackend({
    backends: [webgpu, wasm, native],
    wish,
    measured,
    shunned,
    suspect,
    model: '/model.onnx',
    phrase,
    log: (line) => log.push(line),
    signal: abort.signal,
  });
const all = () => [webgpu, wasm, native];
const open = () => all().map((backend) => backend.open);
const loads = () => Object.fromEntries(all().map(({ id, loads: count }) => [id, count]));

describe('auto', () => {
  const orders = [
    { webgpu: 0.1, wasm: 1.4, native: 0.3 },
    { webgpu: 0.3, wasm: 1.4, native: 0.1 },
    { webgpu: 1.4, wasm: 0.1, native: 0.3 },
    { webgpu: 0.3, wasm: 0.1, native: 1.4 },
    { webgpu: 1.4, wasm: 0.3, native: 0.1 },
    { webgpu: 0.1, wasm: 0.3, native: 1.4 },
  ];
  const fastest = (factors: Partial<Record<BackendId, number>>) =>
    Object.entries(factors).sort(([, a], [, b]) => a - b)[0]![0];

  test.each(orders)('measures all and takes the fastest: %o', async (factors) => {
    for (const backend of all()) backend.factor = factors[backend.id];
    const { backend, model } = await choose();
    expect(backend).toBe(fastest(factors));
    expect(measured).toEqual({
      webgpu: { factor: factors.webgpu },
      wasm: { factor: factors.wasm },
      native: { factor: factors.native },
    });
    expect(all().find(({ id }) => id === backend)!.model).toBe(model);
    expect(open().sort()).toEqual([0, 0, 1]);
  });

  test.each(orders)(
    'takes the fastest that is known, without trying the others: %o',
    async (factors) => {
      measured = Object.fromEntries(
        Object.entries(factors).map(([id, factor]) => [id, { factor }]),
      );
      const { backend, model } = await choose();
      expect(backend).toBe(fastest(factors));
      expect(loads()).toEqual({ webgpu: 0, wasm: 0, native: 0, [backend]: 1 });
      expect(all().find(({ id }) => id === backend)!.model).toBe(model);
      expect(all().flatMap(({ models }) => models.flatMap(({ runs }) => runs))).toEqual([]);
    },
  );

  test.each(orders)('measures only what is not known: %o', async (factors) => {
    for (const backend of all()) backend.factor = factors[backend.id];
    measured = { wasm: { factor: factors.wasm }, webgpu: { factor: factors.webgpu } };
    expect((await choose()).backend).toBe(fastest(factors));
    expect(measured.native).toEqual({ factor: factors.native });
    expect(loads().native).toBe(1);
  });

  test('takes the only one there is, and measures it', async () => {
    native.why = 'It is not installed.';
    webgpu.why = 'There is no graphics card here.';
    expect((await choose()).backend).toBe('wasm');
    expect(measured).toEqual({ wasm: { factor: 1.4 } });
    expect(wasm.loads).toBe(1);
  });

  test('the first run is no measure', async () => {
    native.why = webgpu.why = 'no';
    let runs = 0;
    wasm.answer = (run) => {
      runs += 1;
      const ran = wasm.ran(run);
      return { ...ran, ms: runs === 1 ? 60_000 : ran.ms };
    };
    await choose();
    expect(measured.wasm).toEqual({ factor: 1.4 });
  });

  test('says what was measured', async () => {
    await choose();
    expect(log).toContain('kokoro backend native: real-time factor 0.31');
  });
});

describe('a backend that does not work', () => {
  test('is left out, and that is kept and logged', async () => {
    native.failure = new Error('it wants a newer system');
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('wasm');
    expect(measured.native).toEqual({ failed: 'it wants a newer system' });
    expect(log.join()).toContain('native does not work here: it wants a newer system');
  });

  test('is not tried again while another works', async () => {
    measured = { native: { failed: 'it wants a newer system' } };
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('wasm');
    expect(native.loads).toBe(0);
  });

  test('is tried again when nothing else works', async () => {
    measured = { native: { failed: 'memory was short' }, wasm: { factor: 1.4 } };
    wasm.failure = new Error('the browser is being updated');
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('native');
    expect(measured.native).toEqual({ factor: 0.31 });
  });

  test.each([new RunError('not a number'), new LostError('it crashed')])(
    'because its run failed (%s) is closed',
    async (failure) => {
      native.answer = () => {
        throw failure;
      };
      webgpu.why = 'no';
      expect((await choose()).backend).toBe('wasm');
      expect(native.open).toBe(0);
      expect(measured.native).toMatchObject({ failed: failure.message });
    },
  );

  test('because it was ended is no news for the next start', async () => {
    native.answer = () => {
      throw new LostError('it crashed');
    };
    webgpu.why = 'no';
    await choose();
    expect(measured.native).toEqual({ failed: 'it crashed', isLost: true });
  });

  test('because it makes nothing but silence is left out', async () => {
    native.sound = (seconds) => new Float32Array(24_000 * seconds).fill(1e-4);
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('wasm');
    expect(measured.native).toEqual({ failed: 'the model makes nothing but silence' });
    expect(native.open).toBe(0);
  });

  test('because a click is all that it makes is left out', async () => {
    native.sound = (seconds) => new Float32Array(24_000 * seconds).fill(0.5, 0, 4800);
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('wasm');
  });

  test('now although it worked before keeps its measure', async () => {
    measured = { native: { factor: 0.31 }, wasm: { factor: 1.4 }, webgpu: { failed: 'no' } };
    native.failure = new Error('memory was short');
    expect((await choose()).backend).toBe('wasm');
    expect(measured.native).toEqual({ factor: 0.31 });
    native.failure = null;
    expect((await choose()).backend).toBe('native');
  });

  test('like all others: says of each why', async () => {
    for (const backend of all()) backend.failure = new Error(`${backend.id} broke`);
    const failed = choose();
    await expect(failed).rejects.toBeInstanceOf(NoBackendError);
    await expect(failed).rejects.toThrow(/wasm: wasm broke; native: native broke/);
  });

  test('because it is lost again and again is not tried', async () => {
    shunned.add('native').add('webgpu');
    expect((await choose()).backend).toBe('wasm');
    expect(native.loads).toBe(0);
  });

  test('of all that are there: says that they ended', async () => {
    shunned.add('native').add('wasm');
    webgpu.why = 'no';
    await expect(choose()).rejects.toThrow(/ended again and again/);
  });

  test('where none is there: says what lacks, and nothing of graphics', async () => {
    webgpu.why = 'There is no graphics card here.';
    native.why = 'It is not installed: npm run accelerate adds it.';
    wasm.why = 'There is no browser.';
    await expect(choose()).rejects.toEqual(new NoBackendError('There is no browser.'));
  });
});

describe('a bad file', () => {
  test('is at fault when no backend can load it', async () => {
    for (const backend of all()) backend.failure = new ModelFileError('it is no model');
    await expect(choose()).rejects.toEqual(new ModelFileError('it is no model'));
    expect(measured).toEqual({});
  });

  test('is at fault when the others do not even start', async () => {
    wasm.failure = new ModelFileError('it is no model');
    native.failure = new Error('it wants a newer system');
    webgpu.why = 'no';
    await expect(choose()).rejects.toBeInstanceOf(ModelFileError);
  });

  test('is not at fault when another backend runs it', async () => {
    native.failure = new ModelFileError('out of memory, say');
    webgpu.why = 'no';
    expect((await choose()).backend).toBe('wasm');
    expect(measured.native).toBeUndefined();
  });

  test('is not at fault when it was run before', async () => {
    measured = { native: { factor: 0.31 } };
    native.failure = new Error('it wants a newer system');
    wasm.failure = new ModelFileError('out of memory, say');
    webgpu.why = 'no';
    await expect(choose()).rejects.toBeInstanceOf(NoBackendError);
  });
});

describe('a graphics card', () => {
  test('that garbles is not used, which is kept and logged', async () => {
    webgpu.sound = (seconds) => speechLike(seconds, 2500);
    expect((await choose()).backend).toBe('native');
    expect(measured.webgpu).toEqual({ failed: expect.stringMatching(/test.*garbled/) });
    expect(log.join()).toMatch(/webgpu does not work here: it failed its test/);
    expect(webgpu.open).toBe(0);
  });

  test('is compared with a CPU that was not measured now', async () => {
    measured = { native: { factor: 0.31 }, wasm: { failed: 'no' } };
    expect((await choose()).backend).toBe('webgpu');
    expect(native.model.runs).toHaveLength(1);
    expect(open()).toEqual([1, 0, 0]);
    expect(wasm.loads).toBe(0);
  });

  test('is compared with the fastest CPU, else with another', async () => {
    measured = { native: { factor: 0.31 }, wasm: { factor: 1.4 } };
    native.failure = new Error('memory was short');
    expect((await choose()).backend).toBe('webgpu');
    expect(native.loads).toBe(1);
    expect(wasm.model.runs).toHaveLength(1);
    expect(measured.native).toEqual({ factor: 0.31 });
  });

  test('that cannot be compared is not used, which is not kept', async () => {
    wasm.failure = native.failure = new Error('memory was short');
    await expect(choose('webgpu')).rejects.toBeInstanceOf(NoBackendError);
    expect(measured.webgpu).toBeUndefined();
    expect(open()).toEqual([0, 0, 0]);
  });

  test('alone is not used', async () => {
    wasm.why = native.why = 'It is not there.';
    await expect(choose()).rejects.toBeInstanceOf(NoBackendError);
  });

  test('that is wished for has to pass too', async () => {
    webgpu.sound = (seconds) => speechLike(seconds, 2500);
    expect((await choose('webgpu')).backend).toBe('native');
  });
});

describe('a wish', () => {
  test.each(['webgpu', 'wasm', 'native'] as const)('for %s is honoured', async (wish) => {
    expect((await choose(wish)).backend).toBe(wish);
    expect(open().reduce((sum, count) => sum + count)).toBe(1);
    expect(measured[wish]).toBeDefined();
  });

  test('is honoured although another is faster', async () => {
    measured = { native: { factor: 0.31 }, wasm: { factor: 1.4 } };
    expect((await choose('wasm')).backend).toBe('wasm');
    expect(native.loads).toBe(0);
  });

  test('is tried although it failed before', async () => {
    measured = { native: { failed: 'memory was short' } };
    expect((await choose('native')).backend).toBe('native');
  });

  test('for what is missing gives the fastest of the others, and says why', async () => {
    native.why = 'It is not installed: npm run accelerate adds it.';
    webgpu.why = 'no';
    expect((await choose('native')).backend).toBe('wasm');
    expect(log).toContain(
      'kokoro_backend native is not used: It is not installed: npm run accelerate adds it.',
    );
  });

  test('for what does not work gives the fastest of the others, and says so', async () => {
    webgpu.failure = new Error('there is only a software graphics adapter');
    expect((await choose('webgpu')).backend).toBe('native');
    expect(log.join('\n')).toContain('kokoro_backend webgpu is not used');
  });
});

describe('a backend that got stuck', () => {
  beforeEach(() => {
    measured = { native: { factor: 0.31 }, wasm: { factor: 1.4 }, webgpu: { failed: 'no' } };
    suspect.add('native');
  });

  test('makes the phrase before it is used again', async () => {
    expect((await choose()).backend).toBe('native');
    expect(native.model.runs).toEqual([phrase]);
    expect(measured.native).toEqual({ factor: 0.31 });
  });

  test.each([
    ['is lost at it', () => Promise.reject(new LostError('it did not answer'))],
    ['makes silence', () => ({ samples: new Float32Array(60_000), ms: 1 })],
  ])('and %s is left for another', async (_, answer) => {
    native.answer = answer;
    expect((await choose()).backend).toBe('wasm');
    expect(native.open).toBe(0);
    expect(measured.native).toEqual({ factor: 0.31 });
  });
});

describe('what is known without a trial', () => {
  const known = (wish: BackendWish = 'auto') =>
    knownChoice({ backends: all(), wish, measured, shunned });
  beforeEach(() => {
    measured = { native: { factor: 0.31 }, wasm: { factor: 1.4 }, webgpu: { failed: 'no' } };
  });

  test('is the fastest', () => expect(known()).toBe('native'));

  test('is nothing while one was not measured', () => {
    delete measured.wasm;
    expect(known()).toBeNull();
    delete measured.native;
    expect(known()).toBeNull();
  });

  test('is the only one that works, measured or not', () => {
    measured = { wasm: { failed: 'no' } };
    webgpu.why = 'no';
    expect(known()).toBe('native');
  });

  test('is nothing where none works', () => {
    measured = { native: { failed: 'no' }, wasm: { failed: 'no' }, webgpu: { failed: 'no' } };
    expect(known()).toBeNull();
  });

  test('is what is wished for where it is here', () => {
    expect(known('wasm')).toBe('wasm');
    expect(known('webgpu')).toBe('webgpu');
  });

  test('is the fastest where what is wished for is missing', () => {
    wasm.why = 'There is no browser.';
    expect(known('wasm')).toBe('native');
  });

  test('is not one that was lost again and again', () => {
    shunned.add('native');
    expect(known()).toBe('wasm');
    expect(known('native')).toBe('native');
  });
});

describe('abort', () => {
  test('during a load ends at once', async () => {
    wasm.gate = new Promise(() => {});
    const chosen = choose();
    await settled();
    abort.abort(new Error('ending'));
    await expect(chosen).rejects.toThrow('ending');
  });

  test('during a measurement closes what was loaded, and keeps nothing', async () => {
    wasm.answer = () => new Promise(() => {});
    const chosen = choose();
    await settled();
    abort.abort(new Error('ending'));
    await expect(chosen).rejects.toThrow('ending');
    expect(open()).toEqual([0, 0, 0]);
    expect(measured).toEqual({});
  });
});
