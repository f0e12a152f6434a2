/** With tables as GetExtendedTcpTable lays them out; not verified on Windows. */
import { expect, it } from 'vitest';
import { ownsByTcpTable, parseTcpTable } from './port-owner-windows.ts';

const LISTENER = 3;
const CONNECTIONS = 4;
const ends = { clientPort: 60001, serverPort: 50311 };

interface Row {
  local: [string, number];
  remote?: [string, number];
  pid: number;
}

function table(...rows: Row[]): Uint8Array {
  // As the system does, with room to spare after the rows.
  const bytes = Buffer.alloc(4 + rows.length * 24 + 100);
  bytes.writeUInt32LE(rows.length, 0);
  rows.forEach(({ local, remote = ['0.0.0.0', 0], pid }, index) => {
    const at = 4 + index * 24;
    bytes.writeUInt32LE(5, at);
    [local, remote].forEach(([address, port], end) => {
      Buffer.from(address.split('.').map(Number)).copy(bytes, at + 4 + end * 8);
      bytes.writeUInt16BE(port, at + 8 + end * 8);
    });
    bytes.writeUInt32LE(pid, at + 20);
  });
  return bytes;
}

const server: Row = { local: ['127.0.0.1', 50311], remote: ['127.0.0.1', 60001], pid: 42 };
const client: Row = { local: ['127.0.0.1', 60001], remote: ['127.0.0.1', 50311], pid: 7 };
const listener: Row = { local: ['127.0.0.1', 50311], pid: 42 };

const ask = (connections: Row[], listeners: Row[], pid = 42) =>
  ownsByTcpTable((kind) =>
    kind === CONNECTIONS
      ? table(...connections)
      : kind === LISTENER
        ? table(...listeners)
        : table(),
  )(pid, ends);

it('reads addresses, big-endian ports and pids', () => {
  expect(parseTcpTable(table(client, server))[1]).toEqual({
    localAddress: 0x0100007f,
    localPort: 50311,
    remoteAddress: 0x0100007f,
    remotePort: 60001,
    pid: 42,
  });
});

it('the owner of the server side decides, not that of the client side', async () => {
  expect(await ask([client, server], [])).toBe('yes');
  expect(await ask([client, server], [listener], 7)).toBe('no');
});

it('a connection that has no owner yet is the listener’s', async () => {
  expect(await ask([{ ...server, pid: 0 }], [listener])).toBe('yes');
  expect(await ask([], [{ ...listener, pid: 8 }])).toBe('no');
});

it('a listener on 127.0.0.1 comes before one on every address', async () => {
  const everywhere: Row = { local: ['0.0.0.0', 50311], pid: 8 };
  expect(await ask([], [everywhere, listener])).toBe('yes');
  expect(await ask([], [everywhere])).toBe('no');
});

it('without any row it is nobody’s; with no pid at all nobody can tell', async () => {
  expect(await ask([], [])).toBe('no');
  expect(await ask([], [{ ...listener, pid: 0 }])).toBe('unknown');
});
