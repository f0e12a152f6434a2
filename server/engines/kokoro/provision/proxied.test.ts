/** Through real proxies on this machine. */
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../../runtime/clock.ts';
import { selfSigned } from './fixtures/certificate.ts';
import { listen, say, startModelServer, startProxy, type TestServer } from './fixtures/servers.ts';
import { failureOf, until } from './fixtures/world.ts';
import { createHttpGet } from './http-get.ts';

const files = { hello: Buffer.from('hello') };
const certificate = selfSigned();
const open: TestServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** @param login what the proxy wants @param given what its URL says */
async function setUp({ login = '', given = '', secure = true, secureProxy = false } = {}) {
  const server = await startModelServer(files, secure ? certificate : undefined);
  const proxy = await startProxy(login || undefined, secureProxy ? certificate : undefined);
  open.push(server, proxy);
  const url = given ? proxy.url.replace('//', `//${given}@`) : proxy.url;
  const clock = new SimulatedClock();
  const request = createHttpGet({ clock, env: { ALL_PROXY: url }, ca: certificate.cert });
  const get = async (path = '/hello') => {
    const answer = await request(new URL(server.url + path), {}, new AbortController().signal);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  return { server, proxy, get };
}

describe.each([
  ['https', true],
  ['http', false],
])('%s', (_scheme, secure) => {
  test('the body comes', async () => {
    const { get } = await setUp({ secure });
    expect(await get()).toBe('hello');
  });

  test('the proxy is asked for it', async () => {
    const { server, proxy, get } = await setUp({ secure });
    await get();
    expect(proxy.asked).toEqual([secure ? `CONNECT ${server.host}` : `GET ${server.url}/hello`]);
  });

  test('the query goes along', async () => {
    const { server, get } = await setUp({ secure });
    await get('/hello?a=1');
    expect(server.asked).toEqual(['GET /hello?a=1']);
  });

  test('a proxy that knows the name lets it through', async () => {
    const { get } = await setUp({ secure, login: 'na@me:word', given: 'na%40me:word' });
    expect(await get()).toBe('hello');
  });

  test('a proxy that wants a name', async () => {
    const { proxy, get } = await setUp({ secure, login: 'name:word' });
    await expect(get()).rejects.toThrow(`the proxy ${proxy.host} asks for a name and password`);
  });

  test('a proxy that refuses the name; the message does not hold the password', async () => {
    const { proxy, get } = await setUp({ secure, login: 'name:word', given: 'name:wrong' });
    await expect(get()).rejects.toThrow(
      new RegExp(`^the proxy ${proxy.host} refused the name and password$`),
    );
  });

  test('a proxy that is not there; the message does not hold the password', async () => {
    const { proxy, get } = await setUp({ secure, given: 'name:word' });
    await proxy.close();
    await expect(get()).rejects.toThrow(
      new RegExp(`^the proxy ${proxy.host} cannot be reached \\(ECONNREFUSED\\)$`),
    );
  });

  test('a proxy that is reached over TLS', async () => {
    const { get } = await setUp({ secure, secureProxy: true });
    expect(await get()).toBe('hello');
  });

  test('the next host of a redirect has a way of its own', async () => {
    const { server, proxy, get } = await setUp({ secure });
    const to = await startModelServer(files, secure ? certificate : undefined);
    open.push(to);
    server.script.push(say(302, { location: `${to.url}/hello` }));
    await get();
    expect(proxy.asked[1]).toBe(secure ? `CONNECT ${to.host}` : `GET ${to.url}/hello`);
  });
});

test('the server never sees the name for the proxy', async () => {
  const { server, get } = await setUp({ login: 'name:word', given: 'name:word' });
  await get();
  expect(server.headers[0]?.['proxy-authorization']).toBeUndefined();
});

test('a proxy that takes the connection and says nothing', async () => {
  let connections = 0;
  const silent = await listen(
    createServer((socket) => {
      connections += 1;
      socket.resume();
    }),
    'http',
  );
  open.push(silent);
  const clock = new SimulatedClock();
  const get = createHttpGet({ clock, env: { HTTPS_PROXY: silent.url } });
  const failure = failureOf(
    get(new URL('https://mirror.example/x'), {}, new AbortController().signal),
  );
  await until(() => connections === 1);
  clock.advance(15_000);
  expect((await failure).message).toContain(
    `the proxy ${silent.host} did not take the connection in 15 s`,
  );
});

test('a proxy that may not pass it on', async () => {
  const server = createServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
  );
  const proxy = await listen(server, 'http');
  open.push(proxy);
  const get = createHttpGet({ clock: new SimulatedClock(), env: { HTTPS_PROXY: proxy.url } });
  await expect(
    get(new URL('https://mirror.example/x'), {}, new AbortController().signal),
  ).rejects.toThrow(`the proxy ${proxy.host} refused the connection (403)`);
});

test('a server that the proxy cannot reach', async () => {
  const { server, proxy, get } = await setUp();
  await server.close();
  await expect(get()).rejects.toThrow(`the proxy ${proxy.host} refused the connection (502)`);
});

test('the connection to a proxy that refused is closed', async () => {
  let isClosed = false;
  const server = createServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 403 Forbidden\r\n\r\n'));
    socket.once('close', () => (isClosed = true));
  });
  const proxy = await listen(server, 'http');
  open.push(proxy);
  const get = createHttpGet({ clock: new SimulatedClock(), env: { HTTPS_PROXY: proxy.url } });
  await failureOf(get(new URL('https://mirror.example/x'), {}, new AbortController().signal));
  await until(() => isClosed);
});
