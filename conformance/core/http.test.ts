import { rmSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { useRuntime } from '../harness/set-up.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const MIB = 1024 * 1024;
const runtime = useRuntime();

const code = (body: Json) => body['error']?.code as string | undefined;
const get = { key: 'volume' };
/** Status and code, as the answer to a request. */
async function answer(path: string, body?: unknown): Promise<[number, string | undefined]> {
  const reply = await post(runtime.file, path, body);
  return [reply.status, code(reply.body)];
}

/** Sends bytes as they are. @returns all that comes back until the end */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: runtime.file.http_port });
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

const head = (extra = '') =>
  `Host: 127.0.0.1:${runtime.file.http_port}\r\nAuthorization: Bearer ${runtime.file.token}\r\n` +
  `Connection: close\r\n${extra}\r\n`;

describe('the token', () => {
  const wrong: [string, string | null][] = [
    ['none', null],
    ['a wrong one', '0'.repeat(64)],
    ['a short one', '00'],
    ['an empty one', ''],
  ];
  for (const [what, token] of wrong) {
    it(`${proves('http.bearer', 'http.status-auth')}: ${what}`, async () => {
      const { status, body } = await post(runtime.file, '/v1/get', get, { token });
      expect([status, code(body)]).toEqual([401, 'E_AUTH']);
    });
  }

  it(`${proves('http.bearer')}: in the body alone`, async () => {
    const body = { token: runtime.file.token };
    expect((await post(runtime.file, '/v1/hello', body, { token: null })).status).toBe(401);
  });

  it(`${proves('http.bearer')}: as Basic`, async () => {
    const headers = { Authorization: `Basic ${runtime.file.token}` };
    expect((await post(runtime.file, '/v1/get', get, { token: null, headers })).status).toBe(401);
  });

  it(proves('http.bearer-nothing'), async () => {
    const set = { key: 'volume', value: 5 };
    await post(runtime.file, '/v1/set', set, { token: 'wrong' });
    expect((await post(runtime.file, '/v1/get', get)).body['value']).toBe(100);
  });
});

describe('the request', () => {
  it(proves('http.path-type', 'http.no-hello', 'http.status-ok'), async () => {
    const { status, body } = await post(runtime.file, '/v1/get', { key: 'volume', type: 'stop' });
    expect([status, body]).toEqual([200, { ok: true, key: 'volume', value: 100 }]);
  });

  it(proves('http.body-empty'), async () => {
    expect((await post(runtime.file, '/v1/voices', '')).status).toBe(200);
  });

  it(proves('http.bom'), async () => {
    for (const marks of ['\uFEFF', '\uFEFF\uFEFF\uFEFF'])
      expect((await post(runtime.file, '/v1/get', `${marks}{"key":"volume"}`)).status).toBe(200);
    expect((await post(runtime.file, '/v1/voices', '\uFEFF')).status).toBe(200);
  });

  const bad: [string, string | Uint8Array][] = [
    ['half an object', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"volume"'],
    ['a form', 'key=volume'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
  ];
  for (const [what, body] of bad) {
    it(`${proves('http.body-object', 'http.status-bad', 'request.object')}: ${what}`, async () => {
      expect(await answer('/v1/get', body)).toEqual([400, 'E_BAD_REQUEST']);
    });
  }

  const padded = (size: number) => {
    const start = '{"key":"volume","pad":"';
    return `${start}${'x'.repeat(size - start.length - 2)}"}`;
  };
  it(proves('http.body-limit'), async () => {
    expect((await post(runtime.file, '/v1/get', padded(MIB))).status).toBe(200);
  });
  it(proves('http.body-over-limit'), async () => {
    expect(await answer('/v1/get', padded(MIB + 1))).toEqual([400, 'E_BAD_REQUEST']);
  });

  it(proves('http.status-type'), async () => {
    expect(await answer('/v1/nonsense')).toEqual([404, 'E_UNKNOWN_TYPE']);
  });
  it(proves('http.subscribe'), async () => {
    expect(await answer('/v1/subscribe', { events: ['state'] })).toEqual([400, 'E_BAD_REQUEST']);
  });
  it(proves('http.hello'), async () => {
    const { status, body } = await post(runtime.file, '/v1/hello', { extensions: ['nope'] });
    expect([status, body['unavailable']]).toEqual([200, ['nope']]);
  });
  it(proves('hello.no-token-http'), async () => {
    expect((await post(runtime.file, '/v1/hello')).body['ok']).toBe(true);
  });
  it(proves('http.status-incompatible'), async () => {
    const body = { protocol: { major: 9, minor: 0 } };
    expect(await answer('/v1/hello', body)).toEqual([409, 'E_INCOMPATIBLE']);
  });
  it(proves('http.status-not-found'), async () => {
    expect(await answer('/v1/voices', { engine: 'nope' })).toEqual([404, 'E_NOT_FOUND']);
  });
  it(proves('http.status-unsupported'), async () => {
    expect(await answer('/v1/hello', { require: ['nope'] })).toEqual([400, 'E_UNSUPPORTED']);
  });
  it(proves('http.status-busy'), async () => {
    await post(runtime.file, '/v1/speak', { text: 'Word. '.repeat(40) });
    expect(await answer('/v1/hello', { takeover: true })).toEqual([409, 'E_BUSY']);
    await post(runtime.file, '/v1/control', { action: 'stop' });
  });

  it(proves('http.status-engine', 'errors.not-saved'), async () => {
    const config = join(runtime.home, 'config.json');
    // A folder of that name cannot be replaced by a file.
    mkdirSync(join(config, 'inside'), { recursive: true });
    const reply = await answer('/v1/set', { key: 'rate', value: 250 });
    rmSync(config, { recursive: true });
    expect(reply).toEqual([500, 'E_ENGINE']);
  });

  it(proves('http.curl'), async () => {
    const body = '{"key":"volume"}';
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nAccept: */*\r\n';
    for (const extra of [form, `${form}Expect: 100-continue\r\n`]) {
      const length = `Content-Length: ${body.length}\r\n`;
      const text = await raw(`POST /v1/get HTTP/1.1\r\n${head(extra + length)}${body}`);
      expect(text).toContain('HTTP/1.1 200 ');
    }
    const chunked = 'Transfer-Encoding: chunked\r\n';
    const text = await raw(
      `POST /v1/get HTTP/1.1\r\n${head(form + chunked)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(text).toContain('HTTP/1.1 200 ');
  });

  it(proves('http.order', 'transport.order'), async () => {
    const requests: [string, Json][] = [];
    for (let n = 0; n < 50; n++) {
      const value = n % 2 === 0 ? 'silence' : 'tone';
      requests.push(['set', { key: 'voice', value }], ['get', { key: 'voice' }]);
      requests.push(['set', { key: 'volume', value: n }], ['get', { key: 'volume' }]);
    }
    requests.push(['set', { key: 'voice', value: null }], ['set', { key: 'volume', value: 100 }]);
    const bytes = requests.map(([type, fields], at) => {
      const body = JSON.stringify(fields);
      const last = at === requests.length - 1;
      const own = last ? head() : head().replace('Connection: close\r\n', '');
      const length = `Content-Length: ${body.length}\r\n\r\n`;
      return `POST /v1/${type} HTTP/1.1\r\n${own.slice(0, -2)}${length}${body}`;
    });
    const text = await raw(bytes.join(''));
    const values = [...text.matchAll(/^\{"ok":true,.*$/gm)].map(
      ([json]) => (JSON.parse(json) as Json)['value'] as unknown,
    );
    expect(values).toEqual(
      requests.map(
        ([type, fields], at) => (type === 'set' ? fields : requests[at - 1]![1])['value'],
      ),
    );
  });

  it(proves('http.same-json'), async () => {
    const tcp = await TcpClient.greet(runtime.file);
    const requests: [string, Json][] = [
      ['get', { key: 'rate', id: 5 }],
      ['set', { key: 'volume', value: 100, id: 'x' }],
      ['voices', {}],
      ['hello', { extensions: ['nope'], token: runtime.file.token }],
      ['control', { action: 'pause' }],
      ['speak', { text: 5, id: null }],
      ['nonsense', {}],
      ['get', { key: 'audio_mode' }],
    ];
    for (const [type, fields] of requests) {
      const { body } = await post(runtime.file, `/v1/${type}`, fields);
      expect(body).toEqual(await tcp.request(type, fields));
    }
    tcp.close();
  });
});

describe('what is no HTTP request', () => {
  const none: [string, () => string][] = [
    ['another protocol', () => 'EHLO there\r\n\r\n'],
    [
      'two lengths',
      () => `POST /v1/get HTTP/1.1\r\n${head('Content-Length: 2\r\nContent-Length: 3\r\n')}{}`,
    ],
    [
      'a broken chunk',
      () => `POST /v1/get HTTP/1.1\r\n${head('Transfer-Encoding: chunked\r\n')}zz\r\n`,
    ],
    ['an endless address', () => `POST /v1/${'a'.repeat(20_000)} HTTP/1.1\r\n${head()}`],
    ['an unknown expectation', () => `POST /v1/get HTTP/1.1\r\n${head('Expect: more\r\n')}`],
    ['CONNECT', () => `CONNECT /v1/get HTTP/1.1\r\n${head()}`],
  ];
  it.each(none)('%s is answered in the same JSON, and the connection ends', async (_, bytes) => {
    const [first, body] = (await raw(bytes())).split('\r\n\r\n');
    expect(first).toMatch(/^HTTP\/1\.1 400 /);
    expect(code(JSON.parse(body!) as Json)).toBe('E_BAD_REQUEST');
  });

  it('no Host is a foreign one', async () => {
    const own = head().split('\r\n').slice(1).join('\r\n');
    expect(await raw(`POST /v1/get HTTP/1.1\r\n${own}`)).toMatch(/^HTTP\/1\.1 403 .*E_FORBIDDEN/s);
  });
});

describe('other origins', () => {
  it(proves('http.no-cors'), async () => {
    const headers = { Origin: 'http://evil.example' };
    const reply = await post(runtime.file, '/v1/get', get, { headers });
    const names = Object.keys(reply.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await raw(
      `OPTIONS /v1/get HTTP/1.1\r\n${head('Origin: http://evil.example\r\n')}`,
    );
    expect(preflight.toLowerCase()).not.toContain('access-control');
  });

  it(`${proves('http.no-cors', 'http.status-forbidden')}: a foreign Host is not served, even with the token`, async () => {
    const headers = { Host: 'evil.example' };
    const { status, body } = await post(runtime.file, '/v1/get', get, { headers });
    expect([status, code(body)]).toEqual([403, 'E_FORBIDDEN']);
    const { http_port: port } = runtime.file;
    const twice = await raw(`POST /v1/get HTTP/1.1\r\nHost: evil.example\r\n${head()}`);
    expect(twice).toMatch(/^HTTP\/1\.1 40[03] /);
    const absolute = await raw(`POST http://evil.example/v1/get HTTP/1.1\r\n${head()}`);
    expect(absolute).toMatch(/^HTTP\/1\.1 40[03] /);
    const local = { Host: `localhost:${port}` };
    expect((await post(runtime.file, '/v1/get', get, { headers: local })).status).toBe(200);
  });
});

describe('events', () => {
  const stream = async (query?: string) =>
    (await EventStream.open(runtime.file, query)) as EventStream;

  it(proves('sse.type'), async () => {
    const opened = await EventStream.open(runtime.file);
    expect(opened).toBeInstanceOf(EventStream);
    (opened as EventStream).close();
  });

  it(`${proves('sse.type')}: HEAD opens none`, async () => {
    expect(await raw(`HEAD /v1/events HTTP/1.1\r\n${head()}`)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it(proves('sse.bearer'), async () => {
    for (const token of [null, 'wrong']) {
      const refused = await EventStream.open(runtime.file, '', token);
      expect(refused).toMatchObject({ status: 401, body: { error: { code: 'E_AUTH' } } });
    }
  });

  it(proves('sse.default'), async () => {
    const all = await stream();
    await post(runtime.file, '/v1/speak', { text: '[fail]' });
    await all.next((event) => event['phase'] === 'failed');
    const names = () => new Set(all.received.map(({ name }) => name));
    while (names().size < 3) await all.next();
    expect([...names()].sort()).toEqual(['item', 'log', 'state']);
    all.close();
  });

  it(proves('sse.choice'), async () => {
    const [items, all] = [await stream('?events=items'), await stream()];
    await post(runtime.file, '/v1/speak', { text: '[fail]' });
    await items.next((event) => event['phase'] === 'failed');
    await all.next((event) => event['phase'] === 'failed');
    expect(new Set(items.received.map(({ name }) => name))).toEqual(new Set(['item']));
    items.close();
    all.close();
  });

  it(proves('sse.lines'), async () => {
    const all = await stream();
    await post(runtime.file, '/v1/speak', { text: '[fail]' });
    await all.next((event) => event['phase'] === 'failed');
    for (const { name, data } of all.received) expect(data['event']).toBe(name);
    expect(all.comments.filter((comment) => !comment.startsWith(':'))).toEqual([]);
    all.close();
  });

  it(proves('sse.same-json', 'state.seq-same'), async () => {
    const tcp = await TcpClient.greet(runtime.file);
    await tcp.request('subscribe');
    const all = await stream();
    const ended = (event: Json) => event['phase'] === 'finished';
    const idle = (event: Json) => event['event'] === 'state' && event['now_playing'] === null;
    const first = await all.next();
    await post(runtime.file, '/v1/speak', { text: 'One. Two. [fail]' });
    await tcp.event(ended);
    await tcp.event(idle);
    await all.next(ended);
    await all.next(idle);
    const events = tcp.received.filter((message) => 'event' in message);
    const from = events.findIndex((event) => event['seq'] === first['seq']);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(all.received.map(({ data }) => data)).toEqual(events.slice(from));
    all.close();
    tcp.close();
  });

  for (const name of ['nope', 'state,nope', 'earcons', 'cues']) {
    it(`${proves('sse.unknown', 'errors.extension-stream')}: ${name}`, async () => {
      const refused = await EventStream.open(runtime.file, `?events=${name}`);
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'E_UNSUPPORTED' } } });
    });
  }
});
