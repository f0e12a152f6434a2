import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { ownsLinux } from './port-owner-linux.ts';

const children: ChildProcess[] = [];
const servers: Server[] = [];
const connections: Connection[] = [];
const owns = ownsLinux();

afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
  for (const server of servers.splice(0)) server.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function listenHere(host = '127.0.0.1'): Promise<number> {
  const server = createServer((socket: Socket) => socket.on('error', () => {}));
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

/** @param accepts whether it takes connections; one that does not leaves them waiting in the kernel */
async function listenElsewhere(accepts = true): Promise<{ pid: number; port: number }> {
  const block = accepts ? '' : 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
  const code = `
    const server = require('node:net').createServer(() => {});
    server.listen(0, '127.0.0.1', () => {
      require('node:fs').writeSync(1, String(server.address().port));
      ${block}
    });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid!, port: Number(data) };
}

async function reach(port: number): Promise<Connection['ends']> {
  const connection = (await Connection.open(port))!;
  connections.push(connection);
  return connection.ends;
}

describe.skipIf(process.platform !== 'linux')('whose port it is, on Linux', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::'])(
    'a listener on %s of the process is its own',
    async (host) => {
      expect(await owns(process.pid, await reach(await listenHere(host)))).toBe('yes');
    },
  );

  it('another process has its own', async () => {
    const { pid, port } = await listenElsewhere();
    expect(await owns(pid, await reach(port))).toBe('yes');
  });

  it('so has one that has not accepted the connection yet', async () => {
    const { pid, port } = await listenElsewhere(false);
    expect(await owns(pid, await reach(port))).toBe('yes');
  });

  it.each([true, false])(
    'the port of another process is not ours (accepted: %s)',
    async (accepts) => {
      const { port } = await listenElsewhere(accepts);
      expect(await owns(process.pid, await reach(port))).toBe('no');
    },
  );

  it('a process that is gone has none', async () => {
    expect(await owns(2 ** 22 + 1, await reach(await listenHere()))).toBe('no');
  });

  it('a system without /proc cannot tell', async () => {
    const ends = await reach(await listenHere());
    expect(await ownsLinux('/no/such/folder')(process.pid, ends)).toBe('unknown');
  });
});
