/** Kokoro's engine when its model stops answering: who says the rest, and what is told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineBench, sentence } from './fixtures/engine-bench.ts';
import { settled } from './fixtures/fakes.ts';

let bench: EngineBench;
beforeEach(async () => {
  bench = new EngineBench();
  await bench.ready();
});
afterEach(async () => {
  await bench.engine.close();
  await settled();
  expect(bench.clock.armed).toBe(0);
});

/** The second run of what is said next is never answered. */
function stallAtSecond(): void {
  let count = 0;
  bench.native.model.answer = (run) => {
    count += 1;
    return count === 2 ? new Promise(() => {}) : bench.native.ran(run);
  };
}

test('the other voice says the rest at once, while the model is loaded again', async () => {
  stallAtSecond();
  const text = sentence(250);
  const said = bench.speak(text);
  await settled();
  expect(said.done).toBe(false);
  bench.native.gate = new Promise(() => {});
  bench.native.model.stick();
  await said.end;
  expect(said.parts.map(({ by }) => by)).toEqual(['kokoro', 'onecore']);
  const [begun] = bench.spoken();
  expect(begun! + ' ' + bench.saidOtherwise()[0]!).toBe(text);
  expect(bench.engine.status()).toMatchObject({ status: 'loading', fallback: 'onecore' });
});

test('Kokoro says the next when it is there again', async () => {
  stallAtSecond();
  const said = bench.speak(sentence(250));
  await settled();
  bench.native.model.stick();
  await said.end;
  await settled();
  expect(bench.engine.status().status).toBe('ready');
  expect(bench.changes).toEqual(['loading', 'ready', 'loading', 'ready']);
  const next = bench.speak('Next.');
  await next.end;
  expect(next.parts.map(({ by }) => by)).toEqual(['kokoro']);
});

test('where there is no other voice Kokoro says it again itself', async () => {
  bench.fallback.setReady(false);
  bench.native.model.answer = () => new Promise(() => {});
  const said = bench.speak('Hello.');
  await settled();
  bench.native.model.stick();
  await said.end;
  expect(said.parts.map(({ by }) => by)).toEqual(['kokoro']);
  expect(bench.saidOtherwise()).toEqual([]);
});

test('a model that was lost is waited for 4 s in the middle of a sentence', async () => {
  stallAtSecond();
  const said = bench.speak(sentence(250));
  await settled();
  bench.native.gate = new Promise(() => {});
  bench.native.model.lose();
  await settled();
  bench.clock.advance(3_999);
  await settled();
  expect(bench.saidOtherwise()).toEqual([]);
  bench.clock.advance(1);
  await said.end;
  expect(said.parts.map(({ by }) => by)).toEqual(['kokoro', 'onecore']);
});

describe('a model that has begun to make silence', () => {
  beforeEach(() => {
    bench.native.model.answer = () => ({ samples: new Float32Array(24_000), ms: 1 });
  });

  test('is loaded again after three sentences, which the other voice says', async () => {
    for (const text of ['One.', 'Two.', 'Three.']) {
      expect(bench.native.loads).toBe(1);
      await bench.speak(text).end;
    }
    expect(bench.saidOtherwise()).toEqual(['One.', 'Two.', 'Three.']);
    await settled();
    expect(bench.native.loads).toBe(2);
    await bench.speak('Four.').end;
    expect(bench.saidOtherwise()).toHaveLength(3);
  });

  test('now and then only is left as it is', async () => {
    for (let count = 0; count < 4; count += 1) {
      bench.native.model.answer = () => ({ samples: new Float32Array(24_000), ms: 1 });
      await bench.speak('Silence.').end;
      bench.native.model.answer = (run) => bench.native.ran(run);
      await bench.speak('Sound.').end;
    }
    expect(bench.native.loads).toBe(1);
  });

  test('is not blamed for a text that has no sounds', async () => {
    for (let count = 0; count < 5; count += 1) await bench.speak('你好').end;
    expect(bench.native.loads).toBe(1);
  });
});

test('a model that only makes silence is not ready, and says why', async () => {
  const silent = new EngineBench();
  const quiet = (seconds: number) => new Float32Array(24_000 * seconds);
  silent.native.sound = silent.wasm.sound = quiet;
  await silent.ready();
  expect(silent.engine.status()).toMatchObject({
    ready: false,
    status: 'waiting',
    message: expect.stringContaining('nothing but silence'),
    fallback: 'onecore',
  });
  await silent.engine.close();
});
