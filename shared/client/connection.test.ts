import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { ConnectionLost, SonaraError } from './errors.ts';
import { refusal, ScriptedRuntime } from './fixtures/scripted-runtime.ts';

let runtime: ScriptedRuntime;
let connection: Connection;

beforeEach(async () => {
  runtime = await ScriptedRuntime.start();
  connection = (await Connection.open(runtime.port))!;
});
afterEach(async () => {
  connection.close();
  await runtime.stop();
});

test.each([
  ['no JSON', 'HTTP/1.1 400 Bad Request'],
  ['no object', '[1]'],
  ['null', 'null'],
  ['an empty line', ''],
  ['a reply to no request', '{"ok":true,"id":77}'],
  ['a line without end', 'x'.repeat(9 * 1024 * 1024)],
  ['bytes that are no text', '\u0000\uffff\u0001'],
])('junk (%s) ends the connection, and is never thrown out of the socket', async (_, junk) => {
  runtime.answer = () => junk;
  await expect(connection.request('get', { key: 'rate' })).rejects.toThrow(ConnectionLost);
  await expect(connection.request('get', { key: 'rate' })).rejects.toThrow(ConnectionLost);
});

test('an object that is neither reply nor event is ignored', async () => {
  runtime.answer = ({ id }) => {
    runtime.send({ news: true }, { event: 'from the future' }, { ok: true, id, value: 1 });
    return null;
  };
  expect((await connection.request('get', { key: 'rate' })).value).toBe(1);
});

test('an error reply becomes a SonaraError with its reason', async () => {
  runtime.answer = () => ({
    ok: false,
    error: { code: 'E_ENGINE', message: 'no', reason: 'auth' },
  });
  const error = await connection.request('voices', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SonaraError);
  expect(error).toMatchObject({ code: 'E_ENGINE', message: 'no', reason: 'auth' });
});

test.each([[{ ok: false }], [{ ok: false, error: 'no' }], [{ ok: false, error: { code: 5 } }]])(
  'an error reply that lacks its parts (%j) still rejects',
  async (reply) => {
    runtime.answer = () => reply;
    await expect(connection.request('get', { key: 'rate' })).rejects.toThrow(SonaraError);
  },
);

test('an error reply without an id is for the oldest request', async () => {
  runtime.answer = ({ key }) =>
    key === 'bad' ? JSON.stringify(refusal('E_BAD_REQUEST')) : { ok: true, value: key };
  const bad = connection.request('get', { key: 'bad' }).catch((error: SonaraError) => error.code);
  const good = connection.request('get', { key: 'good' });
  expect([await bad, (await good).value]).toEqual(['E_BAD_REQUEST', 'good']);
});

test('an aborted request keeps its place among the replies', async () => {
  const held: string[] = [];
  runtime.answer = ({ id }) => {
    held.push(JSON.stringify({ ok: true, id, value: `to ${id}` }));
    if (held.length === 2) runtime.send(...held);
    return null;
  };
  const abort = new AbortController();
  const first = connection.request('get', { key: 'a' }, abort.signal);
  const second = connection.request('get', { key: 'b' });
  abort.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect((await second).value).toBe('to 2');
});

test('an aborted signal sends nothing', async () => {
  const signal = AbortSignal.abort(new Error('before'));
  await expect(connection.request('get', { key: 'a' }, signal)).rejects.toThrow('before');
  await connection.request('get', { key: 'b' });
  expect(runtime.received.map(({ key }) => key)).toEqual(['b']);
});

test('a request over 1 MiB is refused here, and the next one is fine', async () => {
  const text = 'ä'.repeat(600_000);
  await expect(connection.request('speak', { text })).rejects.toMatchObject({
    code: 'E_BAD_REQUEST',
  });
  runtime.answer = () => ({ ok: true, item_id: 1 });
  expect((await connection.request('speak', { text: 'x' })).item_id).toBe(1);
  expect(runtime.received.length).toBe(1);
});

test('what the runtime said before it hung up is in the error', async () => {
  const lost = new Promise<Error>((resolve) => {
    connection.listen({ event: () => {}, lost: resolve });
  });
  await connection.request('get', { key: 'a' });
  runtime.send(refusal('E_AUTH', 'no successful hello within 5 s'));
  runtime.sockets[0]!.end();
  expect((await lost).message).toMatch(/closed the connection: no successful hello within 5 s/);
});

test('a hang-up rejects every request that waits', async () => {
  runtime.answer = (_message, socket) => {
    socket.destroy();
    return null;
  };
  const requests = [1, 2, 3].map(() => connection.request('get', { key: 'a' }));
  const ends = await Promise.allSettled(requests);
  expect(ends.every((end) => end.status === 'rejected')).toBe(true);
});

test('no listener on the port is null, not an error', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  expect(await Connection.open(port)).toBeNull();
});

test('the ports of both ends are known', () => {
  expect(connection.ends.serverPort).toBe(runtime.port);
  expect(connection.ends.clientPort).toBeGreaterThan(0);
});
