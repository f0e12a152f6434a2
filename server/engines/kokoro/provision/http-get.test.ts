/** Against real servers; every wait is the simulated clock's. */
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../../runtime/clock.ts';
import { selfSigned } from './fixtures/certificate.ts';
import {
  type Handler,
  listen,
  say,
  startModelServer,
  type TestServer,
} from './fixtures/servers.ts';
import { failureOf, until } from './fixtures/world.ts';
import { createHttpGet, type HttpAnswer } from './http-get.ts';

const files = { hello: Buffer.from('hello') };
const certificate = selfSigned();
const open: TestServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(secure = false) {
  const server = await startModelServer(files, secure ? certificate : undefined);
  open.push(server);
  return server;
}

/** Accepts connections and never says a word. */
async function startSilent(scheme: string) {
  const sockets: Socket[] = [];
  const server = await listen(
    createServer((socket) => {
      sockets.push(socket);
      socket.resume();
    }),
    scheme,
  );
  open.push(server);
  return { ...server, sockets };
}

async function text({ body }: HttpAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const never = new AbortController().signal;
const redirect = (location: string, status = 302): Handler => say(status, { location });

function setUp(options: { ca?: string; env?: Record<string, string> } = {}) {
  const clock = new SimulatedClock();
  const get = createHttpGet({ clock, env: {}, ...options });
  return {
    clock,
    get: (url: string, signal = never, headers = {}) => get(new URL(url), headers, signal),
  };
}

describe('an answer', () => {
  test('has its body', async () => {
    const server = await start();
    expect(await text(await setUp().get(`${server.url}/hello`))).toBe('hello');
  });

  test('comes over TLS', async () => {
    const server = await start(true);
    const { get } = setUp({ ca: certificate.cert });
    expect(await text(await get(`${server.url}/hello`))).toBe('hello');
  });

  test('comes by a name as well', async () => {
    const server = await start(true);
    const { get } = setUp({ ca: certificate.cert });
    expect(await text(await get(`https://localhost:${server.port}/hello`))).toBe('hello');
  });

  test('has its status', async () => {
    const server = await start();
    expect((await setUp().get(`${server.url}/other`)).status).toBe(404);
  });

  test('names who answered', async () => {
    const server = await start();
    expect((await setUp().get(`${server.url}/hello`)).host).toBe(server.host);
  });

  test('is to the headers that were given', async () => {
    const server = await start();
    (await setUp().get(`${server.url}/hello`, never, { range: 'bytes=1-' })).discard();
    expect(server.asked).toEqual(['GET /hello bytes=1-']);
  });

  test('is asked for uncompressed', async () => {
    const server = await start();
    (await setUp().get(`${server.url}/hello`)).discard();
    expect(server.headers[0]?.['accept-encoding']).toBe('identity');
  });
});

describe('a failure', () => {
  test('a certificate nobody signed', async () => {
    const server = await start(true);
    await expect(setUp().get(`${server.url}/hello`)).rejects.toThrow(
      `${server.host} cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    );
  });

  test('a certificate of another host', async () => {
    const other = selfSigned('127.0.0.9');
    const server = await startModelServer(files, other);
    open.push(server);
    await expect(setUp({ ca: other.cert }).get(`${server.url}/hello`)).rejects.toThrow(
      `${server.host} cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID)`,
    );
  });

  test('nobody listens', async () => {
    const server = await start();
    await server.close();
    await expect(setUp().get(`${server.url}/hello`)).rejects.toThrow(
      `${server.host} cannot be reached (ECONNREFUSED)`,
    );
  });

  test('no such host', async () => {
    await expect(setUp().get('https://nowhere.invalid/hello')).rejects.toThrow(
      /^nowhere\.invalid cannot be reached \(E/,
    );
  });

  test('a connection that is closed instead of answered', async () => {
    const server = await start();
    server.script.push((request) => request.socket.destroy());
    await expect(setUp().get(`${server.url}/hello`)).rejects.toThrow(
      `${server.host} closed the connection without an answer (ECONNRESET)`,
    );
  });

  test('an answer that is not HTTP', async () => {
    const server = await start();
    server.script.push((request) => request.socket.end('220 mail ready\r\n\r\n'));
    await expect(setUp().get(`${server.url}/hello`)).rejects.toThrow(
      `${server.host} closed the connection without an answer (HPE_INVALID_CONSTANT)`,
    );
  });
});

describe('time', () => {
  test('15 s to connect', async () => {
    const server = await startSilent('https');
    const { clock, get } = setUp();
    const failure = failureOf(get(server.url));
    await until(() => server.sockets.length === 1);
    clock.advance(15_000);
    expect((await failure).message).toContain(`${server.host} did not take the connection in 15 s`);
  });

  test('the connection is closed then', async () => {
    const server = await startSilent('https');
    const { clock, get } = setUp();
    const ended = get(server.url).catch(() => {});
    await until(() => server.sockets.length === 1);
    clock.advance(15_000);
    await ended;
    await until(() => server.sockets[0]!.destroyed);
  });

  test('14 s are not too long', async () => {
    const server = await start();
    const { clock, get } = setUp();
    const answer = get(`${server.url}/hello`);
    clock.advance(14_999);
    expect((await answer).status).toBe(200);
  });

  test('30 s for the headers', async () => {
    const server = await start();
    server.script.push(() => {});
    const { clock, get } = setUp();
    const failure = failureOf(get(`${server.url}/hello`));
    await until(() => server.asked.length === 1);
    clock.advance(30_000);
    expect((await failure).message).toContain(`${server.host} did not answer in 30 s`);
  });

  test('29 s are not too long', async () => {
    const server = await start();
    let go = () => {};
    server.script.push((request, response) => (go = () => say(200, {}, 'late')(request, response)));
    const { clock, get } = setUp();
    const answer = get(`${server.url}/hello`);
    await until(() => server.asked.length === 1);
    clock.advance(29_999);
    go();
    expect(await text(await answer)).toBe('late');
  });

  test('headers that come in drops do not help', async () => {
    const server = await start();
    let drop = () => {};
    server.script.push((_request, { socket }) => (drop = () => socket!.write('HTTP/1.1 200')));
    const { clock, get } = setUp();
    const failure = failureOf(get(`${server.url}/hello`));
    await until(() => server.asked.length === 1);
    drop();
    clock.advance(20_000);
    clock.advance(10_000);
    expect((await failure).message).toContain('did not answer in 30 s');
  });
});

describe('an abort', () => {
  const aborted = () => AbortSignal.abort(new Error('enough'));

  test('before', async () => {
    const server = await start();
    await expect(setUp().get(server.url, aborted())).rejects.toThrow(/^enough$/);
  });

  test('while connecting', async () => {
    const server = await startSilent('https');
    const controller = new AbortController();
    const failure = failureOf(setUp().get(server.url, controller.signal));
    await until(() => server.sockets.length === 1);
    controller.abort(new Error('enough'));
    expect((await failure).message).toBe('enough');
  });

  test('while waiting for the headers', async () => {
    const server = await start();
    server.script.push(() => {});
    const controller = new AbortController();
    const failure = failureOf(setUp().get(server.url, controller.signal));
    await until(() => server.asked.length === 1);
    controller.abort(new Error('enough'));
    expect((await failure).message).toBe('enough');
  });

  test('before the body is read', async () => {
    const server = await start();
    const controller = new AbortController();
    const answer = await setUp().get(`${server.url}/hello`, controller.signal);
    controller.abort(new Error('enough'));
    await expect(text(answer)).rejects.toThrow(/^enough$/);
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const [from, to] = [await start(), await start()];
    from.script.push(redirect(`${to.url}/hello`, status));
    expect(await text(await setUp().get(`${from.url}/x`))).toBe('hello');
  });

  test('a relative one as well', async () => {
    const server = await start();
    server.script.push(redirect('../hello'));
    expect(await text(await setUp().get(`${server.url}/a/x`))).toBe('hello');
  });

  test('from https to https', async () => {
    const [from, to] = [await start(true), await start(true)];
    from.script.push(redirect(`${to.url}/hello`));
    const { get } = setUp({ ca: certificate.cert });
    expect(await text(await get(`${from.url}/x`))).toBe('hello');
  });

  test('the range goes along', async () => {
    const [from, to] = [await start(), await start()];
    from.script.push(redirect(`${to.url}/hello`));
    const answer = await setUp().get(`${from.url}/x`, never, { range: 'bytes=2-' });
    expect(await text(answer)).toBe('llo');
  });

  test('the answer names the last host', async () => {
    const [from, to] = [await start(), await start()];
    from.script.push(redirect(`${to.url}/hello`));
    expect((await setUp().get(`${from.url}/x`)).host).toBe(to.host);
  });

  test('five are followed', async () => {
    const server = await start();
    server.script.push(...Array.from({ length: 5 }, () => redirect('/hello')));
    expect((await setUp().get(`${server.url}/x`)).status).toBe(200);
  });

  test('six are not', async () => {
    const server = await start();
    server.script.push(...Array.from({ length: 6 }, () => redirect('/hello')));
    await expect(setUp().get(`${server.url}/x`)).rejects.toThrow(
      `${server.host} redirects more than 5 times`,
    );
  });

  test.each(['http://mirror.example/hello', 'ftp://localhost/hello', 'http://:80', 'file:///x'])(
    'to %s is refused',
    async (location) => {
      const server = await start();
      server.script.push(redirect(location));
      await expect(setUp().get(`${server.url}/x`)).rejects.toThrow(
        `${server.host} redirects to an address that is not https`,
      );
    },
  );

  test('from https to http on this machine is refused', async () => {
    const [from, to] = [await start(true), await start()];
    from.script.push(redirect(`${to.url}/hello`));
    const { get } = setUp({ ca: certificate.cert });
    await expect(get(`${from.url}/x`)).rejects.toThrow('redirects to an address that is not https');
  });

  test('one that names no place is an answer', async () => {
    const server = await start();
    server.script.push(say(302, {}));
    expect((await setUp().get(`${server.url}/x`)).status).toBe(302);
  });
});

describe('a name and password in the URL', () => {
  const withLogin = (url: string) => url.replace('//', '//name:word@');
  const header = `Basic ${Buffer.from('name:word').toString('base64')}`;

  test('are sent to its host', async () => {
    const server = await start();
    (await setUp().get(withLogin(`${server.url}/hello`))).discard();
    expect(server.headers[0]?.authorization).toBe(header);
  });

  test('are sent to no other', async () => {
    const [from, to] = [await start(), await start()];
    from.script.push(redirect(`${to.url}/hello`));
    (await setUp().get(withLogin(`${from.url}/hello`))).discard();
    expect(to.headers[0]?.authorization).toBeUndefined();
  });

  test('are in no message', async () => {
    const server = await start();
    await server.close();
    await expect(setUp().get(withLogin(`${server.url}/hello`))).rejects.toThrow(
      new RegExp(`^${server.host} cannot be reached`),
    );
  });
});
