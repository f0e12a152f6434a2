/** Kokoro's engine before its model is there, and after: what waits, what is told, what ends. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineBench, files } from './fixtures/engine-bench.ts';
import { settled } from './fixtures/fakes.ts';

const MINUTE = 60_000;

let bench: EngineBench;
beforeEach(() => (bench = new EngineBench()));
afterEach(async () => {
  await bench.engine.close();
  await settled();
  expect(bench.clock.armed).toBe(0);
});

const downloading = { status: 'downloading', done: 10, total: 350 } as const;

describe('before the model is there', () => {
  test('the other voice speaks at once', async () => {
    bench.engine.warm();
    bench.provisioner.become(downloading);
    const said = bench.speak('Hello.');
    await said.end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
    expect(bench.engine.status()).toEqual({
      engine: 'kokoro',
      ready: false,
      status: 'downloading',
      progress: { done: 10, total: 350 },
      fallback: 'onecore',
    });
  });

  test('while it loads the other voice speaks at once', async () => {
    bench.native.gate = new Promise(() => {});
    await bench.ready();
    expect(bench.engine.status()).toMatchObject({ status: 'loading', fallback: 'onecore' });
    await bench.speak('Hello.').end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('a request begins the download, once', async () => {
    await bench.speak('Hello.').end;
    await bench.speak('Hello.').end;
    bench.engine.warm();
    expect(bench.provisioner.started).toBe(1);
    expect(bench.fallback.warmed).toBeGreaterThan(0);
  });

  test('where nothing can run it nothing is downloaded, and it is unavailable', async () => {
    bench.wasm.why = 'There is no browser.';
    bench.native.why = 'It is not installed: npm run accelerate adds it.';
    await bench.speak('Hello.').end;
    expect(bench.provisioner.started).toBe(0);
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
    expect(bench.engine.status()).toEqual({
      engine: 'kokoro',
      ready: false,
      status: 'unavailable',
      message: 'There is no browser.',
      fallback: 'onecore',
    });
    bench.wasm.why = null;
    await bench.speak('Hello.').end;
    expect(bench.provisioner.started).toBe(1);
  });

  test('the runtime stays while it comes', async () => {
    expect(bench.engine.busy()).toBe(false);
    bench.engine.warm();
    expect(bench.engine.busy()).toBe(true);
    bench.provisioner.become(downloading);
    expect(bench.engine.busy()).toBe(true);
    bench.provisioner.become({ status: 'waiting', message: 'no network', retryAt: 1 });
    expect(bench.engine.busy()).toBe(false);
    let open = (): void => {};
    bench.native.gate = new Promise((resolve) => (open = resolve));
    bench.provisioner.become({ status: 'ready', files });
    expect(bench.engine.busy()).toBe(true);
    await settled();
    expect(bench.engine.busy()).toBe(true);
    open();
    await settled();
    expect(bench.engine.busy()).toBe(false);
  });

  test('a load that fails is told, and tried again', async () => {
    bench.native.failure = bench.wasm.failure = new Error('memory was short');
    await bench.ready();
    expect(bench.engine.status()).toMatchObject({
      status: 'waiting',
      message: expect.stringContaining('memory was short'),
      fallback: 'onecore',
    });
    bench.native.failure = null;
    bench.clock.advance(30_000);
    await settled();
    expect(bench.engine.status().status).toBe('ready');
  });

  test('each change is told once', async () => {
    await bench.ready();
    bench.provisioner.become({ status: 'ready', files });
    await settled();
    expect(bench.changes).toEqual(['loading', 'ready']);
  });
});

describe('where nothing else can speak', () => {
  beforeEach(() => bench.fallback.setReady(false));

  test('an item waits for the model, and is said in order', async () => {
    const said = [bench.speak('First.'), bench.speak('Second.')];
    bench.provisioner.become(downloading);
    await settled();
    bench.clock.advance(4 * MINUTE);
    await settled();
    expect(said.map(({ done }) => done)).toEqual([false, false]);
    expect(bench.engine.status()).not.toHaveProperty('fallback');
    bench.provisioner.become({ status: 'ready', files });
    await Promise.all(said.map(({ end }) => end));
    expect(said.flatMap(({ parts }) => parts.map(({ by }) => by))).toEqual(['kokoro', 'kokoro']);
    expect(bench.spoken()).toEqual(['first.', 'second.']);
  });

  test('for five minutes, then the other voice has to', async () => {
    bench.provisioner.become(downloading);
    const said = bench.speak('Hello.');
    await settled();
    bench.clock.advance(5 * MINUTE - 1);
    await settled();
    expect(bench.saidOtherwise()).toEqual([]);
    bench.clock.advance(1);
    await said.end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('until the other voice can speak after all', async () => {
    bench.provisioner.become(downloading);
    const said = bench.speak('Hello.');
    await settled();
    bench.fallback.setReady(true);
    await said.end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('through a load that fails and is tried again', async () => {
    bench.native.failure = bench.wasm.failure = new Error('memory was short');
    const said = bench.speak('Hello.');
    bench.provisioner.become({ status: 'ready', files });
    await settled();
    expect(said.done).toBe(false);
    bench.native.failure = null;
    bench.clock.advance(30_000);
    await said.end;
    expect(said.parts.map(({ by }) => by)).toEqual(['kokoro']);
  });

  test('not where Kokoro cannot run at all', async () => {
    bench.wasm.why = bench.native.why = 'no';
    await bench.speak('Hello.').end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('an abort ends the wait at once, and leaves no timer', async () => {
    const said = bench.speak('Hello.');
    await settled();
    expect(bench.clock.armed).toBe(1);
    said.abort.abort(new Error('skipped'));
    await said.end;
    expect(said.error?.message).toBe('skipped');
    expect(bench.clock.armed).toBe(0);
    expect(bench.saidOtherwise()).toEqual([]);
  });

  test('so does the end of the runtime', async () => {
    const said = bench.speak('Hello.');
    await settled();
    await bench.engine.close();
    await said.end;
    expect(said.error?.message).toBe('Sonara is ending');
    expect(bench.saidOtherwise()).toEqual([]);
    expect(bench.clock.armed).toBe(0);
  });
});

describe('asleep', () => {
  beforeEach(async () => {
    await bench.ready();
    bench.clock.advance(15 * MINUTE);
    await settled();
    expect(bench.native.open).toBe(0);
  });

  test('it is ready all the same', () => {
    expect(bench.engine.status()).toEqual({ engine: 'kokoro', ready: true, status: 'ready' });
  });

  test('a request wakes it, and no word is lost', async () => {
    const said = bench.speak('Hello.');
    await said.end;
    expect(said.parts.map(({ by }) => by)).toEqual(['kokoro']);
    expect(bench.spoken()).toEqual(['hello.']);
  });

  test('so does what warms it', async () => {
    bench.engine.warm();
    await settled();
    expect(bench.native.open).toBe(1);
  });

  test('when it wakes slowly the other voice speaks after 4 s', async () => {
    bench.native.gate = new Promise(() => {});
    const said = bench.speak('Hello.');
    await settled();
    bench.clock.advance(3_999);
    await settled();
    expect(bench.saidOtherwise()).toEqual([]);
    bench.clock.advance(1);
    await said.end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('when it does not wake the other voice speaks at once', async () => {
    bench.native.failure = bench.wasm.failure = new Error('memory was short');
    const said = bench.speak('Hello.');
    await said.end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
  });

  test('it sleeps after another time when that is set', async () => {
    bench.engine.warm();
    await settled();
    bench.engine.setIdle(MINUTE);
    bench.clock.advance(MINUTE);
    await settled();
    expect(bench.native.open).toBe(0);
  });
});

describe('another backend', () => {
  test('is taken when it is wished for', async () => {
    await bench.ready();
    expect(bench.engine.report()).toMatchObject({ backend: 'native', factor: null });
    bench.engine.setBackend('wasm');
    await settled();
    expect(bench.engine.report()).toMatchObject({
      backend: 'wasm',
      measured: { wasm: { factor: 1.4 }, native: { factor: 0.31 } },
    });
  });
});

describe('a model that is slower than speech', () => {
  beforeEach(async () => {
    bench.native.why = 'It is not installed: npm run accelerate adds it.';
    await bench.ready();
  });
  const message = () => bench.engine.status().message;
  const speak = async (times: number) => {
    for (let time = 0; time < times; time += 1) await bench.speak('Hello world.').end;
  };

  test('is told after some sentences, with what helps', async () => {
    await speak(2);
    expect(message()).toBeUndefined();
    await speak(1);
    expect(bench.engine.status()).toEqual({
      engine: 'kokoro',
      ready: true,
      status: 'ready',
      message:
        'Kokoro is too slow here: a second of speech takes 1.4 s to make. ' +
        'npm run accelerate adds a native runtime that is 4 to 5 times faster.',
    });
    expect(bench.engine.report().factor).toBe(1.4);
  });

  test('is told once', async () => {
    await speak(3);
    const before = bench.changes.length;
    bench.wasm.factor = 1.9;
    await speak(5);
    expect(bench.changes.length).toBe(before);
  });

  test('is no more told when it is fast again', async () => {
    await speak(3);
    bench.wasm.factor = 0.5;
    await speak(8);
    expect(message()).toBeUndefined();
  });

  test('nor when another backend took over', async () => {
    await speak(3);
    bench.native.why = null;
    bench.engine.setBackend('native');
    await settled();
    expect(message()).toBeUndefined();
    expect(bench.engine.report().advice).toBeNull();
  });
});

test('a native runtime that is slow is not advised again', async () => {
  bench.native.factor = 1.2;
  bench.wasm.factor = 5;
  await bench.ready();
  for (let time = 0; time < 3; time += 1) await bench.speak('Hello world.').end;
  expect(bench.engine.status().message).toBe(
    'Kokoro is too slow here: a second of speech takes 1.2 s to make.',
  );
});

describe('close', () => {
  test('during a run ends it, and nobody else says it', async () => {
    await bench.ready();
    bench.native.model.answer = () => new Promise(() => {});
    const said = bench.speak('Hello.');
    await settled();
    await bench.engine.close();
    await said.end;
    expect(said.error?.message).toBe('Sonara is ending');
    expect(bench.saidOtherwise()).toEqual([]);
  });

  test('while files are opened loads nothing', async () => {
    let open = (): void => {};
    const { openVoices } = bench;
    bench.openVoices = async () => {
      await new Promise<void>((resolve) => (open = resolve));
      return openVoices();
    };
    await bench.ready();
    await bench.engine.close();
    open();
    await settled();
    expect([bench.wasm.loads, bench.native.loads]).toEqual([0, 0]);
  });

  test('twice is once', async () => {
    await bench.ready();
    await Promise.all([bench.engine.close(), bench.engine.close()]);
    await bench.engine.close();
    expect(bench.native.open).toBe(0);
  });

  test('is the end: nothing is said, told or begun any more', async () => {
    await bench.ready();
    await bench.engine.close();
    const before = bench.changes.length;
    bench.engine.warm();
    bench.fallback.setReady(false);
    bench.provisioner.become({ status: 'ready', files: { ...files, model: '/other' } });
    const said = bench.speak('Hello.');
    await said.end;
    await settled();
    expect(said.error?.message).toBe('Sonara is ending');
    expect(bench.changes.length).toBe(before);
    expect(bench.native.loads).toBe(1);
    expect(bench.engine.busy()).toBe(false);
    expect([bench.provisioner.listeners.all.size, bench.fallback.listeners.all.size]).toEqual([
      0, 0,
    ]);
  });
});
