import { beforeEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../runtime/clock.ts';
import { settled } from './fixtures/fakes.ts';
import { tooMuchSound } from '../../../shared/synth/limits.ts';
import { LostError, type Run, RunError } from './inference.ts';
import { RemoteModel } from './remote-model.ts';

const run: Run = { tokens: Int32Array.of(0, 5, 0), style: new Float32Array(256), speed: 1 };
const sound = Float32Array.of(0.1, 0.2);

let clock: SimulatedClock;
let sent: (Run & { id: number })[];
let closed: number;
let sendFails: Error | null;
let model: RemoteModel;
let lost: string[];
beforeEach(() => {
  clock = new SimulatedClock();
  sent = [];
  closed = 0;
  sendFails = null;
  lost = [];
  model = new RemoteModel(
    {
      send(given) {
        if (sendFails) throw sendFails;
        sent.push(given);
      },
      async close() {
        closed += 1;
      },
    },
    clock,
  );
  model.onLost((why) => lost.push(why));
});

const answer = (index: number, samples = sound) => model.result(sent[index]!.id, samples, 7);

describe('RemoteModel', () => {
  test('gives what was answered', async () => {
    const ran = model.run(run);
    await settled();
    answer(0);
    expect(await ran).toEqual({ samples: sound, ms: 7 });
    expect(sent[0]).toMatchObject(run);
  });

  test('sends one run after the other', async () => {
    const runs = [model.run(run), model.run({ ...run, speed: 2 })];
    await settled();
    expect(sent.map(({ speed }) => speed)).toEqual([1]);
    answer(0);
    await settled();
    expect(sent.map(({ speed }) => speed)).toEqual([1, 2]);
    answer(1);
    expect(await Promise.all(runs)).toHaveLength(2);
  });

  test('one that is aborted ends at once, and is still waited for by the next', async () => {
    const abort = new AbortController();
    const first = model.run(run, abort.signal);
    const second = model.run(run);
    await settled();
    abort.abort(new Error('skipped'));
    await expect(first).rejects.toThrow('skipped');
    await settled();
    expect(sent).toHaveLength(1);
    answer(0);
    await settled();
    answer(1);
    await expect(second).resolves.toBeDefined();
  });

  test('one that is aborted before its turn is never sent', async () => {
    const abort = new AbortController();
    const runs = [model.run(run), model.run(run, abort.signal), model.run({ ...run, speed: 2 })];
    await settled();
    abort.abort(new Error('skipped'));
    await expect(runs[1]).rejects.toThrow('skipped');
    answer(0);
    await settled();
    expect(sent.map(({ speed }) => speed)).toEqual([1, 2]);
  });

  test('one that was aborted before it came is not sent', async () => {
    await expect(model.run(run, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(sent).toEqual([]);
  });

  test.each([
    ['no sound', new Float32Array(0)],
    ['not a number', Float32Array.of(0.1, Number.NaN)],
    ['infinite', Float32Array.of(0.1, Number.POSITIVE_INFINITY)],
  ])('refuses %s, and goes on', async (_, samples) => {
    const ran = model.run(run);
    await settled();
    answer(0, samples);
    await expect(ran).rejects.toBeInstanceOf(RunError);
    const next = model.run(run);
    await settled();
    answer(1);
    await expect(next).resolves.toBeDefined();
    expect(lost).toEqual([]);
  });

  test('a run that failed says why', async () => {
    const ran = model.run(run);
    await settled();
    model.failed(sent[0]!.id, 'out of memory');
    await expect(ran).rejects.toEqual(new RunError('out of memory'));
  });

  test('a run that could not be sent failed', async () => {
    sendFails = new Error('too large');
    await expect(model.run(run)).rejects.toEqual(new RunError('too large'));
    clock.advance(200_000);
    expect(lost).toEqual([]);
  });

  test('an answer that nobody asked for is ignored', async () => {
    const ran = model.run(run);
    await settled();
    model.result(99, sound, 1);
    model.failed(98, 'no');
    answer(0);
    await expect(ran).resolves.toBeDefined();
    answer(0);
  });

  test('when it is gone every run ends, and the listener is told once', async () => {
    const runs = [model.run(run), model.run(run)];
    await settled();
    model.gone('the page crashed');
    model.gone('again');
    for (const ran of runs) await expect(ran).rejects.toEqual(new LostError('the page crashed'));
    await expect(model.run(run)).rejects.toBeInstanceOf(LostError);
    expect(lost).toEqual(['the page crashed']);
    expect(sent).toHaveLength(1);
  });

  test('a listener that comes late is told', () => {
    model.gone('the page crashed');
    model.onLost((why) => lost.push(`late: ${why}`));
    expect(lost.at(-1)).toBe('late: the page crashed');
  });

  test('what is longer than such a text lasts is refused, and it goes on', async () => {
    const ran = model.run(run);
    await settled();
    answer(0, new Float32Array(24_000 * 60).fill(0.1));
    await expect(ran).rejects.toEqual(new RunError(tooMuchSound));
    expect(lost).toEqual([]);
  });

  test('closed: runs end, nobody is told, no timer is left', async () => {
    const ran = model.run(run);
    await settled();
    await model.close();
    await expect(ran).rejects.toBeInstanceOf(LostError);
    clock.advance(200_000);
    model.gone('it ended');
    await expect(model.run(run)).rejects.toBeInstanceOf(LostError);
    expect(lost).toEqual([]);
  });

  test('its process or page is closed once, whatever happens', async () => {
    model.gone('the page crashed');
    await model.close();
    await model.close();
    expect(closed).toBe(1);
  });
});
