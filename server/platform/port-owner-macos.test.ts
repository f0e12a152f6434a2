import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ownsByLsof, readLsof } from './port-owner-macos.ts';

const ends = { clientPort: 60001, serverPort: 50311 };

it.each([
  ['yes', 'p1\nf20\nn127.0.0.1:50311\nTST=LISTEN\nTQR=0\n'],
  ['yes', 'p1\nf20\nn*:50311\nTST=LISTEN\n'],
  ['yes', 'p1\nf22\nn127.0.0.1:50311->127.0.0.1:60001\nTST=ESTABLISHED\n'],
  ['no', 'p1\nf22\nn127.0.0.1:60001->127.0.0.1:50311\nTST=ESTABLISHED\n'],
  ['no', 'p1\nf22\nn127.0.0.1:50311->127.0.0.1:60002\nTST=ESTABLISHED\n'],
  ['no', 'p1\nf20\nn127.0.0.1:503110\nTST=LISTEN\n'],
  ['no', 'p1\nf20\nn10.0.0.1:50311\nTST=LISTEN\n'],
  ['no', ''],
])('%s from what lsof prints: %j', (answer, output) => {
  expect(readLsof(output, ends)).toBe(answer);
});

const lsof = ['/usr/sbin/lsof', '/usr/bin/lsof'].find((path) => existsSync(path));

it.skipIf(!lsof)('lsof tells our own port from that of another process', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverPort = (server.address() as { port: number }).port;
  const client = createConnection(serverPort, '127.0.0.1');
  await once(client, 'connect');
  const here = { serverPort, clientPort: client.localPort! };
  expect(await ownsByLsof(lsof)(process.pid, here)).toBe('yes');
  expect(await ownsByLsof(lsof)(process.ppid, here)).toBe('no');
  client.destroy();
  for (const socket of accepted) socket.destroy();
  server.close();
});

it('without lsof nobody can tell', async () => {
  expect(await ownsByLsof('/no/such/lsof')(process.pid, ends)).toBe('unknown');
});
