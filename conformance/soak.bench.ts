/** An hour's worth of items: memory stays flat after the first tenth, and nothing is left open. */
import { readdirSync, readFileSync } from 'node:fs';
import { Runtime, sleep } from './harness/runtime.ts';
import { TcpClient } from './harness/tcp-client.ts';

const ITEMS = 20_000;
const AT_ONCE = 100;
const text =
  'The build has ended. All of the tests have passed again, two of them for the first time.';

export async function bench() {
  const runtime = await Runtime.start({ args: ['--standalone', '--no-real-time'] });
  try {
    const open = openFiles(runtime.file.pid);
    const memory: number[] = [];
    const began = performance.now();
    for (let done = 0; done < ITEMS; done += ITEMS / 10) {
      // A new client for each tenth: the old one must leave nothing behind.
      const client = await TcpClient.greet(runtime.file, {
        client: { name: 'soak', version: '1' },
      });
      await client.request('subscribe', { events: ['items'] });
      for (let sent = 0; sent < ITEMS / 10; sent += AT_ONCE) {
        for (let n = 0; n < AT_ONCE; n++) client.send({ type: 'speak', text });
        let ended = 0;
        await client.event((event) => event['phase'] === 'finished' && ++ended === AT_ONCE);
        client.received.length = 0;
        client.rewind();
      }
      client.close();
      memory.push(residentMb(runtime.file.pid));
    }
    const seconds = (performance.now() - began) / 1000;
    await sleep(500);
    const [first = 0, ...later] = memory;
    return [
      { name: '20,000 items, each', value: (seconds / ITEMS) * 1e6, unit: 'µs' },
      { name: 'memory after a tenth', value: first, unit: 'MB' },
      {
        name: 'most memory after that',
        value: Math.max(...later),
        unit: 'MB',
        target: 1.1,
        ratioTo: 'memory after a tenth',
      },
      {
        name: 'files and sockets left open',
        value: openFiles(runtime.file.pid) - open,
        unit: '',
        target: 0,
      },
    ];
  } finally {
    await runtime.stop();
  }
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
