import { describe, expect, it } from 'vitest';
import { proves } from '../proves.ts';
import { useRuntime } from '../harness/set-up.ts';
import { TcpClient } from '../harness/tcp-client.ts';

const MIB = 1024 * 1024;
const runtime = useRuntime();

const code = (reply: Record<string, any>) => reply['error']?.code as string | undefined;

async function greeted<T>(work: (client: TcpClient) => Promise<T>): Promise<T> {
  const client = await TcpClient.greet(runtime.file);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function refused(bytes: string | Uint8Array): Promise<void> {
  const client = await TcpClient.open(runtime.file);
  client.raw(bytes);
  expect(code(await client.reply())).toBe('E_AUTH');
  await client.closed();
}

describe('before hello', () => {
  const types = ['get', 'speak', 'control', 'set', 'voices', 'subscribe', 'nonsense', 7, null];
  for (const type of types) {
    it(`${proves('tcp.first-type', 'tcp.refusal-closes')}: ${type}`, () =>
      refused(`${JSON.stringify({ type, token: runtime.file.token, key: 'volume' })}\n`));
  }

  const tokens: [string, unknown][] = [
    ['none', undefined],
    ['a wrong one', '0'.repeat(64)],
    ['a short one', '00'],
    ['an empty one', ''],
    ['a number', 7],
    ['a list', ['x']],
    ['null', null],
  ];
  for (const [what, token] of tokens) {
    it(`${proves('tcp.first-token', 'takeover.token')}: ${what}`, () =>
      refused(`${JSON.stringify({ type: 'hello', token, takeover: true })}\n`));
  }

  it(`${proves('tcp.first-token')}: the right one and more`, () =>
    refused(`${JSON.stringify({ type: 'hello', token: `${runtime.file.token}0` })}\n`));

  const bytes: [string, string | Uint8Array][] = [
    ['no JSON', 'hello\n'],
    ['an empty line', '\n'],
    ['a list', '[1]\n'],
    ['null', 'null\n'],
    ['an HTTP request', 'GET / HTTP/1.1\r\n\r\n'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a)],
    ['a line over 1 MiB', 'x'.repeat(MIB + 1)],
  ];
  for (const [what, sent] of bytes)
    it(`${proves('tcp.first-json', 'tcp.refusal-closes')}: ${what}`, () => refused(sent));

  it(proves('tcp.refusal-id'), async () => {
    const client = await TcpClient.open(runtime.file);
    client.raw('{"type":"speak","text":"x","id":{"a":[1]}}\n');
    expect((await client.reply())['id']).toEqual({ a: [1] });
  });

  it(proves('tcp.failed-hello'), async () => {
    const client = await TcpClient.open(runtime.file);
    const { token } = runtime.file;
    expect(code(await client.request('hello', { token, require: ['no.such'] }))).toBe(
      'E_UNSUPPORTED',
    );
    const other = { token, protocol: { major: 2, minor: 0 } };
    expect(code(await client.request('hello', other))).toBe('E_INCOMPATIBLE');
    expect(code(await client.request('hello', { token, require: 5 }))).toBe('E_BAD_REQUEST');
    await greeted((speaker) => speaker.request('speak', { text: 'word '.repeat(100) }));
    expect(code(await client.request('hello', { token, takeover: true }))).toBe('E_BUSY');
    await greeted((speaker) => speaker.request('control', { action: 'stop' }));
    expect((await client.request('hello', { token }))['ok']).toBe(true);
    client.close();
  });

  it(proves('tcp.failed-hello-out'), async () => {
    const client = await TcpClient.open(runtime.file);
    await client.request('hello', { token: runtime.file.token, require: ['no.such'] });
    expect(code(await client.request('get', { key: 'volume' }))).toBe('E_AUTH');
    await client.closed();
  });
});

describe('after hello', () => {
  const invalid: [string, string | Uint8Array][] = [
    ['half an object', '{"type":\n'],
    ['words', 'get volume\n'],
    ['an empty line', '\n'],
    ['invalid UTF-8', Buffer.from('{"type":"speak","text":"\xff"}\n', 'latin1')],
    ['a byte order mark', '\uFEFF{"type":"get","key":"volume"}\n'],
  ];
  for (const [what, bytes] of invalid) {
    it(`${proves('tcp.invalid-json', 'tcp.invalid-json-open')}: ${what}`, () =>
      greeted(async (client) => {
        client.raw(bytes);
        expect(code(await client.reply())).toBe('E_BAD_REQUEST');
        expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
      }));
  }

  for (const json of ['[]', '[{"type":"get","key":"volume"}]', '"get"', '1', 'null', 'true']) {
    it(`${proves('request.object')}: ${json}`, () =>
      greeted(async (client) => {
        client.raw(`${json}\n`);
        expect(code(await client.reply())).toBe('E_BAD_REQUEST');
      }));
  }

  it(proves('request.type'), () =>
    greeted(async (client) => {
      client.raw('{"id":1}\n{"type":7}\n{"type":null}\n{"type":["get"],"key":"volume"}\n');
      for (let n = 0; n < 4; n++) expect(code(await client.reply())).toBe('E_BAD_REQUEST');
    }),
  );

  it(proves('tcp.line-limit'), () =>
    greeted(async (client) => {
      const head = '{"type":"get","key":"volume","pad":"';
      client.raw(`${head}${'x'.repeat(MIB - head.length - 2)}"}\n`);
      expect((await client.reply())['ok']).toBe(true);
    }),
  );

  for (const extra of [1, 3 * MIB]) {
    it(`${proves('tcp.line-over-limit')}: by ${extra} bytes`, () =>
      greeted(async (client) => {
        const head = '{"type":"get","key":"volume","pad":"';
        client.raw(`${head}${'x'.repeat(MIB - head.length - 2 + extra)}"}\n`);
        client.send({ type: 'get', key: 'rate', id: 'after' });
        expect(code(await client.reply())).toBe('E_BAD_REQUEST');
        expect((await client.reply())['id']).toBe('after');
      }));
  }

  it(proves('tcp.lines'), () =>
    greeted(async (client) => {
      let bytes = '';
      client.socket.on('data', (text: string) => (bytes += text));
      client.raw('{"type":"get","key":"volume"}\n{"type":"get","key":"nope"}\n');
      await client.reply();
      await client.reply();
      expect(bytes.endsWith('\n')).toBe(true);
      const lines = bytes.slice(0, -1).split('\n');
      expect(lines.map((line) => JSON.parse(line)['ok'] as boolean)).toEqual([true, false]);
    }),
  );

  it(proves('tcp.utf8'), () =>
    greeted(async (client) => {
      const id = 'é 日本 😀 \u2028';
      client.send({ type: 'get', key: 'volume', id });
      expect((await client.reply())['id']).toBe(id);
    }),
  );

  it(proves('tcp.pieces'), () =>
    greeted(async (client) => {
      for (const byte of Buffer.from('{"type":"get","key":"volume","id":"é😀"}\n')) {
        client.raw(Uint8Array.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await client.reply())['id']).toBe('é😀');
    }),
  );

  it(`${proves('tcp.pieces')}: half a line and a hang-up is none`, async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"type":"set","key":"volume","value":1');
    client.socket.end();
    await client.closed();
    await greeted(async (other) => {
      expect((await other.request('get', { key: 'volume' }))['value']).toBe(100);
    });
  });

  it(`${proves('tcp.reply-order')}: also of requests before a hang-up`, async () => {
    const client = await TcpClient.greet(runtime.file);
    client.raw('{"type":"get","key":"volume","id":1}\n{"type":"get","key":"rate","id":2}\n');
    client.socket.end();
    expect([(await client.reply())['id'], (await client.reply())['id']]).toEqual([1, 2]);
  });

  it(proves('tcp.reply-order'), () =>
    greeted(async (client) => {
      const requests = [
        { type: 'voices' },
        { type: 'get', key: 'volume' },
        { type: 'set', key: 'volume', value: 100 },
        { type: 'nonsense' },
        { type: 'hello', token: runtime.file.token },
        { type: 'get', key: 'rate' },
      ];
      const many = Array.from({ length: 300 }, (_, id) => ({ ...requests[id % 6]!, id }));
      client.raw(many.map((each) => `${JSON.stringify(each)}\n`).join(''));
      for (const { id } of many) expect((await client.reply())['id']).toBe(id);
    }),
  );

  it(proves('transport.order'), () =>
    greeted(async (client) => {
      const lines = [];
      for (let value = 0; value <= 100; value++) {
        lines.push({ type: 'set', key: 'volume', value }, { type: 'get', key: 'volume' });
      }
      client.raw(lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
      for (let value = 0; value <= 100; value++) {
        expect((await client.reply())['value']).toBe(value);
        expect((await client.reply())['value']).toBe(value);
      }
    }),
  );

  it(proves('tcp.reply-or-event'), () =>
    greeted(async (client) => {
      await client.request('subscribe');
      await client.request('speak', { text: '[fail]' });
      await client.event((event) => event['phase'] === 'failed');
      const both = client.received.filter((message) => 'ok' in message === 'event' in message);
      expect(both).toEqual([]);
    }),
  );

  it(proves('hello.repeat-no-token'), () =>
    greeted(async (client) => {
      expect((await client.request('hello', { require: ['core'] }))['ok']).toBe(true);
    }),
  );

  for (const token of ['wrong', '', null, 5]) {
    it(`${proves('hello.wrong-token')}: ${JSON.stringify(token)}`, () =>
      greeted(async (client) => {
        expect(code(await client.request('hello', { token, require: ['core'] }))).toBe('E_AUTH');
        // What the connection was it still is.
        expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
      }));
  }
});
