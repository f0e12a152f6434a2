/**
 * From a delta, sent by another process over TCP, to its sentence being handed to the engine: alone, and with 50
 * sessions that stream 100 deltas a second each. The output takes no time, so that no sentence waits for the
 * one before it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveAgents, token } from './rig/agents.ts';
import { end, start } from './rig/child.ts';

const SESSIONS = 50;
const PER_SECOND = 100;
const SECONDS = 8;

export async function bench() {
  /** When each word came to the engine, ms since the epoch. */
  const handed = new Map<string, number>();
  const home = mkdtempSync(join(tmpdir(), 'sonara-bench-'));
  const { port, close } = await serveAgents(home, (text) => {
    const word = /Word ([a-px]+)/.exec(text)?.[1];
    if (word === undefined || handed.has(word)) return;
    handed.set(word, performance.timeOrigin + performance.now());
  });
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
    rmSync(home, { recursive: true });
  }
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
