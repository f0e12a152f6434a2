import { describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../runtime/clock.ts';
import { EngineError } from '../port.ts';
import { FliteClient } from './flite-client.ts';
import type { FliteRequest } from './flite-messages.ts';

/** A child that answers when told to. */
class FakeChild {
  pid = 1;
  received: FliteRequest[] = [];
  killed = false;
  #onMessage: (message: unknown) => void = () => {};
  #onExit: (reason: string) => void = () => {};

  send(message: unknown): void {
    this.received.push(message as FliteRequest);
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener;
  }
  onExit(listener: (reason: string) => void): void {
    this.#onExit = listener;
  }
  kill(): void {
    this.killed = true;
    this.exit('ended by SIGKILL');
  }
  exit(reason: string): void {
    this.#onExit(reason);
  }
  answer(): void {
    this.#onMessage({ id: this.last.id, sampleRate: 16_000, pcm: new Int16Array(10) });
  }
  refuse(error: string): void {
    this.#onMessage({ id: this.last.id, error });
  }
  get last(): FliteRequest {
    return this.received.at(-1)!;
  }
}

function setUp() {
  const clock = new SimulatedClock();
  const children: FakeChild[] = [];
  const health: (string | undefined)[] = [];
  const launch = () => {
    const child = new FakeChild();
    children.push(child);
    return child;
  };
  const client = new FliteClient(launch, clock, (problem) => health.push(problem));
  const speak = (text: string, signal?: AbortSignal) =>
    client.speak({ voice: 'slt', stretch: 1, text }, signal);
  return { clock, children, health, client, speak };
}

const texts = (child: FakeChild) => child.received.map(({ text }) => text);

test('starts a process when first needed, and asks one thing at a time', async () => {
  const { children, speak } = setUp();
  expect(children).toHaveLength(0);
  const all = [speak('a'), speak('b')];
  expect(texts(children[0]!)).toEqual(['a']);
  children[0]!.answer();
  expect(texts(children[0]!)).toEqual(['a', 'b']);
  children[0]!.answer();
  expect((await Promise.all(all)).map(({ pcm }) => pcm.length)).toEqual([10, 10]);
  expect(children).toHaveLength(1);
});

test('what flite refuses is an error, and the process stays', async () => {
  const { children, health, speak } = setUp();
  const refused = speak('a');
  children[0]!.refuse('no sound');
  await expect(refused).rejects.toThrow(EngineError);
  expect(health).toEqual([undefined]);
  void speak('b');
  expect(children).toHaveLength(1);
});

describe('a crash', () => {
  test('is retried once in a new process', async () => {
    const { children, speak } = setUp();
    const both = [speak('a'), speak('b')];
    children[0]!.exit('exit 1');
    expect(texts(children[1]!)).toEqual(['a']);
    children[1]!.answer();
    children[1]!.answer();
    await Promise.all(both);
    expect(texts(children[1]!)).toEqual(['a', 'b']);
  });

  test('twice at one request is its error; the next one is tried', async () => {
    const { children, health, speak } = setUp();
    const [a, b] = [speak('a'), speak('b')];
    a.catch(() => {});
    children[0]!.exit('exit 1');
    children[1]!.exit('exit 1');
    await expect(a).rejects.toThrow('stopped (exit 1)');
    expect(health.at(-1)).toContain('exit 1');
    children[2]!.answer();
    await b;
    expect(health.at(-1)).toBeUndefined();
  });

  test('while idle costs nothing', () => {
    const { children, speak } = setUp();
    void speak('a');
    children[0]!.answer();
    children[0]!.exit('exit 1');
    expect(children).toHaveLength(1);
  });
});

describe('abort', () => {
  test('a waiting request is never sent', async () => {
    const { children, speak } = setUp();
    const abort = new AbortController();
    void speak('a');
    const b = speak('b', abort.signal);
    void speak('c');
    abort.abort(new Error('cut'));
    await expect(b).rejects.toThrow('cut');
    children[0]!.answer();
    expect(texts(children[0]!)).toEqual(['a', 'c']);
  });

  test('a running one is let finish, its result goes nowhere', async () => {
    const { children, speak } = setUp();
    const abort = new AbortController();
    const a = speak('a', abort.signal);
    const b = speak('b');
    abort.abort(new Error('cut'));
    await expect(a).rejects.toThrow('cut');
    children[0]!.answer();
    children[0]!.answer();
    await b;
    expect(children[0]!.killed).toBe(false);
  });

  test('one that is stuck is killed with its process after 10 s, and not tried again', async () => {
    const { clock, children, speak } = setUp();
    const abort = new AbortController();
    const a = speak('a', abort.signal);
    const b = speak('b');
    abort.abort(new Error('cut'));
    await expect(a).rejects.toThrow('cut');
    clock.advance(9_999);
    expect(children[0]!.killed).toBe(false);
    clock.advance(1);
    expect(children[0]!.killed).toBe(true);
    expect(texts(children[1]!)).toEqual(['b']);
    children[1]!.answer();
    await b;
  });
});

test('the process ends after 10 idle minutes and comes back', () => {
  const { clock, children, client, speak } = setUp();
  client.warm();
  expect(children).toHaveLength(1);
  children[0]!.answer();
  clock.advance(9 * 60_000);
  void speak('a');
  children[0]!.answer();
  clock.advance(9 * 60_000);
  expect(children[0]!.killed).toBe(false);
  clock.advance(60_000);
  expect(children[0]!.killed).toBe(true);
  expect(children).toHaveLength(1);
  void speak('b');
  expect(texts(children[1]!)).toEqual(['b']);
});

test('closing fails what is open and ends the process', async () => {
  const { children, client, speak } = setUp();
  const open = [speak('a'), speak('b')];
  const outcomes = Promise.allSettled(open);
  client.close();
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  expect(children[0]!.killed).toBe(true);
  await expect(speak('c')).rejects.toThrow(EngineError);
  expect(children).toHaveLength(1);
});

test('a process that cannot be started is an error', async () => {
  const health: unknown[] = [];
  const launch = () => {
    throw new Error('not there');
  };
  const client = new FliteClient(launch, new SimulatedClock(), (problem) => health.push(problem));
  await expect(client.speak({ voice: 'slt', stretch: 1, text: 'a' })).rejects.toThrow('not there');
  expect(health).toHaveLength(1);
});
