import { describe, expect, test } from 'vitest';
import { SimulatedClock } from '../runtime/clock.ts';
import { createNullOutput } from './null-output.ts';

const rate = 1000;
const part = (ms: number) => ({ sampleRate: rate, samples: new Float32Array(ms) });

function setUp(options = {}) {
  const clock = new SimulatedClock();
  const output = createNullOutput(clock, options);
  const seen: string[] = [];
  const note = (kind: string) => (play: number) => seen.push(`${kind} ${play} @${clock.now()}`);
  output.open({
    started: note('started'),
    ended: note('ended'),
    lost: () => seen.push('lost'),
    notice: (message) => seen.push(message),
  });
  /** A complete play. */
  const play = (id: number, ...ms: number[]) => {
    output.begin(id, { item: 1, chunk: id });
    for (const each of ms) output.write(id, part(each));
    output.end(id);
  };
  return { clock, output, seen, play };
}

test('plays last as long as their samples, one after the other', () => {
  const { clock, seen, play } = setUp();
  play(1, 100, 50);
  play(2, 30);
  expect(seen).toEqual([]);
  clock.advance(1000);
  expect(seen).toEqual(['started 1 @0', 'ended 1 @150', 'started 2 @150', 'ended 2 @180']);
});

test('a late timer does not make the next play late', () => {
  class LateClock extends SimulatedClock {
    override at(at: number, due: () => void): () => void {
      return super.at(at + (at > this.now() ? 7 : 0), due);
    }
  }
  const clock = new LateClock();
  const output = createNullOutput(clock);
  const ends: number[] = [];
  output.open({
    started: () => {},
    ended: () => ends.push(clock.now()),
    lost: () => {},
    notice: () => {},
  });
  for (let id = 1; id <= 10; id += 1) {
    output.begin(id, { item: 1, chunk: id });
    output.write(id, part(100));
    output.end(id);
  }
  clock.advance(2000);
  expect(ends).toEqual([107, 207, 307, 407, 507, 607, 707, 807, 907, 1007]);
});

test('parts that come late are waited for, in order', () => {
  const { clock, output, seen, play } = setUp();
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(100));
  play(2, 10);
  clock.advance(300);
  expect(seen).toEqual(['started 1 @0']);
  output.write(1, part(50));
  output.end(1);
  clock.advance(1000);
  expect(seen.slice(1)).toEqual(['ended 1 @350', 'started 2 @350', 'ended 2 @360']);
});

test('an end that comes late ends the play then', () => {
  const { clock, output, seen } = setUp();
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(100));
  clock.advance(250);
  output.end(1);
  clock.advance(0);
  expect(seen).toEqual(['started 1 @0', 'ended 1 @250']);
});

test('a play after silence starts when its samples come', () => {
  const { clock, seen, play } = setUp();
  play(1, 10);
  clock.advance(500);
  play(2, 10);
  clock.advance(500);
  expect(seen.slice(2)).toEqual(['started 2 @500', 'ended 2 @510']);
});

describe('pause', () => {
  test('stands still and goes on from the same position', () => {
    const { clock, output, seen, play } = setUp();
    play(1, 100);
    clock.advance(40);
    output.pause(true);
    output.pause(true);
    clock.advance(1000);
    output.pause(false);
    clock.advance(59);
    expect(seen).toEqual(['started 1 @0']);
    clock.advance(1);
    expect(seen).toEqual(['started 1 @0', 'ended 1 @1100']);
  });

  test('nothing starts under it', () => {
    const { clock, output, seen, play } = setUp();
    output.pause(true);
    play(1, 100);
    clock.advance(500);
    expect(seen).toEqual([]);
    output.pause(false);
    clock.advance(100);
    expect(seen).toEqual(['started 1 @500', 'ended 1 @600']);
  });

  test('a play that ran dry stays where it was', () => {
    const { clock, output, seen } = setUp();
    output.begin(1, { item: 1, chunk: 0 });
    output.write(1, part(10));
    clock.advance(50);
    output.pause(true);
    clock.advance(100);
    output.write(1, part(10));
    output.end(1);
    clock.advance(100);
    output.pause(false);
    clock.advance(100);
    expect(seen).toEqual(['started 1 @0', 'ended 1 @260']);
  });
});

describe('cut', () => {
  test('drops the play and those begun after it, without events', () => {
    const { clock, output, seen, play } = setUp();
    play(1, 100);
    play(2, 100);
    play(3, 100);
    clock.advance(10);
    output.cut(2);
    clock.advance(1000);
    expect(seen).toEqual(['started 1 @0', 'ended 1 @100']);
  });

  test('of the current play lets a new one start at once', () => {
    const { clock, output, seen, play } = setUp();
    play(1, 100);
    clock.advance(10);
    output.cut(1);
    play(2, 5);
    clock.advance(100);
    expect(seen).toEqual(['started 1 @0', 'started 2 @10', 'ended 2 @15']);
  });

  test('takes back events that were not told yet', () => {
    const { clock, output, seen, play } = setUp();
    play(1);
    play(2, 100);
    output.cut(1);
    clock.advance(1000);
    expect(seen).toEqual([]);
  });

  test('of an unknown play changes nothing', () => {
    const { clock, output, seen, play } = setUp();
    play(1, 10);
    clock.advance(20);
    play(2, 10);
    output.cut(1);
    output.cut(7);
    output.write(9, part(5));
    output.end(9);
    clock.advance(100);
    expect(seen.slice(2)).toEqual(['started 2 @20', 'ended 2 @30']);
  });
});

describe('tempo', () => {
  test('a part that is to be stretched lasts that much shorter', () => {
    const { clock, output, seen } = setUp();
    output.begin(1, { item: 1, chunk: 0 });
    output.write(1, { ...part(100), stretch: 2 });
    output.write(1, part(100));
    output.end(1);
    clock.advance(1000);
    expect(seen).toEqual(['started 1 @0', 'ended 1 @150']);
  });

  test('a live rate reaches the play in its middle, and those after it', () => {
    const { clock, output, seen } = setUp();
    output.liveRate(200);
    for (const [id, rate] of [
      [1, 200],
      [2, 200],
      [3, undefined],
    ] as const) {
      output.begin(id, { item: 1, chunk: id, rate });
      output.write(id, part(200));
      output.end(id);
    }
    clock.advance(100);
    output.liveRate(400);
    clock.advance(1000);
    expect(seen.filter((line) => line.startsWith('ended'))).toEqual([
      'ended 1 @150',
      'ended 2 @250',
      'ended 3 @450',
    ]);
  });

  test('changed under a pause, it holds from where it stood', () => {
    const { clock, output, seen } = setUp();
    output.liveRate(200);
    output.begin(1, { item: 1, chunk: 0, rate: 200 });
    output.write(1, part(200));
    output.end(1);
    clock.advance(100);
    output.pause(true);
    clock.advance(500);
    output.liveRate(100);
    output.pause(false);
    clock.advance(199);
    expect(seen).toEqual(['started 1 @0']);
    clock.advance(1);
    expect(seen.at(-1)).toBe('ended 1 @800');
  });

  test('of a play that ran dry, what it waited is not stretched', () => {
    const { clock, output, seen } = setUp();
    output.liveRate(200);
    output.begin(1, { item: 1, chunk: 0, rate: 200 });
    output.write(1, part(100));
    clock.advance(300);
    output.liveRate(400);
    output.write(1, part(100));
    output.end(1);
    clock.advance(1000);
    expect(seen.at(-1)).toBe('ended 1 @350');
  });
});

describe('clips', () => {
  test('last as long as they are, beside the plays and also while paused', () => {
    const { clock, output, seen, play } = setUp();
    play(1, 100);
    output.pause(true);
    output.clip(new Float32Array(50), rate, { onEnd: () => seen.push(`clip @${clock.now()}`) });
    clock.advance(200);
    expect(seen).toContain('clip @50');
  });

  test('stopped, or the output closed, tell nothing', async () => {
    const { clock, output, seen } = setUp();
    const onEnd = () => seen.push('clip');
    output.stopClip(output.clip(new Float32Array(50), rate, { onEnd }));
    output.clip(new Float32Array(50), rate, { onEnd });
    output.stopClip(77);
    await output.close();
    clock.advance(100);
    expect(seen).toEqual([]);
  });

  test('without real time are over at once', () => {
    const { clock, output, seen } = setUp({ realTime: false });
    output.clip(new Float32Array(50), rate, { onEnd: () => seen.push('clip') });
    expect(seen).toEqual([]);
    clock.advance(0);
    expect(seen).toEqual(['clip']);
  });
});

test('a play without samples ends without having started', () => {
  const { clock, seen, play } = setUp();
  play(1, 0);
  play(2);
  play(3, 10);
  clock.advance(10);
  expect(seen).toEqual(['ended 1 @0', 'ended 2 @0', 'started 3 @0', 'ended 3 @10']);
});

test('listeners may call back in', () => {
  const clock = new SimulatedClock();
  const output = createNullOutput(clock);
  const seen: string[] = [];
  let inside = 0;
  const enter = (name: string, act: () => void) => {
    expect(inside).toBe(0);
    inside += 1;
    seen.push(`${name} @${clock.now()}`);
    act();
    inside -= 1;
  };
  const begin = (id: number) => {
    output.begin(id, { item: 1, chunk: id });
    output.write(id, part(10));
    output.end(id);
  };
  output.open({
    started: (play) => enter(`started ${play}`, () => play === 2 && output.cut(2)),
    ended: (play) => enter(`ended ${play}`, () => play < 3 && begin(play + 1)),
    lost: () => {},
    notice: () => {},
  });
  begin(1);
  clock.advance(100);
  expect(seen).toEqual(['started 1 @0', 'ended 1 @10', 'started 2 @10']);
});

test('without real time a play is over once its last sample is known', () => {
  const { clock, output, seen, play } = setUp({ realTime: false });
  play(1, 1000);
  output.begin(2, { item: 1, chunk: 1 });
  output.write(2, part(1000));
  clock.advance(0);
  expect(seen).toEqual(['started 1 @0', 'ended 1 @0', 'started 2 @0']);
  clock.advance(5);
  output.end(2);
  clock.advance(0);
  expect(seen.at(-1)).toBe('ended 2 @5');
});

test('says that it is silent, and ends quietly', async () => {
  const { clock, output, seen, play } = setUp();
  expect(output.status()).toEqual({ kind: 'null', audible: false, message: 'silent output' });
  play(1, 10);
  await output.close();
  clock.advance(100);
  expect(seen).toEqual([]);
});
