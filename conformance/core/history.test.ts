/** The record of what was heard (additive): over both transports, over restarts, and where it must not be. */
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, open, transports } from '../harness/client.ts';
import { cannotMount, makeReadOnly, SmallDisk } from '../harness/disk.ts';
import { Listener, LONG } from '../harness/listener.ts';
import { newHome, Runtime, sleep, until } from '../harness/runtime.ts';
import { useListener, useRuntime } from '../harness/set-up.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const start = (home = newHome(), args: string[] = []) =>
  Runtime.start({ home, args: ['--standalone', ...args] });
const fileOf = (home: string) => join(home, 'ledger.jsonl');

async function entries(client: Client, fields: Json = {}): Promise<Json[]> {
  const reply = await client.request('history', fields);
  if (reply['ok'] !== true) throw new Error(JSON.stringify(reply));
  return reply['entries'] as Json[];
}
const texts = async (client: Client, fields: Json = {}) =>
  (await entries(client, fields)).map(({ text }) => text as string);

/** Reads these to their end. */
async function read(runtime: Runtime, ...all: string[]): Promise<void> {
  const listener = await Listener.open('tcp', runtime.file);
  for (const text of all) await listener.item(await listener.speak(text), 'finished');
  listener.close();
}

async function withClient<T>(runtime: Runtime, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await open('http', runtime.file);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

describe.each(transports)('history over %s', (transport) => {
  const runtime = useRuntime();
  const listener = useListener(transport, runtime);
  const last = async () => (await entries(listener.client)).at(-1)!;
  const request = (type: string, fields: Json) => listener.client.request(type, fields);

  it(proves('history.capability'), () => {
    expect(runtime.file['capabilities']).toContain('history');
  });

  it(proves('history.entry', 'history.finished'), async () => {
    const before = Date.now();
    const item = await listener.speak('One. Two.', { label: 'build' });
    await listener.item(item, 'finished');
    const { time, ...entry } = await last();
    expect(entry).toEqual({
      item,
      channel: null,
      label: 'build',
      kind: 'speak',
      from: 'speak',
      text: 'One. Two.',
      chunks: 2,
      read: 2,
      phase: 'finished',
    });
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(time as string)).toBeGreaterThanOrEqual(before);
  });

  it(proves('history.skipped'), async () => {
    const item = await listener.speak(`Short. ${LONG} ${LONG}`);
    await listener.state((state) => state['now_playing']?.chunk === 1);
    await listener.control('skip');
    const skipped = { item, phase: 'skipped', read: 2, chunks: 3, reason: 'skip' };
    expect(await last()).toMatchObject(skipped);
  });

  it(proves('history.failed'), async () => {
    const item = await listener.speak('This will [fail] here.');
    await listener.item(item, 'failed');
    expect(await last()).toMatchObject({ item, phase: 'failed' });
  });

  it(proves('history.dropped', 'history.order'), async () => {
    await listener.speak(LONG);
    const waiting = [
      await listener.speak('First to wait.'),
      await listener.speak('Second to wait.'),
    ];
    await listener.control('stop');
    const dropped = (await entries(listener.client)).slice(-2);
    expect(dropped.map(({ item }) => item)).toEqual(waiting);
    for (const entry of dropped) {
      expect(entry).toMatchObject({ phase: 'dropped', read: 0, reason: 'stop' });
    }
  });

  it(`${proves('history.dropped')}: replaced in the queue`, async () => {
    await listener.speak(LONG);
    const item = await listener.speak('To be replaced.');
    await listener.speak('In its place.', { mode: 'replace' });
    expect(await last()).toMatchObject({ item, phase: 'dropped', read: 0, reason: 'replaced' });
  });

  it(proves('history.limit'), async () => {
    for (const text of ['Red.', 'Green.', 'Blue.']) {
      await listener.item(await listener.speak(text), 'finished');
    }
    expect(await texts(listener.client, { limit: 2 })).toEqual(['Green.', 'Blue.']);
    const all = await request('history', { limit: 500 });
    const one = await request('history', { limit: 1 });
    expect(all['more']).toBe(0);
    expect(one['more']).toBe(all['entries'].length - 1);
  });

  it(proves('history.since'), async () => {
    await listener.item(await listener.speak('Before.'), 'finished');
    await sleep(5);
    const now = new Date();
    await listener.item(await listener.speak('After.'), 'finished');
    expect(await texts(listener.client, { since: now.toISOString() })).toEqual(['After.']);
    expect(await texts(listener.client, { since: 3600 })).toContain('Before.');
    expect(await texts(listener.client, { since: '2999-01-01T00:00:00Z' })).toEqual([]);
  });

  for (const fields of [
    { limit: 0 },
    { limit: 501 },
    { limit: 'many' },
    { since: 'yesterday' },
    { since: -1 },
    { channel: 5 },
    { missed: 'yes' },
    { seen: true },
    { seen: true, missed: true, channel: 'c' },
  ]) {
    it(`${proves('history.bad')}: ${JSON.stringify(fields)}`, async () => {
      expect((await request('history', fields))['error']?.code).toBe('E_BAD_REQUEST');
    });
  }

  it(proves('history.missed', 'history.seen'), async () => {
    await request('history', { missed: true, seen: true });
    await listener.item(await listener.speak('Heard well.'), 'finished');
    await listener.speak(`Cut short. ${LONG}`);
    await listener.control('stop');
    for (let n = 0; n < 2; n++) {
      expect(await texts(listener.client, { missed: true })).toEqual([`Cut short. ${LONG}`]);
    }
    const told = await texts(listener.client, { missed: true, seen: true });
    expect(told).toEqual([`Cut short. ${LONG}`]);
    expect(await texts(listener.client, { missed: true })).toEqual([]);
    const whole = await texts(listener.client, { missed: true, since: 3600 });
    expect(whole).toContain(`Cut short. ${LONG}`);
  });
});

describe.each(transports)('history of sessions over %s', (transport) => {
  const runtime = useRuntime();
  const listener = useListener(transport, runtime);
  const request = (type: string, fields: Json) => listener.client.request(type, fields);
  const hello = () => request('hello', { token: runtime.file.token, extensions: ['agent'] });

  it(proves('history.channel', 'history.agent'), async () => {
    await hello();
    const of = { channel: `a-${transport}`, label: 'website' };
    await request('turn_start', of);
    await request('stream', { ...of, delta: 'This is held back.', final: true });
    await request('turn_start', of);
    await listener.speak('Somewhere else.');
    expect(await entries(listener.client, { channel: of.channel })).toMatchObject([
      {
        item: null,
        channel: of.channel,
        kind: 'prose',
        from: 'stream',
        text: 'This is held back.',
        read: 0,
        phase: 'dropped',
        reason: 'turn_start',
      },
    ]);
  });

  it(`${proves('history.agent')}: replaced in its channel`, async () => {
    await hello();
    const channel = `b-${transport}`;
    await request('speak', { channel, text: LONG });
    await request('speak', { channel, text: 'Never read.' });
    await request('speak', { channel, text: 'The newest.' });
    expect(await entries(listener.client, { channel })).toMatchObject([
      { text: 'Never read.', phase: 'dropped', reason: 'replaced by newer text (policy latest)' },
    ]);
  });

  it(proves('history.missed-later'), async () => {
    await hello();
    const channel = `c-${transport}`;
    const ask = () => texts(listener.client, { channel, missed: true, since: 3600 });
    await request('set', { key: 'read_mode', value: 'immediate' });
    await request('set', { key: 'mute_level', value: 1 });
    await request('stream', { channel, delta: 'Kept for later.', final: true });
    await request('set', { key: 'mute_level', value: 0 });
    expect(await ask()).toEqual(['Kept for later.']);
    await request('control', { action: 'restart', channel });
    await listener.heard((event) => event['now_playing']?.text === 'Kept for later.');
    await listener.state((state) => state['now_playing'] === null);
    expect(await ask()).toEqual([]);
  });
});

describe('over restarts', () => {
  it(proves('history.restart'), async () => {
    const home = newHome();
    const before = await start(home);
    await read(before, 'Kept.');
    await before.stop({ keepHome: true });
    const after = await start(home);
    expect(await withClient(after, texts)).toEqual(['Kept.']);
    await after.stop();
  });

  it(proves('history.kill'), async () => {
    const home = newHome();
    const all: string[] = [];
    for (let round = 0; round < 3; round++) {
      const runtime = await start(home);
      await read(runtime, `Round ${round}.`);
      await withClient(runtime, texts);
      all.push(`Round ${round}.`);
      await runtime.kill();
    }
    const runtime = await start(home);
    expect(await withClient(runtime, texts)).toEqual(all);
    await runtime.stop();
  });

  it(`${proves('history.kill')}: also without anybody asking`, async () => {
    const home = newHome();
    const runtime = await start(home);
    await read(runtime, 'Written by itself.');
    await until(() => existsSync(fileOf(home)) && statSync(fileOf(home)).size > 0);
    await runtime.kill();
    const after = await start(home);
    expect(await withClient(after, texts)).toEqual(['Written by itself.']);
    await after.stop();
  });

  it(proves('history.waiting'), async () => {
    const home = newHome();
    const runtime = await start(home);
    await withClient(runtime, async (client) => {
      await client.request('hello', { extensions: ['channels'] });
      await client.request('channel_open', { channel: 'c', policy: 'queue' });
      for (const text of [LONG, 'It waits.']) await client.request('speak', { channel: 'c', text });
    });
    await runtime.stop({ keepHome: true });
    const after = await start(home);
    const [cut, waited] = await withClient(after, entries);
    expect(cut).toMatchObject({ text: LONG, phase: 'skipped', reason: 'ended' });
    expect(waited).toMatchObject({ text: 'It waits.', phase: 'dropped', reason: 'ended' });
    await after.stop();
  });
});

describe('the file', () => {
  it.skipIf(process.platform === 'win32')(proves('history.private'), async () => {
    const runtime = await start();
    await read(runtime, 'Mine.');
    await withClient(runtime, texts);
    expect(statSync(fileOf(runtime.home)).mode & 0o777).toBe(0o600);
    await runtime.stop();
  });

  it(proves('history.redacted'), async () => {
    const runtime = await start();
    const { token } = runtime.file;
    const key = 'ghp_abcdefghij0123456789abcdefghij012345';
    await withClient(runtime, async (client) => {
      for (const secret of [token, key]) {
        await client.request('speak', { text: `Say ${secret} now.`, label: secret });
      }
      await client.request('control', { action: 'stop' });
      expect(await entries(client)).toHaveLength(2);
    });
    const kept = readFileSync(fileOf(runtime.home), 'utf8');
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(key);
    await runtime.stop();
  });

  it(
    proves('history.bound'),
    async () => {
      const runtime = await start(newHome(), ['--no-real-time']);
      const listener = await Listener.open('tcp', runtime.file);
      await listener.speak('The first.');
      for (let n = 0; n < 2_600; n++) await listener.speak('More.');
      await listener.item(await listener.speak('The last.'), 'finished');
      const newest = await texts(listener.client, { limit: 500 });
      listener.close();
      const kept = readFileSync(fileOf(runtime.home), 'utf8').trimEnd().split('\n');
      expect(newest.at(-1)).toBe('The last.');
      expect(newest).toHaveLength(500);
      expect(kept.length).toBeLessThanOrEqual(2_000);
      expect(kept.length).toBeGreaterThanOrEqual(1_500);
      expect(kept.at(-1)).toContain('The last.');
      expect(kept.join()).not.toContain('The first.');
      expect(statSync(fileOf(runtime.home)).size).toBeLessThanOrEqual(2_000_000);
      await runtime.stop();
    },
    60_000,
  );

  it(proves('history.garbage'), async () => {
    const home = newHome();
    const before = await start(home);
    await read(before, 'Before.');
    await before.stop({ keepHome: true });
    appendFileSync(fileOf(home), 'garbage\n[]\n{"time":5}\n\u0000\n{"time":"2026-10-03T10:5');
    const runtime = await start(home);
    await read(runtime, 'After.');
    expect(await withClient(runtime, texts)).toEqual(['Before.', 'After.']);
    await runtime.stop();
  });
});

describe('with debug_log false', () => {
  it(proves('history.off', 'history.off-file'), async () => {
    const runtime = await start();
    await read(runtime, 'One.');
    await withClient(runtime, async (client) => {
      await texts(client);
      expect(existsSync(fileOf(runtime.home))).toBe(true);
      await client.request('set', { key: 'debug_log', value: false });
      const off = { ok: true, entries: [], more: 0, off: true };
      expect(await client.request('history')).toEqual(off);
      await until(() => !existsSync(fileOf(runtime.home)));
      await read(runtime, 'Two.');
      expect(await client.request('history')).toEqual(off);
      expect(existsSync(fileOf(runtime.home))).toBe(false);
      await client.request('set', { key: 'debug_log', value: true });
      expect(await texts(client)).toEqual([]);
      await read(runtime, 'Three.');
      expect(await texts(client)).toEqual(['Three.']);
    });
    await runtime.stop();
  });

  it(`${proves('history.off-file')}: a file from before goes at the start`, async () => {
    const home = newHome();
    writeFileSync(join(home, 'config.json'), '{"debug_log": false}');
    writeFileSync(fileOf(home), '{"seen":"2026-10-03T10:59:14Z"}\n');
    const runtime = await start(home);
    await until(() => !existsSync(fileOf(home)));
    await runtime.stop();
  });
});

const complaints = (home: string) =>
  readFileSync(join(home, 'logs', 'sonarad.log'), 'utf8').match(/ ledger not written: /g) ?? [];
const noMounts = cannotMount();

describe.skipIf(noMounts)('disks that do not take it', () => {
  it(proves('history.disk'), async () => {
    const disk = new SmallDisk();
    const runtime = await start(disk.home, ['--no-real-time']);
    await read(runtime, 'Before.');
    disk.fill();
    await read(runtime, ...Array.from({ length: 30 }, (_, n) => `Full ${n}, and some more words.`));
    const kept = await withClient(runtime, texts);
    expect(kept).toHaveLength(31);
    disk.free();
    await read(runtime, 'After.');
    await withClient(runtime, texts);
    const all = readFileSync(fileOf(disk.home), 'utf8').trimEnd().split('\n');
    expect(all).toHaveLength(32);
    for (const line of all) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(complaints(disk.home).length).toBeLessThanOrEqual(1);
    await runtime.stop();
  });

  it(proves('history.readonly'), async () => {
    const runtime = await start();
    await read(runtime, 'Before.');
    const undo = makeReadOnly(runtime.home);
    await read(runtime, 'During.', 'During it.');
    expect(await withClient(runtime, texts)).toContain('During it.');
    undo();
    await runtime.stop();
  });
});
