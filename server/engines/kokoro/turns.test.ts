import { describe, expect, test } from 'vitest';
import { settled } from './fixtures/fakes.ts';
import { raced } from './raced.ts';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

describe('Turns', () => {
  test('are taken one after the other, in order', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const ends = new Map<string, () => void>();
    for (const name of ['a', 'b', 'c']) {
      void turns.take(never).then((end) => {
        order.push(name);
        ends.set(name, end);
      });
    }
    await settled();
    expect(order).toEqual(['a']);
    ends.get('a')!();
    await settled();
    expect(order).toEqual(['a', 'b']);
    ends.get('b')!();
    await settled();
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('one that was aborted while it waited does not block those behind', async () => {
    const turns = new Turns();
    const end = await turns.take(never);
    const abort = new AbortController();
    const left = turns.take(abort.signal);
    const behind = turns.take(never);
    abort.abort(new Error('skipped'));
    await expect(left).rejects.toThrow('skipped');
    end();
    await expect(behind).resolves.toBeTypeOf('function');
  });

  test('those behind one that was aborted still wait for those before it', async () => {
    const turns = new Turns();
    await turns.take(never);
    const abort = new AbortController();
    turns.take(abort.signal).catch(() => undefined);
    let isIn = false;
    void turns.take(never).then(() => (isIn = true));
    abort.abort();
    await settled();
    expect(isIn).toBe(false);
  });

  test('one that was aborted before it came is refused, and blocks nobody', async () => {
    const turns = new Turns();
    await expect(turns.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await expect(turns.take(never)).resolves.toBeTypeOf('function');
  });

  test('a turn may be ended twice', async () => {
    const turns = new Turns();
    const end = await turns.take(never);
    const second = turns.take(never);
    let isIn = false;
    void turns.take(never).then(() => (isIn = true));
    end();
    end();
    await second;
    await settled();
    expect(isIn).toBe(false);
  });
});

describe('raced', () => {
  test('gives what the work gives', async () => {
    await expect(raced(Promise.resolve(3), never)).resolves.toBe(3);
    await expect(raced(Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  });

  test('work that fails after the abort is heard by nobody', async () => {
    const abort = new AbortController();
    let fail: (error: Error) => void = () => {};
    const work = new Promise<never>((_, reject) => (fail = reject));
    const race = raced(work, abort.signal);
    abort.abort(new Error('enough'));
    await expect(race).rejects.toThrow('enough');
    fail(new Error('late'));
    // An unhandled rejection would fail this file.
    await settled();
  });

  test('nor is work that fails where it was aborted before', async () => {
    const work = Promise.reject(new Error('late'));
    const race = raced(work, AbortSignal.abort(new Error('enough')));
    await expect(race).rejects.toThrow('enough');
    await settled();
  });
});
