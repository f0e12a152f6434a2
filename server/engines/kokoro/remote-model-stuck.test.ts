/** A model in another process that does not answer, and what waits behind it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArmedClock } from './fixtures/armed-clock.ts';
import { settled } from './fixtures/fakes.ts';
import { type Run, StuckError } from './inference.ts';
import { RemoteModel } from './remote-model.ts';

const runOf = (seconds: number): Run => ({
  tokens: new Int32Array(Math.round(seconds / 0.065)),
  style: new Float32Array(256),
  speed: 1,
});
const run = runOf(2);

let clock: ArmedClock;
let sent: (Run & { id: number })[];
let lost: [why: string, stuck: boolean][];
let model: RemoteModel;
beforeEach(() => {
  clock = new ArmedClock();
  sent = [];
  lost = [];
});
afterEach(async () => {
  await model.close();
  await settled();
  expect(clock.armed).toBe(0);
});

function open(factor: number | null): void {
  model = new RemoteModel(
    { send: (given) => sent.push(given), close: async () => {} },
    clock,
    factor,
  );
  model.onLost((why, stuck) => lost.push([why, stuck]));
}

/** A run that is answered after so long. */
async function takes(seconds: number, given = run): Promise<void> {
  const ran = model.run(given);
  await settled();
  clock.advance(1000 * seconds);
  model.result(sent.at(-1)!.id, Float32Array.of(0.1), 1000 * seconds);
  await ran;
}

/** How long it is until a run that is not answered is given up, ms. */
async function givenUpAfter(given = run): Promise<number> {
  const ran = model.run(given);
  ran.catch(() => undefined);
  await settled();
  const began = clock.now();
  while (lost.length === 0 && clock.now() - began < 300_000) clock.advance(50);
  await expect(ran).rejects.toBeInstanceOf(StuckError);
  return clock.now() - began;
}

describe('a run without an answer is given up', () => {
  test('after a minute where nothing is known', async () => {
    open(null);
    expect(await givenUpAfter()).toBe(60_250);
    expect(lost).toEqual([['it did not answer in 60 s', true]]);
  });

  test('after ten seconds when it is the first on a fast machine', async () => {
    open(0.3);
    expect(await givenUpAfter()).toBe(10_250);
  });

  test('after four seconds when runs before it took less than one', async () => {
    open(0.3);
    await takes(0.6);
    expect(await givenUpAfter()).toBe(4_250);
  });

  test('after several times what it should take on a slow machine', async () => {
    open(null);
    await takes(12);
    expect(Math.abs((await givenUpAfter()) / 60_800 - 1)).toBeLessThan(0.02);
  });

  test('each run has its own time', async () => {
    open(0.3);
    await takes(0.6);
    for (let count = 0; count < 4; count += 1) await takes(3.9);
    expect(lost).toEqual([]);
  });

  test('an answer that came while this process stood still is read first', async () => {
    open(0.3);
    const ran = model.run(run);
    await settled();
    clock.advance(10_000);
    model.result(sent[0]!.id, Float32Array.of(0.1), 600);
    await expect(ran).resolves.toBeDefined();
    clock.advance(10_000);
    expect(lost).toEqual([]);
  });

  test('also when nobody wants it any more', async () => {
    open(0.3);
    const abort = new AbortController();
    model.run(run, abort.signal).catch(() => undefined);
    await settled();
    abort.abort();
    clock.advance(10_250);
    await settled();
    expect(lost).toHaveLength(1);
  });
});

describe('behind a run that nobody wants any more', () => {
  beforeEach(async () => {
    open(0.3);
    await takes(0.6);
  });

  async function skipped(given = run): Promise<void> {
    const abort = new AbortController();
    model.run(given, abort.signal).catch(() => undefined);
    await settled();
    abort.abort(new Error('skipped'));
  }

  test('one waits as long as it should take, and little more; the model is not lost yet', async () => {
    await skipped();
    const next = model.run(run);
    next.catch(() => undefined);
    clock.advance(2_150);
    await settled();
    expect(sent).toHaveLength(2);
    const both = Promise.race([next.catch((error: unknown) => error), settled()]);
    expect(await both).toBeUndefined();
    clock.advance(100);
    await expect(next).rejects.toBeInstanceOf(StuckError);
    expect(lost).toEqual([]);
  });

  test('the one that comes when it is over is made', async () => {
    await skipped();
    const next = model.run(run);
    clock.advance(500);
    model.result(sent[1]!.id, Float32Array.of(0.1), 500);
    await settled();
    expect(sent).toHaveLength(3);
    clock.advance(2_000);
    model.result(sent[2]!.id, Float32Array.of(0.2), 500);
    await expect(next).resolves.toBeDefined();
  });

  test('a long one is waited for longer', async () => {
    await skipped(runOf(20));
    const next = model.run(run);
    clock.advance(6_000);
    model.result(sent[1]!.id, Float32Array.of(0.1), 6_000);
    await settled();
    model.result(sent[2]!.id, Float32Array.of(0.2), 500);
    await expect(next).resolves.toBeDefined();
  });

  test('one that is skipped itself is never sent', async () => {
    await skipped();
    const abort = new AbortController();
    const next = model.run(run, abort.signal);
    abort.abort(new Error('skipped too'));
    await expect(next).rejects.toThrow('skipped too');
    model.result(sent[1]!.id, Float32Array.of(0.1), 500);
    await settled();
    expect(sent).toHaveLength(2);
  });
});
