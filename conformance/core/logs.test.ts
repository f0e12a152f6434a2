import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, open, transports } from '../harness/client.ts';
import { post } from '../harness/http-client.ts';
import { Runtime } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';

/** What the log holds once the runtime has ended, and so written all of it. */
async function logOf(runtime: Runtime): Promise<string> {
  await runtime.stop({ keepHome: true });
  return readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8');
}

const lines = (log: string, start: string) =>
  log.split('\n').flatMap((line) => (line.slice(25).startsWith(start) ? [line.slice(25)] : []));

describe.each(transports)('the log over %s', (transport) => {
  let runtime: Runtime;
  let client: Client;
  beforeEach(async () => {
    runtime = await Runtime.start({ args: ['--standalone', '--no-real-time'] });
    client = await open(transport, runtime.file);
    await client.subscribe(['items']);
  });
  afterEach(async () => {
    client.close();
    await runtime.stop();
  });
  const finished = () => client.next((event) => event['phase'] === 'finished');

  it('starts each line with a UTC time in milliseconds, and says how it started', async () => {
    const log = await logOf(runtime);
    expect(log).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z sonarad \S+ started \(pid \d+\): engine fake ready; home /m,
    );
    for (const line of log.trimEnd().split('\n')) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /);
    }
  });

  it('is private to the user', async () => {
    await logOf(runtime);
    const mode = statSync(join(runtime.home, 'logs', 'sonarad.log')).mode;
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0);
  });

  it('tells what was read, with its text', async () => {
    await client.request('speak', { text: 'First part. Second part.', label: 'my build' });
    await finished();
    const log = await logOf(runtime);
    expect(lines(log, 'read ')).toEqual([
      'read start item=1 session="my build" chunks=2',
      'read text item=1 session="my build" kind=speak from=speak chunks=2/2 text="First part. Second part."',
      'read end item=1 finished',
    ]);
  });

  it('tells what was dropped unread', async () => {
    // Long enough not to be over before the stop, although nothing waits for the time it takes.
    await client.request('speak', { text: 'Word. '.repeat(5000) });
    await client.request('speak', { text: 'Never read.' });
    await client.request('control', { action: 'stop' });
    expect(lines(await logOf(runtime), 'read drop')).toEqual([
      'read drop item=2 session=direct kind=speak from=speak unread',
    ]);
  });

  it('holds every message but get and voices', async () => {
    await client.request('get', { key: 'volume' });
    await client.request('voices');
    await client.request('set', { key: 'volume', value: 50 });
    const messages = lines(await logOf(runtime), 'in {').map((line) => JSON.parse(line.slice(3)));
    expect(messages.map(({ type }) => type as string)).not.toContain('get');
    expect(messages.map(({ type }) => type as string)).not.toContain('voices');
    expect(messages).toContainEqual({ type: 'set', key: 'volume', value: 50 });
  });

  it('says which message was refused, and why', async () => {
    await client.request('speak', { text: 5 });
    expect(lines(await logOf(runtime), 'in failed')).toEqual([
      expect.stringMatching(/^in failed type=speak E_BAD_REQUEST: /),
    ]);
  });

  it('holds no token and no credential', async () => {
    await client.request('hello', { token: runtime.file.token });
    await client.request('speak', { text: 'The key is sk-abcdefghijklmnopqrstuvwxyz123456.' });
    await finished();
    const log = await logOf(runtime);
    expect(log).not.toContain(runtime.file.token);
    expect(log).not.toContain('sk-abcdefghij');
    expect(log).toContain('[redacted]');
  });

  it('with debug_log off holds no text at all', async () => {
    await client.request('set', { key: 'debug_log', value: false });
    await client.request('speak', { text: 'Elephant.', label: 'zoo' });
    await finished();
    const log = await logOf(runtime);
    expect(log).not.toContain('Elephant');
    expect(lines(log, 'in {')).toContainEqual('in {"type":"speak"}');
    expect(lines(log, 'read end')).toEqual(['read end item=1 finished']);
  });
});

describe('before hello', () => {
  it('nothing that is sent is logged, and refusals are one line in 10 s', async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    for (let n = 0; n < 5; n++) {
      const client = await TcpClient.open(runtime.file);
      client.send({ type: 'speak', text: 'Elephant.' });
      await client.closed();
      await post(runtime.file, '/v1/speak', { text: 'Elephant.' }, { token: 'wrong' });
    }
    const log = await logOf(runtime);
    expect(log).not.toContain('Elephant');
    expect(lines(log, 'connection refused')).toHaveLength(1);
    await runtime.stop();
  });
});

describe('the folder', () => {
  it('is made by the runtime', async () => {
    const runtime = await Runtime.start();
    expect(existsSync(join(runtime.home, 'logs'))).toBe(true);
    await runtime.stop();
  });
});
