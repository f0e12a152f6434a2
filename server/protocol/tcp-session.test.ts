import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../runtime/clock.ts';
import type { LineConnection } from '../transports/port.ts';
import { success } from './reply.ts';
import { TcpSession, type TcpSessionOptions } from './tcp-session.ts';

const token = 'a'.repeat(64);
const bytes = (message: object) => Buffer.from(JSON.stringify(message));
const hello = bytes({ type: 'hello', token });

let clock: SimulatedClock;
let sent: string[];
let connection: LineConnection & { full: boolean; ended: boolean };
/** Replies to slow requests are given by hand. */
let finish: (() => void)[];
let session: TcpSession;
beforeEach(() => {
  clock = new SimulatedClock();
  sent = [];
  finish = [];
  connection = {
    full: false,
    ended: false,
    send: (line) => void sent.push(line),
    sendEvent: () => true,
    pause() {},
    resume() {},
    end: () => (connection.ended = true),
  };
  const dispatcher = {
    dispatch: (type: string) =>
      type === 'slow'
        ? new Promise((resolve) => finish.push(() => resolve(success({ type }))))
        : success({ type }),
  };
  session = new TcpSession(connection, {
    dispatcher,
    journal: { refusedBeforeHello() {} },
    runtime: {},
    lifetime: { arrive: () => () => {} },
    clock,
    token,
  } as unknown as TcpSessionOptions);
});

const codes = () =>
  sent.map((line) => (JSON.parse(line) as { error?: { code: string } }).error?.code);
const types = () => sent.map((line) => (JSON.parse(line) as { type?: string }).type);

describe('the five seconds until hello', () => {
  it('end the connection', async () => {
    clock.advance(5000);
    await turn();
    expect([codes(), connection.ended]).toEqual([['E_AUTH'], true]);
  });

  it('do not count against what came in time to a process that was held up', async () => {
    clock.advance(6000);
    session.line(hello);
    await turn();
    expect([types(), connection.ended]).toEqual([['hello'], false]);
  });
});

describe('a client that sends no more', () => {
  it('has all its answers before the connection ends', async () => {
    session.line(hello);
    session.line(bytes({ type: 'slow' }));
    session.line(bytes({ type: 'get' }));
    session.inputEnded();
    expect([types(), connection.ended]).toEqual([['hello'], false]);
    finish[0]!();
    await turn();
    expect([types(), connection.ended]).toEqual([['hello', 'slow', 'get'], true]);
  });
});

describe('a connection that is full', () => {
  it('gets its answers once it is drained', () => {
    session.line(hello);
    connection.full = true;
    session.line(bytes({ type: 'get' }));
    expect(types()).toEqual(['hello']);
    connection.full = false;
    session.drained();
    expect(types()).toEqual(['hello', 'get']);
  });
});
