import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepChild } from '../harness/clean-up.ts';
import { newHome, Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const MB = 1_000_000;
/** Strings of 4 kB are not clipped; so many make a line of about 200 kB. */
const pad = (count: number) => Array.from({ length: count }, () => 'word '.repeat(800));

async function withHome(work: (client: TcpClient) => Promise<void>, home = newHome()) {
  const runtime = await Runtime.start({ home, args: ['--standalone'] });
  const client = await TcpClient.greet(runtime.file);
  await work(client);
  client.close();
  await runtime.stop({ keepHome: true });
  return join(home, 'logs');
}

const bytesIn = (folder: string) =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** The stream's files, the oldest first. */
function segments(folder: string): string[] {
  const number = (name: string) => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0);
  return readdirSync(folder)
    .filter((name) => /^sonarad(\.\d+)?\.log$/.test(name))
    .sort((a, b) => number(b) - number(a));
}

/** The numbers of the numbered lines, oldest first; every other line must be a whole one as well. */
function numbers(folder: string): number[] {
  const text = segments(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const each of text) expect(each.endsWith('\n')).toBe(true);
  return text
    .join('')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/);
      const found = /^.{25}in \{"action":"stop","n":(\d+)/.exec(line);
      return found ? [Number(found[1])] : [];
    });
}

const numbered = async (client: TcpClient, count: number, strings: number) => {
  for (let n = 0; n < count; n++)
    await client.request('control', { action: 'stop', n, pad: pad(strings) });
};

describe('the files', () => {
  it(proves('log.rotation', 'log.whole-lines'), async () => {
    const folder = await withHome((client) => numbered(client, 18, 50));
    const names = segments(folder);
    const rotated = [4, 3, 2, 1].map((number) => `sonarad.${number}.log`);
    expect(names).toEqual([...rotated, 'sonarad.log']);
    for (const name of rotated) {
      const { size } = statSync(join(folder, name));
      expect(size).toBeGreaterThan(0.7 * MB);
      expect(size).toBeLessThan(1.05 * MB);
    }
    expect(numbers(folder)).toEqual(Array.from({ length: 18 }, (_, n) => n));
  });

  it(proves('log.clip'), async () => {
    const folder = await withHome((client) => numbered(client, 1, 120));
    const lines = readFileSync(join(folder, 'sonarad.log'), 'utf8').split('\n');
    const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThanOrEqual(256 * 1024);
    expect(longest).toBeGreaterThan(200 * 1024);
    expect(numbers(folder)).toEqual([0]);
  });

  it(
    proves('log.budget', 'log.whole-lines'),
    async () => {
      const home = newHome();
      const folder = join(home, 'logs');
      mkdirSync(folder);
      const foreign = join(folder, 'bootstrap.log');
      writeFileSync(foreign, 'x'.repeat(3 * MB));
      utimesSync(foreign, 1, 1);
      let most = 0;
      await withHome(async (client) => {
        for (let n = 0; n < 60; n++) {
          await client.request('control', { action: 'stop', n, pad: pad(50) });
          // Until it is written: in the middle of a rotation a file would count twice.
          await sleep(10);
          most = Math.max(most, bytesIn(folder));
        }
      }, home);
      expect(most).toBeLessThanOrEqual(10 * MB);
      expect(most).toBeGreaterThan(8 * MB);
      // The foreign file was the oldest; of ours the newest stay, without a gap.
      expect(readdirSync(folder)).not.toContain('bootstrap.log');
      const kept = numbers(folder);
      expect(kept.length).toBeGreaterThan(35);
      expect(kept).toEqual(kept.map((_, at) => 60 - kept.length + at));
    },
    40_000,
  );

  // With the system's own program, so that another process holds the lock.
  it.skipIf(process.platform !== 'linux')(proves('log.lock'), async () => {
    const home = newHome();
    const folder = join(home, 'logs');
    await withHome(async (client) => {
      await numbered(client, 1, 1);
      // On disk before the lock is taken away: lines are written a moment after their reply.
      while (!numbers(folder).includes(0)) await sleep(10);
      const holder = spawn('flock', ['-x', join(folder, '.lock'), 'sleep', '2']);
      keepChild(holder);
      await sleep(300);
      const began = performance.now();
      await client.request('control', { action: 'stop', n: 111 });
      await client.request('control', { action: 'stop', n: 112 });
      // Two lines of 50 ms each, and what a busy machine adds; the lock is held for longer.
      expect(performance.now() - began).toBeLessThan(1000);
      expect(holder.exitCode).toBe(null);
      await once(holder, 'exit');
      await client.request('control', { action: 'stop', n: 113 });
    }, home);
    expect(numbers(folder)).toEqual([0, 113]);
  });
});
