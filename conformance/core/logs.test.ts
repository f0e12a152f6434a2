import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { post } from '../harness/http-client.ts';
import { Listener, LONG } from '../harness/listener.ts';
import { Runtime } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

/** What the log holds once the runtime has ended, and so written all of it. */
async function logOf(runtime: Runtime): Promise<string> {
  await runtime.stop({ keepHome: true });
  return readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8');
}

/** The lines that start so, without their time. */
const lines = (log: string, start: string) =>
  log.split('\n').flatMap((line) => (line.slice(25).startsWith(start) ? [line.slice(25)] : []));

describe.each(transports)('the log over %s', (transport) => {
  let runtime: Runtime;
  let listener: Listener;
  beforeEach(async () => {
    runtime = await Runtime.start({ args: ['--standalone'] });
    listener = await Listener.open(transport, runtime.file);
  });
  afterEach(async () => {
    listener.close();
    await runtime.stop();
  });
  const request = (type: string, fields = {}) => listener.client.request(type, fields);
  const read = async (text: string, fields = {}) => {
    const id = await listener.speak(text, fields);
    await listener.item(id, 'finished');
    return id;
  };
  const messages = (log: string) =>
    lines(log, 'in {').map((line) => JSON.parse(line.slice(3)) as Record<string, unknown>);

  it(proves('log.time'), async () => {
    await read('One.', { label: 'two\nlines' });
    const log = await logOf(runtime);
    for (const line of log.trimEnd().split('\n'))
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/);
    expect(log.endsWith('\n')).toBe(true);
    const age = Date.now() - Date.parse(log.slice(0, 24));
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  });

  it(proves('log.start'), async () => {
    const { pid, version } = runtime.file;
    const start = `sonarad ${version} started (pid ${pid}): engine fake ready; home ${runtime.home}`;
    expect(lines(await logOf(runtime), 'sonarad ')).toEqual([start]);
  });

  it.skipIf(process.platform === 'win32')(proves('log.private'), async () => {
    await logOf(runtime);
    const mode = statSync(join(runtime.home, 'logs', 'sonarad.log')).mode;
    expect(mode & 0o077).toBe(0);
  });

  it(proves('log.read-start', 'log.read-text', 'log.read-end'), async () => {
    await read('First **part**. Second part.', { label: 'build' });
    expect(lines(await logOf(runtime), 'read ')).toEqual([
      'read start item=1 session=build chunks=2',
      'read text item=1 session=build kind=speak from=speak chunks=2/2 text="First part. Second part."',
      'read end item=1 finished',
    ]);
  });

  it(proves('log.read-part'), async () => {
    const id = await listener.speak(`First part. ${LONG} Never read.`);
    await listener.state((event) => event['now_playing']?.chunk === 1);
    await listener.control('skip');
    await listener.item(id, 'skipped');
    expect(lines(await logOf(runtime), 'read text')).toEqual([
      `read text item=1 session=direct kind=speak from=speak chunks=2/3 text="First part. ${LONG}"`,
    ]);
  });

  it(`${proves('log.read-end')}: of each kind`, async () => {
    await read('One.');
    await listener.item(await listener.speak('[fail]'), 'failed');
    await listener.speak(LONG);
    await listener.control('skip');
    expect(lines(await logOf(runtime), 'read end')).toEqual([
      'read end item=1 finished',
      'read end item=2 failed',
      'read end item=3 skipped',
    ]);
  });

  it(proves('log.session'), async () => {
    for (const label of [undefined, 'build', 'my build']) await read('x', { label });
    expect(lines(await logOf(runtime), 'read start')).toEqual([
      'read start item=1 session=direct chunks=1',
      'read start item=2 session=build chunks=1',
      'read start item=3 session="my build" chunks=1',
    ]);
  });

  it(proves('log.read-drop'), async () => {
    await listener.speak(LONG);
    await listener.speak('Never read.');
    await listener.control('stop');
    expect(lines(await logOf(runtime), 'read drop')).toEqual([
      'read drop item=2 session=direct kind=speak from=speak unread',
    ]);
  });

  it(proves('log.paused'), async () => {
    await listener.speak(LONG);
    await listener.control('pause');
    await listener.control('play');
    const log = await logOf(runtime);
    expect(lines(log, 'reader ')).toEqual(['reader paused', 'reader resumed']);
  });

  it(proves('log.in'), async () => {
    await request('get', { key: 'volume' });
    await request('voices');
    await request('hello', { token: runtime.file.token, client: { name: 'mine' } });
    await request('set', { key: 'volume', value: 50 });
    await request('control', { action: 'stop', id: 7 });
    const found = messages(await logOf(runtime));
    const types = found.map(({ type }) => type);
    expect(types.filter((type) => type === 'get' || type === 'voices')).toEqual([]);
    expect(types.includes('hello')).toBe(transport === 'tcp');
    expect(found).toContainEqual({ type: 'set', key: 'volume', value: 50 });
    expect(found).toContainEqual(expect.objectContaining({ type: 'control', action: 'stop' }));
  });

  it(proves('log.in-failed'), async () => {
    await request('speak', { text: 5 });
    await request('set', { key: 'voice', value: 'nobody' });
    expect(lines(await logOf(runtime), 'in failed')).toEqual([
      expect.stringMatching(/^in failed type=speak E_BAD_REQUEST: ./),
      expect.stringMatching(/^in failed type=set E_NOT_FOUND: ./),
    ]);
  });

  it(proves('log.in-token'), async () => {
    await request('hello', { token: runtime.file.token });
    await request('control', { action: 'stop', token: runtime.file.token });
    const { token } = runtime.file;
    await request('hello', { client: { name: token }, extensions: [token] });
    await request('set', { key: token, value: token });
    await request('set', { key: 'voice', value: token });
    await request('speak', { text: token, label: token });
    await request(token, { [token]: [token] });
    // Nor half of it, as in a name that was cut.
    expect(await logOf(runtime)).not.toContain(token.slice(0, 32));
  });

  it(proves('log.in-credentials'), async () => {
    const key = 'sk-abcdefghijklmnopqrstuvwxyz123456';
    await read(`The key is ${key}.`, { label: key });
    const log = await logOf(runtime);
    expect(log).not.toContain('sk-abcdefghij');
    expect(log).toContain('[redacted]');
    expect(lines(log, 'in {').join()).toContain('The key is');
  });

  it(proves('log.in-clip'), async () => {
    await request('control', { action: 'stop', note: 'word '.repeat(4000) });
    await request('control', { action: 'stop', note: 'word '.repeat(700) });
    const notes = messages(await logOf(runtime)).flatMap(({ note }) =>
      typeof note === 'string' ? [note] : [],
    );
    expect(notes).toHaveLength(2);
    expect(notes[0]!.length).toBeLessThan(4200);
    expect(notes[0]!.startsWith('word word ')).toBe(true);
    expect(notes[1]).toBe('word '.repeat(700));
  });

  describe('with debug_log false', () => {
    beforeEach(() => request('set', { key: 'debug_log', value: false }));

    it(proves('log.off'), async () => {
      await read('Elephant.');
      await request('speak', { text: 'Giraffe.', mode: 'Tiger' });
      await request('set', { key: 'voice', value: 'Zebra' });
      await request('LionEats', { text: 'x' });
      await request('ostrich', { text: 'x' });
      await request('control', { action: 'penguin' });
      await request('set', { key: 'flamingo', value: 'x' });
      await request('speak', { text: 'x', mode: 'pelican', kind: 'heron' });
      await request('set', {
        key: 'pronunciations',
        value: [{ word: 'Hippo', say: 'Rhino' }],
      });
      const log = await logOf(runtime);
      expect(log).not.toMatch(
        /Elephant|Giraffe|Tiger|Zebra|Lion|Hippo|Rhino|ostrich|penguin|flamingo|pelican|heron/i,
      );
      expect(lines(log, 'read text')).toEqual([]);
    });

    it(proves('log.off-in'), async () => {
      await read('Elephant.', { label: 'zoo', note: 'x' });
      await request('set', { key: 'volume', value: 50 });
      const log = await logOf(runtime);
      expect(lines(log, 'in {')).toContainEqual('in {"type":"speak"}');
      expect(messages(log)).toContainEqual({ type: 'set', key: 'volume', value: 50 });
    });

    it(proves('log.off-activity'), async () => {
      await read('Elephant.', { label: 'zoo' });
      const log = await logOf(runtime);
      expect(lines(log, 'read start')).toEqual(['read start item=1 session=zoo chunks=1']);
      expect(lines(log, 'read end')).toEqual(['read end item=1 finished']);
    });
  });
});

describe('before hello', () => {
  it(proves('log.before-hello', 'log.refusals'), async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    for (let n = 0; n < 5; n++) {
      const client = await TcpClient.open(runtime.file);
      client.send({ type: 'speak', text: 'Elephant.' });
      await client.closed();
      await post(runtime.file, '/v1/speak', { text: 'Elephant.' }, { token: 'Elephant' });
    }
    const log = await logOf(runtime);
    expect(log).not.toContain('Elephant');
    expect(lines(log, 'in {')).toEqual([]);
    expect(log.split('\n').filter((line) => line.includes('E_AUTH'))).toHaveLength(1);
    await runtime.stop();
  });
});
