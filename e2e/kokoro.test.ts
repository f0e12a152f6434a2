/**
 * Kokoro's whole way, with a small stand-in model in the place of its weights: download, check,
 * page, worker, mixer, monitor. The stand-in makes tones, so one hears who speaks.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lacks } from './rig/parts.ts';
import { type ModelServer, startModelServer } from './rig/model-server.ts';
import { descendants, commandLine } from './rig/process-cost.ts';
import { type LineClient, type Runtime, startRuntime } from './rig/runtime.ts';
import { silences, tonality, trim } from './rig/signal.ts';
import { recordingRate, type SoundServer, startSoundServer } from './rig/sound-server.ts';

const model = 'kokoro-v1.0.onnx';

let sound: SoundServer;
let server: ModelServer;
let runtime: Runtime;
let client: LineClient;

/** Only the page's backend: what CI always has. */
async function start(env: Record<string, string> = {}, prepare?: (home: string) => Promise<void>) {
  runtime = await startRuntime({
    args: ['--engine', 'kokoro', '--output', 'device'],
    env: { ...sound.env, ...server.env, SONARA_NATIVE: '/nowhere', ...env },
    prepare,
  });
  client = await runtime.tcp(['state', 'items', 'log']);
  await until(async () => (await get('output')).audible === true);
}

const get = async (key: string) => (await client.request({ type: 'get', key })).value;
const speak = async (text: string, fields = {}) =>
  (await client.request({ type: 'speak', text, ...fields })).item_id as number;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds: () => Promise<boolean>, limitMs = 15_000): Promise<void> {
  for (const end = Date.now() + limitMs; !(await holds()); await wait(30)) {
    if (Date.now() > end) throw new Error('it did not come to that in time');
  }
}

const status = async () =>
  client.events.findLast((event) => event.event === 'state')?.engine_status ?? {};
const ready = () => until(async () => (await status()).ready === true);

/** What is heard while `work` goes on, and a little after. */
async function heard(work: () => Promise<void>): Promise<Float32Array> {
  const recording = sound.record();
  await work();
  await wait(250);
  return recording.stop();
}

describe.skipIf(lacks('sound-server', 'browser'))('Kokoro with a stand-in model', () => {
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterAll(() => sound?.close());
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(async () => {
    await runtime?.stop();
    await server?.close();
  });

  it('speaks after a download that broke, was resumed and checked', async () => {
    server.breakOnce(model);
    await start();
    const { log } = await logOf(async () => {
      // A broken connection is tried again after 30 s; the next start goes on at once.
      await until(async () => (await status()).status === 'waiting');
    });
    expect(log).toContain('waiting');
    const { home } = runtime;
    const part = readFileSync(join(home, 'models/kokoro/v1.0', `${model}.part`));
    expect(part.length).toBeGreaterThan(0);
    await client.request({ type: 'control', action: 'stop' });
    const files = keep(home);
    await runtime.stop();
    await start({}, (fresh) => lay(fresh, files));
    await ready();
    expect(server.requests.findLast(({ file }) => file === model)?.range).toBe(
      `bytes=${part.length}-`,
    );
    const samples = await heard(async () => {
      const end = await client.itemEnd(await speak('The stand in speaks.'));
      expect(end.phase).toBe('finished');
    });
    expect(tonality(samples, recordingRate)).toBeGreaterThan(0.5);
  });

  it('the embedded voice speaks until Kokoro is ready, then Kokoro, and no sentence is lost', async () => {
    server.hold();
    await start();
    await until(async () => (await status()).status === 'downloading');
    expect((await status()).fallback).toBe('onecore');
    const texts = Array.from({ length: 8 }, (_, index) => `This is sentence number ${index + 1}.`);
    const ids: number[] = [];
    const samples = await heard(async () => {
      for (const text of texts) ids.push(await speak(text));
      await client.event((event) => event.event === 'item' && event.phase === 'started');
      server.release();
      await client.itemEnd(ids.at(-1)!, 60_000);
    });
    const ended = client.events
      .filter((event) => event.event === 'item' && event.phase !== 'started')
      .map((event) => [event.item_id, event.phase]);
    expect(ended).toEqual(ids.map((id) => [id, 'finished']));
    const said = trim(samples);
    const early = said.subarray(0, 3 * recordingRate);
    expect(tonality(early, recordingRate)).toBeLessThan(0.45);
    expect(tonality(said.subarray(-2 * recordingRate), recordingRate)).toBeGreaterThan(0.5);
    expect(silences(said, recordingRate, 0.25)).toEqual([]);
  });

  it('a browser that is killed takes both pages with it; the sentence is heard all the same', async () => {
    await start();
    await ready();
    const samples = await heard(async () => {
      const id = await speak(
        'A long sentence, which is being read while the browser is killed by us.',
      );
      await client.event((event) => event.event === 'item' && event.phase === 'started');
      const next = await speak('And the one after it.');
      for (const pid of browsers()) process.kill(pid, 'SIGKILL');
      expect((await client.itemEnd(id, 30_000)).phase).toBe('finished');
      expect((await client.itemEnd(next, 30_000)).phase).toBe('finished');
    });
    expect(tonality(samples, recordingRate)).toBeGreaterThan(0.5);
  });

  it('one browser serves the page that sounds and the one that synthesizes', async () => {
    await start();
    await ready();
    expect(browsers()).toHaveLength(1);
  });

  it('a model that is no ONNX file: the embedded voice speaks, and the status says why', async () => {
    const wrong = new TextEncoder().encode('<html>not a model</html>'.padEnd(4000));
    await start({}, async (home) => {
      const { mkdir, writeFile } = await import('node:fs/promises');
      const folder = join(home, 'models/kokoro/v1.0');
      await mkdir(folder, { recursive: true });
      // An export that the user laid in is used without a pinned hash.
      await writeFile(join(folder, 'model.onnx'), wrong);
    });
    await until(async () => (await status()).status === 'waiting');
    expect((await status()).message).toMatch(/model/);
    const samples = await heard(async () => {
      const end = await client.itemEnd(await speak('The other voice reads this.'));
      expect(end.phase).toBe('finished');
    });
    expect(tonality(samples, recordingRate)).toBeLessThan(0.35);
  });

  it.each([
    ['emoji', 'Look: 🎉🎉🎉'],
    ['a text without a space', 'a'.repeat(700)],
    ['control characters', 'Before\u0000\u0007\u001b after.'],
  ])('%s does not stop the reading', async (_, text) => {
    await start();
    await ready();
    await speak(text);
    const end = await client.itemEnd(await speak('Done.'), 60_000);
    expect(end.phase).toBe('finished');
  });

  it('the backends that were measured are remembered', async () => {
    await start();
    await ready();
    const saved = JSON.parse(readFileSync(join(runtime.home, 'backends.json'), 'utf8'));
    expect(Object.keys(saved.measured)).toEqual(['wasm']);
  });

  it('tells which backend speaks', async () => {
    await start();
    await ready();
    expect((await get('backends')).kokoro.backend).toBe('wasm');
  });
});

/** What the log says meanwhile. */
async function logOf(work: () => Promise<void>): Promise<{ log: string }> {
  await work();
  const folder = join(runtime.home, 'logs');
  return {
    log: readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(''),
  };
}

function browsers(): number[] {
  return descendants(runtime.file.pid).filter(
    (pid) => /headless|chrom/i.test(commandLine(pid)) && !/--type=/.test(commandLine(pid)),
  );
}

/** The model folder's files, to lay into another home. */
function keep(home: string): Map<string, Buffer> {
  const folder = join(home, 'models/kokoro/v1.0');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

async function lay(home: string, files: Map<string, Buffer>): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises');
  const folder = join(home, 'models/kokoro/v1.0');
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
}
