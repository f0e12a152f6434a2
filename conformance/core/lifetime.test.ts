import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { Listener, LONG } from '../harness/listener.ts';
import { Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const start = (...args: string[]) => Runtime.start({ args });
const get = (runtime: Runtime) => post(runtime.file, '/v1/get', { key: 'volume' });
/** Milliseconds until it ends, and with which code. */
async function end(runtime: Runtime, since = Date.now()): Promise<{ code: unknown; ms: number }> {
  const code = await runtime.exited;
  return { code, ms: Date.now() - since };
}

describe('a clean exit', () => {
  const signals = [
    ['SIGTERM', proves('exit.sigterm', 'file.removed')],
    ['SIGINT', proves('exit.sigint', 'file.removed')],
    ['SIGHUP', proves('exit.sighup', 'file.removed')],
  ] as const;
  for (const [signal, name] of signals) {
    it(name, async () => {
      const runtime = await start('--standalone');
      runtime.child.kill(signal);
      expect(await runtime.exited).toBe(0);
      expect(existsSync(join(runtime.home, 'runtime.json'))).toBe(false);
    });
  }

  for (const transport of ['tcp', 'http'] as const) {
    it(`${proves('exit.stops-speech')}: told over ${transport}`, async () => {
      const runtime = await start('--standalone');
      const listener = await Listener.open(transport, runtime.file);
      const ids = [await listener.speak(`${LONG} ${LONG}`), await listener.speak(LONG)];
      await listener.item(ids[0]!, 'started');
      const began = Date.now();
      runtime.child.kill('SIGTERM');
      await listener.item(ids[0]!, 'skipped');
      await listener.item(ids[1]!, 'skipped');
      const { code, ms } = await end(runtime, began);
      expect(code).toBe(0);
      // Not waited for until it is read, which would take 1.6 s.
      expect(ms).toBeLessThan(1200);
    });
  }
});

describe('the idle exit', () => {
  it(proves('idle.without-client', 'idle.code', 'idle.seconds', 'file.removed'), async () => {
    const runtime = await start('--idle-exit', '0.3');
    const { code, ms } = await end(runtime);
    expect(code).toBe(0);
    expect(existsSync(join(runtime.home, 'runtime.json'))).toBe(false);
    expect(ms).toBeGreaterThan(200);
    expect(ms).toBeLessThan(3000);
  });

  it(`${proves('idle.seconds')}: more than a timer of the system can hold`, async () => {
    const runtime = await start('--idle-exit', '3000000');
    await sleep(300);
    expect((await get(runtime)).status).toBe(200);
    await runtime.stop();
  });

  it(proves('idle.tcp-client', 'idle.last-left'), async () => {
    const runtime = await start('--idle-exit', '0.3');
    const [first, second] = [
      await TcpClient.greet(runtime.file),
      await TcpClient.greet(runtime.file),
    ];
    await sleep(500);
    first.close();
    await sleep(500);
    expect((await second.request('get', { key: 'volume' }))['ok']).toBe(true);
    second.close();
    const { code, ms } = await end(runtime);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(250);
  });

  it(`${proves('idle.last-left')}: also of one that was cut off`, async () => {
    const runtime = await start('--idle-exit', '0.2');
    const client = await TcpClient.greet(runtime.file);
    client.socket.resetAndDestroy();
    expect((await end(runtime)).ms).toBeLessThan(3000);
  });

  it(proves('idle.sse-client'), async () => {
    const runtime = await start('--idle-exit', '0.3');
    const stream = (await EventStream.open(runtime.file)) as EventStream;
    await sleep(800);
    expect(runtime.child.exitCode).toBe(null);
    stream.close();
    expect((await end(runtime)).code).toBe(0);
  });

  it(proves('idle.not-greeted'), async () => {
    const runtime = await start('--idle-exit', '0.3');
    const silent = await TcpClient.open(runtime.file);
    const refused = await TcpClient.open(runtime.file);
    await refused.request('hello', { token: runtime.file.token, require: ['nope'] });
    // They would be closed after 5 s.
    expect((await end(runtime)).ms).toBeLessThan(3000);
    silent.close();
    refused.close();
  });

  it(proves('idle.http-activity'), async () => {
    const runtime = await start('--idle-exit', '0.6');
    for (let n = 0; n < 6; n++) {
      await sleep(250);
      expect((await get(runtime)).status).toBe(200);
    }
    const { code, ms } = await end(runtime);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(500);
  });

  it(proves('idle.reading'), async () => {
    const runtime = await start('--idle-exit', '0.1');
    const began = Date.now();
    // 100 characters at the default rate take the fake engine 0.8 s.
    await post(runtime.file, '/v1/speak', { text: 'x'.repeat(100) });
    const { code, ms } = await end(runtime, began);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(850);
  });

  it(`${proves('idle.reading')}: also after its client left`, async () => {
    const runtime = await start('--idle-exit', '0.1');
    const client = await TcpClient.greet(runtime.file);
    await client.request('speak', { text: 'x'.repeat(100) });
    client.close();
    expect((await end(runtime)).ms).toBeGreaterThan(800);
  });

  it(proves('idle.paused', 'exit.idle-paused'), async () => {
    const runtime = await start('--idle-exit', '0.3');
    await post(runtime.file, '/v1/speak', { text: 'x'.repeat(2000) });
    await post(runtime.file, '/v1/control', { action: 'pause' });
    const { code, ms } = await end(runtime);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3000);
    const log = readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8');
    expect(log).toContain(' read end item=1 skipped\n');
  });

  it(`${proves('idle.keep-alive')}: over tcp`, async () => {
    const runtime = await start('--idle-exit', '0.2');
    (await TcpClient.greet(runtime.file, { keep_alive: true })).close();
    await sleep(800);
    expect((await get(runtime)).status).toBe(200);
    await runtime.stop();
  });

  it(`${proves('idle.keep-alive')}: over http`, async () => {
    const runtime = await start('--idle-exit', '0.2');
    await post(runtime.file, '/v1/hello', { keep_alive: true });
    await sleep(800);
    expect((await get(runtime)).status).toBe(200);
    await runtime.stop();
  });

  it(`${proves('idle.keep-alive')}: not with false, and not from a refused hello`, async () => {
    const runtime = await start('--idle-exit', '0.2');
    await post(runtime.file, '/v1/hello', { keep_alive: false });
    await post(runtime.file, '/v1/hello', { keep_alive: true, require: ['nope'] });
    expect((await end(runtime)).code).toBe(0);
  });

  it(proves('idle.standalone'), async () => {
    const runtime = await start('--standalone', '--idle-exit', '0.1');
    await sleep(600);
    expect((await get(runtime)).status).toBe(200);
    await runtime.stop();
  });
});
