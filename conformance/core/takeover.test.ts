import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { Listener } from '../harness/listener.ts';
import { exitCode, launch, readRuntimeFile, Runtime } from '../harness/runtime.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const start = (home?: string) =>
  Runtime.start({ args: ['--standalone'], ...(home === undefined ? {} : { home }) });
const code = (reply: Json) => reply['error']?.code as string | undefined;
const takeover = (client: TcpClient, runtime: Runtime, more: Json = {}) =>
  client.request('hello', { token: runtime.file.token, takeover: true, ...more });
const overHttp = async (runtime: Runtime, more: Json = {}) =>
  (await post(runtime.file, '/v1/hello', { takeover: true, ...more })).body;

describe('takeover', () => {
  it(`${proves('takeover.reply', 'takeover.closes', 'takeover.exit')}: over tcp`, async () => {
    const runtime = await start();
    const client = await TcpClient.open(runtime.file);
    expect(await takeover(client, runtime)).toMatchObject({
      ok: true,
      takeover: true,
      version: runtime.file['version'],
      protocol: runtime.file['protocol'],
    });
    await client.closed();
    expect(await runtime.exited).toBe(0);
  });

  it(`${proves('takeover.reply', 'takeover.exit', 'takeover.file')}: over http`, async () => {
    const runtime = await start();
    expect(await overHttp(runtime)).toMatchObject({ ok: true, takeover: true });
    expect(await runtime.exited).toBe(0);
    expect(existsSync(join(runtime.home, 'runtime.json'))).toBe(false);
  });

  it(proves('takeover.file'), async () => {
    const runtime = await start();
    const client = await TcpClient.greet(runtime.file);
    await takeover(client, runtime);
    expect(await runtime.exited).toBe(0);
    expect(existsSync(join(runtime.home, 'runtime.json'))).toBe(false);
  });

  it(proves('takeover.wins'), async () => {
    const runtime = await start();
    const client = await TcpClient.open(runtime.file);
    const reply = await takeover(client, runtime, { protocol: { major: 9, minor: 0 } });
    expect(reply['takeover']).toBe(true);
    const other = await start();
    const body = await overHttp(other, { protocol: { major: 9, minor: 0 }, require: ['nope'] });
    expect(body['takeover']).toBe(true);
    expect([await runtime.exited, await other.exited]).toEqual([0, 0]);
  });

  it(proves('takeover.busy-playing', 'takeover.refused-open'), async () => {
    const runtime = await start();
    const listener = await Listener.open('tcp', runtime.file);
    const id = await listener.speak('x'.repeat(60));
    const stranger = await TcpClient.open(runtime.file);
    expect(code(await takeover(stranger, runtime))).toBe('E_BUSY');
    expect(code(await overHttp(runtime))).toBe('E_BUSY');
    const next = await listener.speak('Next.');
    await listener.item(id, 'finished');
    await listener.item(next, 'finished');
    listener.close();
    stranger.close();
    await runtime.stop();
  });

  it(proves('takeover.busy-paused', 'takeover.retry'), async () => {
    const runtime = await start();
    await post(runtime.file, '/v1/speak', { text: 'x'.repeat(400) });
    await post(runtime.file, '/v1/control', { action: 'pause' });
    const stranger = await TcpClient.open(runtime.file);
    expect(code(await takeover(stranger, runtime))).toBe('E_BUSY');
    await post(runtime.file, '/v1/control', { action: 'stop' });
    expect((await takeover(stranger, runtime))['takeover']).toBe(true);
    expect(await runtime.exited).toBe(0);
  });

  it(`${proves('takeover.then-busy')}: on its connection`, async () => {
    const runtime = await start();
    const client = await TcpClient.greet(runtime.file);
    const hello = { type: 'hello', token: runtime.file.token, takeover: true };
    const lines = [hello, { type: 'speak', text: 'Lost?' }, { type: 'control', action: 'play' }];
    client.raw(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect((await client.reply())['takeover']).toBe(true);
    // The connection may close first, which accepts nothing either.
    for (let n = 0; n < 2; n++) {
      const reply = await client.reply().catch(() => null);
      if (reply) expect(code(reply)).toBe('E_BUSY');
    }
    expect(await runtime.exited).toBe(0);
  });

  it(`${proves('takeover.then-busy')}: of other clients`, async () => {
    for (let round = 0; round < 5; round++) {
      const runtime = await start();
      const other = await TcpClient.greet(runtime.file);
      const client = await TcpClient.greet(runtime.file);
      expect((await takeover(client, runtime))['takeover']).toBe(true);
      other.raw('{"type":"speak","text":"Lost?"}\n{"type":"control","action":"play"}\n');
      const web = post(runtime.file, '/v1/speak', { text: 'Lost?' }).catch(() => null);
      const late = [
        await other.reply().catch(() => null),
        await other.reply().catch(() => null),
        (await web)?.body ?? null,
      ];
      for (const reply of late) if (reply) expect(code(reply)).toBe('E_BUSY');
      expect(await runtime.exited).toBe(0);
    }
  });

  it(proves('takeover.lock-first'), async () => {
    let runtime = await start();
    for (let round = 0; round < 5; round++) {
      const old = runtime;
      await overHttp(old);
      while (readRuntimeFile(old.home)) await new Promise((done) => setImmediate(done));
      // Held still at this moment, so that what it has not let go of by now it keeps.
      if (process.platform !== 'win32') old.child.kill('SIGSTOP');
      // Throws when the new one ends because the old one still has the instance.
      runtime = await start(old.home);
      if (process.platform !== 'win32') old.child.kill('SIGCONT');
      expect(await old.exited).toBe(0);
      expect(readRuntimeFile(old.home)?.pid).toBe(runtime.child.pid);
    }
    await runtime.stop();
  });
});

describe('a race of takeovers, speech and two new runtimes', () => {
  it(
    proves('takeover.race', 'takeover.race-speak', 'takeover.once'),
    async () => {
      let runtime = await start();
      let spoken = 0;
      for (let round = 0; round < 20; round++) {
        const old = runtime;
        const rivals = [await TcpClient.greet(old.file), await TcpClient.greet(old.file)];
        const speaker = await Listener.open('tcp', old.file);

        const speech = [0, 1, 2].map(async (n) => {
          for (let wait = (round + n) % 4; wait > 0; wait--)
            await new Promise((done) => setImmediate(done));
          const request = { text: 'Heard.' };
          const reply = await speaker.client.request('speak', request).catch(() => null);
          return reply?.['ok'] === true ? (reply['item_id'] as number) : null;
        });
        // Each tries until somebody has it.
        const attempts = rivals.map(async (rival) => {
          for (;;) {
            const reply = await takeover(rival, old).catch(() => null);
            if (reply?.['takeover'] === true) return true;
            // A connection that ended, or a runtime that is exiting: the other one was first.
            if (!reply || old.child.exitCode !== null) return false;
          }
        });

        // What was accepted is read to its end; `item` throws when the connection ends before.
        const ids = (await Promise.all(speech)).filter((id) => id !== null);
        for (const id of ids) await speaker.item(id, 'finished');
        spoken += ids.length;
        expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);

        while (readRuntimeFile(old.home)) await new Promise((done) => setImmediate(done));
        const starts = [0, 1].map(() => launch({ home: old.home, args: ['--standalone'] }));
        const loser = await Promise.race(
          starts.map(async ({ child }, n) => ({ n, code: await exitCode(child) })),
        );
        expect(loser.code).toBe(3);
        runtime = await Runtime.of(starts[1 - loser.n]!);
        expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
        expect(await old.exited).toBe(0);
        speaker.close();
        for (const rival of rivals) rival.close();
      }
      // Some were accepted: otherwise nothing was shown.
      expect(spoken).toBeGreaterThan(0);
      await runtime.stop();
    },
    90_000,
  );
});
