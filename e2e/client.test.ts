/** The built client against real runtimes: who starts, who takes over, who survives. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as Client from '../shared/client/index.ts';
import { until } from './rig/child.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const { connect, discover, ConnectionLost } = (await import(
  join(dist, 'client/index.mjs')
)) as typeof Client;
const autostart = [process.execPath, join(dist, 'sonarad.cjs'), '--engine', 'fake'];

let home: string;
const clients: Client.Sonara[] = [];
const children: ChildProcess[] = [];
const pids = new Set<number>();

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-client-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const last = discover(home);
  if (last) pids.add(last.pid);
  for (const pid of pids) await endRuntime(pid);
  pids.clear();
  rmSync(home, { recursive: true, force: true });
});

async function open(options: Client.ConnectOptions = {}): Promise<Client.Sonara> {
  const client = await connect({ home, autostart, ...options });
  clients.push(client);
  pids.add(client.runtime.pid);
  return client;
}

/** Ends one runtime that a test started, and waits until it is gone. */
async function endRuntime(pid: number): Promise<void> {
  const alive = () => {
    try {
      process.kill(pid, 0);
      // Its starter may be this process, which has not yet been told of its end.
      return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
    } catch {
      return false;
    }
  };
  if (!alive()) return;
  process.kill(pid, 'SIGKILL');
  await until(`the end of ${pid}`, () => !alive());
}

/** Makes the running one look like a runtime of another time. */
function pretend(fields: object): void {
  const path = join(home, 'runtime.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...file, ...fields }));
}
const otherMajor = { protocol: { major: 2, minor: 0 } };

/** A program that connects, says the runtime's pid, and stays until its input ends. */
const program = `
  import { connect } from ${JSON.stringify(join(dist, 'client/index.mjs'))};
  const [home, ...autostart] = process.argv.slice(2);
  const sonara = await connect({ home, autostart });
  const { phase } = await sonara.speakAndWait('Hi.');
  console.log(sonara.runtime.pid, phase);
  process.stdin.resume().on('end', () => sonara.close());`;

test('ten programs that start at once are all connected to the one runtime', async () => {
  const script = join(home, 'program.mjs');
  writeFileSync(script, program);
  const starters = Array.from({ length: 10 }, () => {
    const child = spawn(process.execPath, [script, home, ...autostart], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  });
  const lines = await Promise.all(
    starters.map(async (child) => {
      const said = once(child.stdout!, 'data').then(([data]) => String(data).trim());
      return Promise.race([said, once(child, 'exit').then(([code]) => `exit code ${code}`)]);
    }),
  );
  const { pid } = discover(home)!;
  expect(lines).toEqual(Array.from({ length: 10 }, () => `${pid} finished`));
  // Each ends by itself once it has closed: no handle is left.
  for (const child of starters) child.stdin!.end();
  const codes = starters.map(async (child) => child.exitCode ?? (await once(child, 'exit'))[0]);
  expect(await Promise.all(codes)).toEqual(Array.from({ length: 10 }, () => 0));
});

test('without a command it starts the sonarad that was built with it, which outlives it', async () => {
  const client = await open({ autostart: true });
  const { pid } = client.runtime;
  expect(await client.get('engine')).not.toBe('fake');
  client.close();
  await client.closed;
  expect((await open({ autostart: false })).runtime.pid).toBe(pid);
});

test('a program on the port of the file, which is not its process, hears nothing', async () => {
  let heard = 0;
  let connections = 0;
  const trap = createServer((socket) => {
    connections++;
    socket.on('data', ({ length }) => (heard += length)).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as { port: number };
  const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(sleeper);
  const file = { pid: sleeper.pid, port, http_port: port, token: 'secret', ...otherMajor };
  writeFileSync(join(home, 'runtime.json'), JSON.stringify(file));
  const client = await open();
  expect(client.runtime.pid).not.toBe(sleeper.pid);
  expect((await client.speakAndWait('Hi.')).phase).toBe('finished');
  expect([connections, heard]).toEqual([1, 0]);
  await new Promise((resolve) => trap.close(resolve));
});

test('a takeover waits for what is read, then the new runtime serves', async () => {
  const old = await open();
  const reading = old.speakAndWait('x'.repeat(100));
  await old.get('rate');
  pretend(otherMajor);
  const client = await open();
  expect((await reading).phase).toBe('finished');
  expect(client.runtime.pid).not.toBe(old.runtime.pid);
  expect(await old.closed).toBeInstanceOf(ConnectionLost);
  expect((await client.speakAndWait('Hi.')).phase).toBe('finished');
});

test('a client that reconnects follows a takeover to the new runtime', async () => {
  const follower = await open({ reconnect: true });
  const first = follower.runtime.pid;
  const loop = follower.events(['state']);
  await loop.next();
  pretend(otherMajor);
  const taker = await open();
  expect(await follower.get('rate')).toBe(250);
  expect(follower.runtime.pid).toBe(taker.runtime.pid);
  expect(follower.runtime.pid).not.toBe(first);
  expect((await loop.next()).value).toMatchObject({ event: 'state', now_playing: null });
});

test('a runtime that the started one cannot better is an error, not an endless takeover', async () => {
  const old = await open();
  await expect(open({ require: ['flying'] })).rejects.toMatchObject({ code: 'E_UNSUPPORTED' });
  expect(discover(home)!.pid).not.toBe(old.runtime.pid);
});

test('after kill -9 a client that reconnects has a new runtime; what was in flight is told lost', async () => {
  const client = await open({ reconnect: true });
  const { pid } = client.runtime;
  const loop = client.events(['items', 'state']);
  expect((await loop.next()).value.event).toBe('state');
  const reading = client.speakAndWait('x'.repeat(400));
  await until('the start', async () => (await loop.next()).value.event === 'item');
  process.kill(pid, 'SIGKILL');
  await expect(reading).rejects.toThrow(ConnectionLost);
  expect((await client.speakAndWait('Back.')).phase).toBe('finished');
  pids.add(client.runtime.pid);
  expect(client.runtime.pid).not.toBe(pid);
  const seen: string[] = [];
  for await (const { event } of loop) {
    seen.push(event);
    if (event === 'item' && seen.includes('gap')) break;
  }
  expect(seen.slice(seen.indexOf('gap'))).toEqual(expect.arrayContaining(['gap', 'state', 'item']));
  expect(seen[seen.indexOf('gap') + 1]).toBe('state');
});

test('a loop over states follows the runtime at its pace, and its end ends the subscription', async () => {
  const client = await open();
  const volumes: number[] = [];
  const changes = (async () => {
    for await (const { volume } of client.events(['state'])) {
      volumes.push(volume);
      if (volume === 3) return;
    }
  })();
  for (const volume of [1, 2, 3]) expect(await client.set('volume', volume)).toBe(volume);
  await changes;
  expect(volumes).toEqual([100, 1, 2, 3]);
  expect((await client.request('subscribe', { events: [] })).events).toEqual([]);
});
