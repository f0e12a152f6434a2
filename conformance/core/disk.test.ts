/** Disks that are full, and homes that cannot be written to: speech goes on, and whoever asks is told. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cannotMount, makeReadOnly, SmallDisk } from '../harness/disk.ts';
import { post } from '../harness/http-client.ts';
import { Listener } from '../harness/listener.ts';
import { exitCode, launch, newHome, Runtime, sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';

const start = (home: string) => Runtime.start({ home, args: ['--standalone'] });
const config = (home: string) => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
const get = async (runtime: Runtime, key: string) =>
  (await post(runtime.file, '/v1/get', { key })).body['value'] as unknown;
const set = (runtime: Runtime, key: string, value: unknown) =>
  post(runtime.file, '/v1/set', { key, value });

/** Runs it to its end. */
async function run(home: string) {
  const { child, stderr } = launch({ home });
  const code = await exitCode(child);
  await sleep(50);
  return { code, stderr: stderr() };
}

/** Reads this many texts to their end. */
async function read(runtime: Runtime, count: number): Promise<void> {
  const listener = await Listener.open('tcp', runtime.file);
  for (let n = 0; n < count; n++) await listener.speak('One.');
  await listener.item(await listener.speak('Last.'), 'finished');
  const ends = listener.phases().filter((line) => line.endsWith('finished'));
  expect(ends).toHaveLength(count + 1);
  listener.close();
}

/** A refused set that applies all the same, told to everyone. */
async function expectUnsaved(runtime: Runtime, rate: number): Promise<void> {
  const listener = await Listener.open('tcp', runtime.file);
  const reply = await listener.client.request('set', { key: 'rate', value: rate });
  expect(reply).toMatchObject({ ok: false, error: { code: 'E_ENGINE' } });
  expect(reply['error'].message).toContain('rate');
  await listener.heard((event) => event['rate'] === rate);
  expect((await set(runtime, 'rate', rate)).status).toBe(500);
  expect(await get(runtime, 'rate')).toBe(rate);
  listener.close();
}

const noMounts = cannotMount();

describe.skipIf(noMounts)('a full disk', () => {
  it(proves('disk.set', 'disk.freed', 'saved.no-temp'), async () => {
    const disk = new SmallDisk();
    const runtime = await start(disk.home);
    await set(runtime, 'rate', 300);
    disk.fill();
    await expectUnsaved(runtime, 310);
    expect(config(disk.home)).toEqual({ rate: 300 });
    expect(readdirSync(disk.home).filter((name) => /te?mp/.test(name))).toEqual([]);
    disk.free();
    expect((await set(runtime, 'rate', 320)).status).toBe(200);
    expect(config(disk.home)).toEqual({ rate: 320 });
    await runtime.stop();
  });

  it(proves('disk.speech', 'disk.logs'), async () => {
    const disk = new SmallDisk();
    const runtime = await start(disk.home);
    await read(runtime, 1);
    disk.fill();
    // About 100 bytes a line: more than the rest of the file's last block takes.
    await read(runtime, 30);
    const full = readFileSync(join(disk.home, 'logs', 'sonarad.log'), 'utf8');
    disk.free();
    await read(runtime, 1);
    await runtime.stop({ keepHome: true });
    const log = readFileSync(join(disk.home, 'logs', 'sonarad.log'), 'utf8');
    expect(log.startsWith(full)).toBe(true);
    const items = [...log.matchAll(/read start item=(\d+) /g)].map(([, id]) => Number(id));
    expect(items).toContain(1);
    expect(items.length).toBeLessThan(34);
    expect(items.at(-1)).toBe(35);
    for (const line of log.trimEnd().split('\n'))
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/);
  });

  it(proves('disk.exit'), async () => {
    const disk = new SmallDisk();
    const runtime = await start(disk.home);
    disk.fill();
    await runtime.stop({ keepHome: true });
    expect(runtime.child.exitCode).toBe(0);
    expect(existsSync(join(disk.home, 'runtime.json'))).toBe(false);
  });

  it(proves('disk.start'), async () => {
    const disk = new SmallDisk();
    mkdirSync(disk.home);
    writeFileSync(join(disk.home, 'config.json'), '{"rate":300}');
    disk.fill();
    const { code, stderr } = await run(disk.home);
    expect(code).toBe(1);
    expect(stderr).toContain(disk.home);
    expect(stderr).toContain('no space left');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(disk.home).filter((name) => /te?mp|runtime/.test(name))).toEqual([]);
    expect(config(disk.home)).toEqual({ rate: 300 });
    disk.free();
    const runtime = await start(disk.home);
    expect(await get(runtime, 'rate')).toBe(300);
    await runtime.stop();
  });
});

// Root needs a mount for it, everybody else does not.
describe.skipIf(process.platform === 'win32' || (process.getuid?.() === 0 && noMounts))(
  'a read-only home',
  () => {
    it(proves('readonly.start'), async () => {
      const folder = newHome();
      const writable = makeReadOnly(folder);
      const { code, stderr } = await run(join(folder, 'home'));
      writable();
      expect(code).toBe(1);
      expect(stderr).toContain(join(folder, 'home'));
      expect(stderr).toMatch(/read-only|permission denied/);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(readdirSync(folder)).toEqual([]);
    });

    it(proves('readonly.set', 'readonly.speech', 'readonly.exit', 'readonly.kept'), async () => {
      const home = newHome();
      const runtime = await start(home);
      await set(runtime, 'rate', 300);
      const writable = makeReadOnly(home);
      await expectUnsaved(runtime, 310);
      await read(runtime, 5);
      await runtime.stop({ keepHome: true });
      expect(runtime.child.exitCode).toBe(0);
      writable();
      expect(config(home)).toEqual({ rate: 300 });
      const next = await start(home);
      expect(await get(next, 'rate')).toBe(300);
      await next.stop();
    });
  },
);
