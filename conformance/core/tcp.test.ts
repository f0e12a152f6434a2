import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';

let runtime: Runtime;
beforeAll(async () => {
  runtime = await Runtime.start({ args: ['--standalone'] });
});
afterAll(() => runtime.stop());

const code = (reply: Record<string, any>) => reply['error']?.code as string | undefined;

describe('before hello', () => {
  const refused: [string, string | Uint8Array][] = [
    ['another type', '{"type":"get","key":"volume","id":5}\n'],
    ['a wrong token', '{"type":"hello","token":"00","id":5}\n'],
    ['no token', '{"type":"hello","id":5}\n'],
    ['a token of another type', '{"type":"hello","token":7,"id":5}\n'],
    ['invalid JSON', 'hello\n'],
    ['no object', '[1]\n'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a)],
    ['a line over 1 MiB', `${'x'.repeat(1024 * 1024 + 1)}`],
  ];
  for (const [what, bytes] of refused) {
    it(`${what} is E_AUTH and the connection closes`, async () => {
      const client = await TcpClient.open(runtime.file);
      client.raw(bytes);
      expect(code(await client.reply())).toBe('E_AUTH');
      await client.closed();
    });
  }

  it('the refusal echoes the id', async () => {
    const client = await TcpClient.open(runtime.file);
    client.raw('{"type":"speak","text":"x","id":{"a":[1]}}\n');
    expect((await client.reply())['id']).toEqual({ a: [1] });
  });

  it('silence for 5 s is E_AUTH and the connection closes', async () => {
    const client = await TcpClient.open(runtime.file);
    expect(code(await client.reply())).toBe('E_AUTH');
    await client.closed();
  });

  it('a hello refused for another reason leaves the connection open for the next', async () => {
    const client = await TcpClient.open(runtime.file);
    const { token } = runtime.file;
    expect(code(await client.request('hello', { token, require: ['no.such'] }))).toBe(
      'E_UNSUPPORTED',
    );
    const other = { token, protocol: { major: 2, minor: 0 } };
    expect(code(await client.request('hello', other))).toBe('E_INCOMPATIBLE');
    expect((await client.request('hello', { token }))['ok']).toBe(true);
    client.close();
  });

  it('after such a refusal it is still not let in', async () => {
    const client = await TcpClient.open(runtime.file);
    await client.request('hello', { token: runtime.file.token, require: ['no.such'] });
    expect(code(await client.request('get', { key: 'volume' }))).toBe('E_AUTH');
    await client.closed();
  });
});

describe('after hello', () => {
  it('invalid JSON is E_BAD_REQUEST and the connection stays open', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"type":\n');
    expect(code(await client.reply())).toBe('E_BAD_REQUEST');
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
    client.close();
  });

  it('invalid UTF-8 is E_BAD_REQUEST', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw(Buffer.from('{"type":"speak","text":"\xff"}\n', 'latin1'));
    expect(code(await client.reply())).toBe('E_BAD_REQUEST');
    client.close();
  });

  it('a line of exactly 1 MiB is taken', async () => {
    const client = await TcpClient.greet(runtime.file);
    const head = '{"type":"get","key":"volume","pad":"';
    client.raw(`${head}${'x'.repeat(1024 * 1024 - head.length - 2)}"}\n`);
    expect((await client.reply())['ok']).toBe(true);
    client.close();
  });

  it('a line one byte longer is E_BAD_REQUEST, once, and the next is answered', async () => {
    const client = await TcpClient.greet(runtime.file);
    const head = '{"type":"get","key":"volume","pad":"';
    client.raw(`${head}${'x'.repeat(1024 * 1024 - head.length - 1)}"}\n`);
    client.send({ type: 'get', key: 'rate', id: 'after' });
    expect(code(await client.reply())).toBe('E_BAD_REQUEST');
    expect((await client.reply())['id']).toBe('after');
    client.close();
  });

  it('a request in pieces is one request', async () => {
    const client = await TcpClient.greet(runtime.file);
    for (const byte of Buffer.from('{"type":"get","key":"volume","id":"é"}\n')) {
      client.raw(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await client.reply())['id']).toBe('é');
    client.close();
  });

  it('half a line and a hang-up changes nothing', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"type":"set","key":"volume","value":1');
    client.socket.end();
    await client.closed();
    const other = await TcpClient.greet(runtime.file);
    expect((await other.request('get', { key: 'volume' }))['value']).toBe(100);
    other.close();
  });

  it('requests before a hang-up are still answered', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"type":"get","key":"volume","id":1}\n{"type":"get","key":"rate","id":2}\n');
    client.socket.end();
    expect([(await client.reply())['id'], (await client.reply())['id']]).toEqual([1, 2]);
  });

  it('replies come in request order, also past slower requests', async () => {
    const client = await TcpClient.greet(runtime.file);
    const requests = [
      { type: 'voices', id: 0 },
      { type: 'get', key: 'volume', id: 1 },
      { type: 'set', key: 'volume', value: 100, id: 2 },
      { type: 'nonsense', id: 3 },
      { type: 'get', key: 'rate', id: 4 },
    ];
    client.raw(requests.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const ids = [];
    for (const _ of requests) ids.push((await client.reply())['id']);
    expect(ids).toEqual([0, 1, 2, 3, 4]);
    client.close();
  });

  it('a missing or wrongly typed type is E_BAD_REQUEST', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"id":1}\n{"type":7}\n{"type":null}\n');
    for (let n = 0; n < 3; n++) expect(code(await client.reply())).toBe('E_BAD_REQUEST');
    client.close();
  });

  it('hello may be repeated', async () => {
    const client = await TcpClient.greet(runtime.file);
    const reply = await client.request('hello', {
      token: runtime.file.token,
      extensions: ['nope'],
    });
    expect(reply).toMatchObject({ ok: true, unavailable: ['nope'] });
    client.close();
  });
});

describe('events on the connection', () => {
  it('the reply to subscribe comes before the first event, which is the current state', async () => {
    const client = await TcpClient.greet(runtime.file);
    client.send({ type: 'subscribe', id: 's' });
    const { id } = await client.reply();
    await client.event();
    const [reply, event] = client.received.slice(-2);
    expect(id).toBe('s');
    expect(reply).toEqual({ id: 's', ok: true, events: ['state', 'items', 'log'] });
    expect(event!['event']).toBe('state');
    client.close();
  });

  it('subscribing again replaces the set; an empty list stops events', async () => {
    const client = await TcpClient.greet(runtime.file);
    await client.request('subscribe', { events: ['items'] });
    await client.request('subscribe', { events: [] });
    await client.request('speak', { text: 'Quiet.' });
    await client.request('control', { action: 'stop' });
    expect(client.received.filter((message) => 'event' in message)).toEqual([]);
    client.close();
  });

  it('an unknown stream, or one of an extension that is off, is E_UNSUPPORTED', async () => {
    const client = await TcpClient.greet(runtime.file);
    for (const name of ['nope', 'earcons', 'cues']) {
      expect(code(await client.request('subscribe', { events: ['state', name] }))).toBe(
        'E_UNSUPPORTED',
      );
    }
    client.close();
  });

  it('the reply to a request comes before the events it caused', async () => {
    const client = await TcpClient.greet(runtime.file);
    await client.request('subscribe', { events: ['items'] });
    const before = client.received.length;
    const { item_id } = await client.request('speak', { text: 'One.' });
    await client.event();
    expect(client.received.slice(before, before + 2)).toEqual([
      { ok: true, item_id },
      { event: 'item', item_id, phase: 'started' },
    ]);
    await client.request('control', { action: 'stop' });
    client.close();
  });

  it('a client that does not read gets no more than its share, and the others get all', async () => {
    const slow = await TcpClient.greet(runtime.file);
    await slow.request('subscribe', { events: ['state'] });
    slow.socket.pause();
    const other = await TcpClient.greet(runtime.file);
    await other.request('subscribe', { events: ['state'] });
    const label = 'x'.repeat(20_000);
    for (let n = 0; n < 600; n++) {
      await other.request('speak', { text: 'Word.', label, interrupt: true });
    }
    await other.request('control', { action: 'stop' });
    const seqs = other.received.flatMap((message) =>
      'seq' in message ? [message['seq'] as number] : [],
    );
    expect(seqs.length).toBeGreaterThan(600);
    await other.request('set', { key: 'volume', value: 41 });
    await sleep(100);
    // Once it reads again, it is not left with an old state, although nothing changes any more.
    slow.socket.resume();
    await slow.event((message) => message['volume'] === 41);
    await other.request('set', { key: 'volume', value: 100 });
    const seen = slow.received.filter((message) => 'seq' in message).length;
    expect(seen).toBeLessThan(seqs.length);
    slow.close();
    other.close();
  });
});
