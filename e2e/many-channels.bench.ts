/** 500 channels of 200 messages: how long the runtime is at work on each request of the extensions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '../server/protocol/handler.ts';
import { serveAgents } from './rig/agents.ts';

const CHANNELS = 500;
const MESSAGES = 200;
const ROUNDS = 400;

const session: Session = { transport: 'tcp', subscribe: () => {} };

export async function bench() {
  const home = mkdtempSync(join(tmpdir(), 'sonara-bench-'));
  const { dispatcher, close } = await serveAgents(home);
  const send = (type: string, fields: object) => dispatcher.dispatch(type, { ...fields }, session);
  try {
    await send('hello', { extensions: ['agent'] });
    // With a pause nothing is read: all of it waits.
    await send('speak', { text: 'A text that holds the reader.' });
    await send('control', { action: 'pause' });
    for (let channel = 0; channel < CHANNELS; channel++) {
      for (let count = 0; count < MESSAGES; count++) {
        const delta = `A sentence of the usual length, as agents write them, with a number: ${count}.`;
        await send('stream', { channel: `c${channel}`, delta, final: true });
      }
      await nextTurn();
    }
    const took = new Map<string, number[]>();
    const timed = async (name: string, type: string, fields: object) => {
      const began = performance.now();
      await send(type, fields);
      const list = took.get(name) ?? [];
      took.set(name, [...list, performance.now() - began]);
      // As between two requests of a socket.
      await nextTurn();
    };
    for (let round = 0; round < ROUNDS; round++) {
      const of = (shift: number) => `c${(round + shift) % CHANNELS}`;
      await timed('stream', 'stream', { channel: of(0), delta: 'One more.', final: true });
      await timed('focus', 'focus', { channel: of(100) });
      await timed('next_channel', 'control', { action: 'next_channel' });
      await timed('back', 'control', { action: 'back' });
      await timed('flush', 'control', { action: 'flush' });
      await timed('speak', 'speak', { channel: of(200), text: 'A text.', mode: 'append' });
      await timed('ask', 'ask', { channel: of(300), kind: 'permission', text: 'May I?' });
      await timed('turn_start', 'turn_start', { channel: of(400) });
      await timed('channel_prefs', 'get', { key: 'channel_prefs' });
    }
    return [...took].map(([name, list]) => ({
      name: `500 channels of 200 messages: ${name}, p99`,
      value: list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)]!,
      unit: 'ms',
      target: 2,
    }));
  } finally {
    await close();
    rmSync(home, { recursive: true });
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
