/** A summarizer that never ends: 15 s of waiting, over both transports at once. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { fresh } from './desk.ts';
import { StandIn } from './stand-in.ts';

const text = Array(8).fill('The build passed and the tests are green.').join(' ');

const alive = (pid: number) => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  // One that ended and that nobody has asked for yet is dead too.
  return stdout.trim() !== '' && !stdout.startsWith('Z');
};

describe.concurrent.each(transports)('a summarizer that hangs over %s', (transport) => {
  it.concurrent(proves('summary.timeout', 'summary.killed'), async () => {
    const standIn = new StandIn();
    standIn.misbehaves('hang');
    const work = fresh(
      transport,
      async (desk) => {
        await desk.set('summaries', { enabled: true, settle_ms: 0, timeout: 15 });
        await desk.start('s1');
        await desk.write('s1', text);
        const ended = performance.now();
        await desk.end('s1');
        await sleep(14_000);
        expect(desk.lines()).toEqual([]);
        const pids = standIn.pids();
        expect(pids).toHaveLength(2);
        expect(pids.filter(alive)).toEqual(pids);
        await desk.began('s1: The build passed and the tests are green.');
        expect(performance.now() - ended).toBeLessThan(17_000);
        await sleep(500);
        expect(pids.filter(alive)).toEqual([]);
      },
      { env: standIn.env },
    );
    await work;
  });
});
