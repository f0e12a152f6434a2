import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { Runtime, sleep } from '../harness/runtime.ts';

let runtime: Runtime;
beforeAll(async () => {
  runtime = await Runtime.start({ args: ['--standalone'] });
});
afterAll(() => runtime.stop());

const code = (body: Record<string, any>) => body['error']?.code as string | undefined;

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

describe('the token', () => {
  for (const [what, token] of [
    ['no', null],
    ['a wrong', '00'],
  ] as const) {
    it(`${what} token is 401 E_AUTH`, async () => {
      const { status, body } = await post(runtime.file, '/v1/get', { key: 'volume' }, { token });
      expect([status, code(body)]).toEqual([401, 'E_AUTH']);
    });
  }

  it('is needed for events too', async () => {
    const refused = await EventStream.open(runtime.file, '', 'wrong');
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'E_AUTH' } } });
  });

  it('changes nothing when it is wrong', async () => {
    await post(runtime.file, '/v1/set', { key: 'volume', value: 5 }, { token: 'wrong' });
    expect((await post(runtime.file, '/v1/get', { key: 'volume' })).body['value']).toBe(100);
  });
});

describe('the request', () => {
  it('an empty body is an empty object', async () => {
    expect((await post(runtime.file, '/v1/voices', '')).status).toBe(200);
  });

  it('leading byte order marks are ignored', async () => {
    const body = '\uFEFF\uFEFF{"key":"volume"}';
    expect((await post(runtime.file, '/v1/get', body)).body).toEqual({
      ok: true,
      key: 'volume',
      value: 100,
    });
  });

  const bad: [string, unknown][] = [
    ['invalid JSON', '{'],
    ['an array', '[]'],
    ['null', 'null'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['a body over 1 MiB', `{"key":"volume","pad":"${'x'.repeat(1024 * 1024)}"}`],
  ];
  for (const [what, body] of bad) {
    it(`${what} is 400 E_BAD_REQUEST`, async () => {
      const answer = await post(runtime.file, '/v1/get', body);
      expect([answer.status, code(answer.body)]).toEqual([400, 'E_BAD_REQUEST']);
    });
  }

  it('a body of exactly 1 MiB is taken', async () => {
    const head = '{"key":"volume","pad":"';
    const body = `${head}${'x'.repeat(1024 * 1024 - head.length - 2)}"}`;
    expect((await post(runtime.file, '/v1/get', body)).status).toBe(200);
  });

  it('echoes the id', async () => {
    const { body } = await post(runtime.file, '/v1/get', { key: 'rate', id: [null, 'x'] });
    expect(body['id']).toEqual([null, 'x']);
  });

  it('an unknown type is 404 E_UNKNOWN_TYPE', async () => {
    const { status, body } = await post(runtime.file, '/v1/nonsense');
    expect([status, code(body)]).toEqual([404, 'E_UNKNOWN_TYPE']);
  });

  it('subscribe is 400 E_BAD_REQUEST', async () => {
    const { status, body } = await post(runtime.file, '/v1/subscribe', { events: ['state'] });
    expect([status, code(body)]).toEqual([400, 'E_BAD_REQUEST']);
  });

  it('hello works', async () => {
    const { status, body } = await post(runtime.file, '/v1/hello', { extensions: ['nope'] });
    expect([status, body['unavailable']]).toEqual([200, ['nope']]);
  });

  it('a hello of another major is 409', async () => {
    const { status } = await post(runtime.file, '/v1/hello', { protocol: { major: 9, minor: 0 } });
    expect(status).toBe(409);
  });

  it('an unknown engine is 404', async () => {
    expect((await post(runtime.file, '/v1/voices', { engine: 'nope' })).status).toBe(404);
  });

  it('a foreign Host is 403, even with the token', async () => {
    const headers = { Host: 'evil.example' };
    const { status, body } = await post(runtime.file, '/v1/get', { key: 'volume' }, { headers });
    expect([status, code(body)]).toEqual([403, 'E_FORBIDDEN']);
  });

  it('a second Host, or an absolute URL of another, is 403', async () => {
    const { http_port: port, token } = runtime.file;
    for (const head of [
      `POST /v1/get HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example`,
      `POST http://evil.example/v1/get HTTP/1.1\r\nHost: 127.0.0.1:${port}`,
    ]) {
      const answer = await raw(
        `${head}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  it('HEAD of the event stream opens none', async () => {
    const answer = await raw(
      `HEAD /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${runtime.file.http_port}\r\n` +
        `Authorization: Bearer ${runtime.file.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('localhost is as good a Host as 127.0.0.1', async () => {
    const headers = { Host: `localhost:${runtime.file.http_port}` };
    expect((await post(runtime.file, '/v1/get', { key: 'volume' }, { headers })).status).toBe(200);
  });

  it('sends no CORS headers', async () => {
    const headers = { Origin: 'http://evil.example' };
    const answer = await post(runtime.file, '/v1/get', { key: 'volume' }, { headers });
    expect(Object.keys(answer.headers).filter((name) => name.includes('access-control'))).toEqual(
      [],
    );
  });

  it('headers that do not arrive within 5 s end the connection', async () => {
    const socket = connect({ host: '127.0.0.1', port: runtime.file.http_port });
    socket.on('error', () => {});
    socket.resume();
    socket.write('POST /v1/get HTTP/1.1\r\nHost: ');
    const began = Date.now();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(Date.now() - began).toBeGreaterThan(4000);
  });
});

describe('events', () => {
  it('the first is the current state, named in the event line', async () => {
    const stream = (await EventStream.open(runtime.file, '?events=state')) as EventStream;
    await stream.next();
    expect(stream.received[0]).toMatchObject({ name: 'state', data: { event: 'state' } });
    stream.close();
  });

  it('default to all three streams', async () => {
    const stream = (await EventStream.open(runtime.file)) as EventStream;
    await stream.next();
    await post(runtime.file, '/v1/speak', { text: '[fail]' });
    await stream.next((event) => event['event'] === 'log');
    await stream.next((event) => event['event'] === 'item' && event['phase'] === 'failed');
    stream.close();
  });

  it('an unknown stream is 400 E_UNSUPPORTED', async () => {
    const refused = await EventStream.open(runtime.file, '?events=nope');
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'E_UNSUPPORTED' } } });
  });

  it('two clients see the same seq for the same state', async () => {
    const first = (await EventStream.open(runtime.file, '?events=state')) as EventStream;
    await first.next();
    await post(runtime.file, '/v1/set', { key: 'volume', value: 60 });
    const second = (await EventStream.open(runtime.file, '?events=state')) as EventStream;
    const [a, b] = [await first.next(), await second.next()];
    expect(a).toEqual(b);
    await post(runtime.file, '/v1/set', { key: 'volume', value: 100 });
    first.close();
    second.close();
  });

  it('a ping comment comes within 15 s', async () => {
    const stream = (await EventStream.open(runtime.file, '?events=items')) as EventStream;
    for (let tries = 0; tries < 170 && stream.comments.length === 0; tries++) await sleep(100);
    expect(stream.comments).toEqual([': ping']);
    stream.close();
  });
});
