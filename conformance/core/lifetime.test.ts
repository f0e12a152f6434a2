import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';

describe('idle exit', () => {
  it('ends with code 0 although no client ever came', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '0.2'] });
    expect(await runtime.exited).toBe(0);
  });

  it('waits for what is read, also when it was started over HTTP', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '0.1'] });
    const began = Date.now();
    // 100 characters at the default rate take the fake engine 0.8 s.
    await post(runtime.file, '/v1/speak', { text: 'x'.repeat(100) });
    expect(await runtime.exited).toBe(0);
    expect(Date.now() - began).toBeGreaterThan(800);
  });

  it('may be further away than a timer of the system can be', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '3000000'] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(runtime.child.exitCode).toBe(null);
    await runtime.stop();
  });

  it('does not come while a client is there', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '0.1'] });
    const client = await TcpClient.greet(runtime.file);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
    client.close();
    expect(await runtime.exited).toBe(0);
  });

  it('keep_alive keeps it after the last client left', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '0.1'] });
    (await TcpClient.greet(runtime.file, { keep_alive: true })).close();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
    await runtime.stop();
  });

  it('a paused item does not hold it', async () => {
    const runtime = await Runtime.start({ args: ['--idle-exit', '0.3'] });
    await post(runtime.file, '/v1/speak', { text: 'x'.repeat(400) });
    await post(runtime.file, '/v1/control', { action: 'pause' });
    expect(await runtime.exited).toBe(0);
  });
});

describe('takeover', () => {
  it('an idle runtime answers, lets go and exits with code 0', async () => {
    const home = newHome();
    const runtime = await Runtime.start({ home, args: ['--standalone'] });
    const client = await TcpClient.open(runtime.file);
    const reply = await client.request('hello', { token: runtime.file.token, takeover: true });
    expect(reply).toMatchObject({ ok: true, takeover: true });
    await client.closed();
    expect(await runtime.exited).toBe(0);
    expect(existsSync(join(home, 'runtime.json'))).toBe(false);
  });

  it('wins over a wrong major', async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const body = { takeover: true, protocol: { major: 9, minor: 0 } };
    expect((await post(runtime.file, '/v1/hello', body)).body['takeover']).toBe(true);
    expect(await runtime.exited).toBe(0);
  });

  it('is E_BUSY while something plays, also paused, and the same socket may retry', async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const client = await TcpClient.greet(runtime.file);
    await client.request('speak', { text: 'x'.repeat(400) });
    await client.request('control', { action: 'pause' });
    const takeover = { token: runtime.file.token, takeover: true };
    expect((await client.request('hello', takeover))['error']?.code).toBe('E_BUSY');
    await client.request('control', { action: 'stop' });
    expect((await client.request('hello', takeover))['takeover']).toBe(true);
    expect(await runtime.exited).toBe(0);
  });

  it('after it every request is E_BUSY', async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const client = await TcpClient.greet(runtime.file);
    const { token } = runtime.file;
    client.raw(
      `${JSON.stringify({ type: 'hello', token, takeover: true })}\n{"type":"speak","text":"lost?"}\n`,
    );
    expect((await client.reply())['takeover']).toBe(true);
    const late = await client.reply().catch(() => null);
    expect(late === null || late['error']?.code === 'E_BUSY').toBe(true);
    expect(await runtime.exited).toBe(0);
  });
});
