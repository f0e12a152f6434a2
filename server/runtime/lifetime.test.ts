import { beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from './clock.ts';
import { Lifetime } from './lifetime.ts';

let clock: SimulatedClock;
let reading: boolean;
let exits: string[];
beforeEach(() => {
  clock = new SimulatedClock();
  reading = false;
  exits = [];
});

function lifetime(options: { standalone?: boolean } = {}): Lifetime {
  return new Lifetime({
    clock,
    idleExit: 30,
    standalone: options.standalone ?? false,
    reading: () => reading,
    exit: (reason) => exits.push(reason),
  });
}

describe('the idle exit', () => {
  it('counts from the moment the runtime can be found, not from its construction', () => {
    const subject = lifetime();
    clock.advance(100_000);
    expect(exits).toEqual([]);
    subject.start();
    clock.advance(29_999);
    expect(exits).toEqual([]);
    clock.advance(1);
    expect(exits).toEqual(['idle']);
  });

  it('starts anew with every request', () => {
    const subject = lifetime();
    subject.start();
    clock.advance(20_000);
    subject.touch();
    clock.advance(29_000);
    expect(exits).toEqual([]);
  });

  it('waits until the last of several clients left', () => {
    const subject = lifetime();
    subject.start();
    const [first, second] = [subject.arrive(), subject.arrive()];
    first();
    first();
    clock.advance(60_000);
    expect(exits).toEqual([]);
    second();
    clock.advance(30_000);
    expect(exits).toEqual(['idle']);
  });

  it('waits while something is read', () => {
    const subject = lifetime();
    reading = true;
    subject.start();
    clock.advance(60_000);
    reading = false;
    subject.touch();
    clock.advance(30_000);
    expect(exits).toEqual(['idle']);
  });

  it('never comes after keep_alive, nor with standalone', () => {
    const kept = lifetime();
    kept.start();
    kept.keepAlive();
    lifetime({ standalone: true }).start();
    clock.advance(1e9);
    expect(exits).toEqual([]);
  });
});

it('ends once, and knows it from then on', () => {
  const subject = lifetime();
  subject.start();
  expect(subject.exiting).toBe(false);
  subject.end('takeover');
  subject.end('signal');
  clock.advance(60_000);
  expect(exits).toEqual(['takeover']);
  expect(subject.exiting).toBe(true);
});
