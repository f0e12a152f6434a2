/**
 * From a delta, sent by another process over TCP, to its sentence being handed to the engine: alone, and with 50
 * sessions that stream 100 deltas a second each. The output takes no time, so that no sentence waits for the
 * one before it.
 */
import type { Output, OutputEvents } from '../server/audio/port.ts';
import type { Engine } from '../server/engines/port.ts';
import { EngineRegistry } from '../server/engines/registry.ts';
import { createFakeEngine } from '../server/engines/fake/fake-engine.ts';
import { capabilities } from '../shared/protocol/version.ts';
import { defaultPrompts } from '../server/summaries/default-prompts.ts';
import { Dispatcher } from '../server/protocol/dispatcher.ts';
import { TcpSession } from '../server/protocol/tcp-session.ts';
import { realClock } from '../server/runtime/clock.ts';
import { Lifetime } from '../server/runtime/lifetime.ts';
import { defaultSettings, Runtime } from '../server/runtime/runtime.ts';
import { cutText } from '../server/text/cut.ts';
import { SpeechStream } from '../server/text/speech-stream.ts';
import { listenTcp } from '../server/transports/tcp.ts';
import { end, start } from './rig/child.ts';

const SESSIONS = 50;
const PER_SECOND = 100;
const SECONDS = 8;
const token = 'a'.repeat(64);

export async function bench() {
  /** When each word came to the engine, ms since the epoch. */
  const handed = new Map<string, number>();
  const { port, close } = await serve(handed);
  try {
    const alone = await stream(port, 1, handed);
    const before = process.cpuUsage();
    const began = performance.now();
    const together = await stream(port, SESSIONS, handed);
    const { user, system } = process.cpuUsage(before);
    const cores = (user + system) / 1000 / (performance.now() - began);
    return [
      {
        name: 'a delta to its sentence at the engine, one session, p50',
        value: at(alone, 0.5),
        unit: 'ms',
        target: 3,
      },
      {
        name: 'the same, 50 sessions, 5,000 deltas/s, p50',
        value: at(together, 0.5),
        unit: 'ms',
        target: 3,
      },
      { name: 'the same, p99', value: at(together, 0.99), unit: 'ms', target: 20 },
      { name: 'node meanwhile', value: cores, unit: 'cores', target: 1 },
    ];
  } finally {
    await close();
  }
}

async function serve(handed: Map<string, number>) {
  const fake = createFakeEngine();
  const engine: Engine = {
    ...fake,
    synthesize(request, signal) {
      const word = /Word ([a-px]+)/.exec(request.text)?.[1];
      if (word !== undefined && !handed.has(word))
        handed.set(word, performance.timeOrigin + performance.now());
      return fake.synthesize(request, signal);
    },
  };
  const journal = {
    line() {},
    readStart() {},
    readEnd() {},
    readDrop() {},
    readerPaused() {},
    trace() {},
  };
  const runtime = new Runtime({
    engines: new EngineRegistry([engine]),
    output: instantOutput(),
    settings: { save: async () => {} },
    log: journal,
    cut: cutText,
    openText: (options) => new SpeechStream(options),
    initial: {
      ...defaultSettings(),
      engine: engine.id,
      read_mode: 'immediate',
      channel_announce: 'off',
    },
  });
  await runtime.open();
  const lifetime = new Lifetime({
    clock: realClock,
    idleExit: 30,
    standalone: true,
    reading: () => false,
    exit() {},
  });
  const log = { received() {}, refused() {}, refusedBeforeHello() {} };
  const dispatcher = new Dispatcher({
    runtime,
    lifetime,
    journal: log,
    version: '0',
    capabilities,
    offered: ['channels', 'agent'],
    readOnly: {},
    defaultPrompts,
  });
  const shared = { dispatcher, journal: log, runtime, lifetime, token, clock: realClock };
  const tcp = await listenTcp((connection) => new TcpSession(connection, shared));
  return {
    port: tcp.port,
    async close() {
      await runtime.close();
      await tcp.close();
    },
  };
}

/** Every play is over as soon as all of it is there. */
function instantOutput(): Output {
  let events: OutputEvents;
  const waiting: { play: number; done: boolean }[] = [];
  const advance = (): void => {
    for (; waiting[0]?.done; waiting.shift()) {
      const { play } = waiting[0];
      setImmediate(() => {
        events.started(play);
        events.ended(play);
      });
    }
  };
  return {
    open: (given) => void (events = given),
    begin: (play) => void waiting.push({ play, done: false }),
    write() {},
    end(play) {
      const found = waiting.find((each) => each.play === play);
      if (found) found.done = true;
      advance();
    },
    cut(play) {
      const from = waiting.findIndex((each) => each.play === play);
      if (from >= 0) waiting.length = from;
    },
    pause() {},
    mute() {},
    volume() {},
    loudness() {},
    liveRate() {},
    clip: () => 0,
    stopClip() {},
    warm() {},
    status: () => ({ kind: 'null', audible: false }),
    async close() {},
  };
}

/** @returns ms from each delta that ends a sentence to the engine, sorted */
async function stream(
  port: number,
  sessions: number,
  handed: Map<string, number>,
): Promise<number[]> {
  const options = { port, token, sessions, perSecond: PER_SECOND, seconds: SECONDS };
  const child = start(process.execPath, ['-e', clients, JSON.stringify(options)]);
  let out = '';
  child.child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text));
  await new Promise((resolve) => child.child.once('close', resolve));
  await end(child.child);
  const sent = JSON.parse(out) as [string, number][];
  const lost = sent.filter(([word]) => !handed.has(word));
  if (lost.length > 0) throw new Error(`${lost.length} of ${sent.length} sentences did not come`);
  return sent.map(([word, begun]) => handed.get(word)! - begun).toSorted((a, b) => a - b);
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** What the other process does: four deltas a sentence, in every session. */
const clients = `
  const { port, token, sessions, perSecond, seconds } = JSON.parse(process.argv[1]);
  const { connect } = require('node:net');
  const name = (n) => [...n.toString(16)].map((d) => String.fromCharCode(97 + parseInt(d, 16))).join('');
  const sent = [];
  const sockets = Array.from({ length: sessions }, (_, session) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', () => {});
    socket.write(JSON.stringify({ type: 'hello', token, extensions: ['agent'] }) + '\\n');
    return { socket, channel: 's' + sessions + '-' + session, session, index: 0 };
  });
  const began = performance.now() + 300;
  const total = seconds * perSecond * sessions;
  let count = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * perSecond * sessions));
    for (; count < due; count++) {
      const { socket, channel, session, index } = sockets[count % sessions];
      const part = index % 4;
      const word = name(sessions) + 'x' + name(session) + 'x' + name(index);
      const delta = part === 0 ? ' It is' : part === 3 ? ', says Word ' + word + '. And' : ' so';
      if (part === 3) sent.push([word, performance.timeOrigin + performance.now()]);
      socket.write(JSON.stringify({ type: 'stream', channel, delta, index }) + '\\n');
      sockets[count % sessions].index++;
    }
    if (count < total) return;
    clearInterval(timer);
    setTimeout(() => process.stdout.write(JSON.stringify(sent), () => process.exit(0)), 700);
  }, 1);
`;
