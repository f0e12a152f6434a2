import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from './file-system.ts';
import { say, serve } from './fixtures/servers.ts';
import {
  contents,
  createWorld,
  model,
  reaches,
  sha256,
  until,
  type World,
} from './fixtures/world.ts';
import type { Provisioner } from './provisioner.ts';

const [onnx, voices] = model.files.map((file) => file.name) as [string, string];
const total = model.files.reduce((all, file) => all + file.bytes, 0);
const size = model.files[0]!.bytes;
const first = contents['kokoro-v1.0.onnx'];

let world: World;
beforeEach(async () => (world = await createWorld()));
afterEach(() => world.close());

const path = (name: string) => join(world.folder, name);
function lay(name: string, content: Buffer | string): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), content);
}
const layBoth = () => Object.entries(contents).forEach(([name, content]) => lay(name, content));
const verified = () => JSON.parse(readFileSync(path('verified.json'), 'utf8')) as object;

/** Opens nothing: whoever uses it must not hash. */
function noReading(): { fs: FileSystem; opened: string[] } {
  const opened: string[] = [];
  const open = ((file: string, ...rest: []) => {
    opened.push(file);
    return realFileSystem.open(file, ...rest);
  }) as FileSystem['open'];
  return { fs: { ...realFileSystem, open }, opened };
}

describe('an empty home', () => {
  test('both files arrive', async () => {
    await reaches(world.start(), 'ready');
    const arrived = [onnx, voices].map((name) => sha256(readFileSync(path(name))));
    expect(arrived).toEqual(model.files.map((file) => file.sha256));
  });

  test('ready names them', async () => {
    const { files } = await reaches(world.start(), 'ready');
    expect(files).toEqual({ model: path(onnx), voices: path(voices) });
  });

  test('each is asked for once, by its name below the base URL', async () => {
    await reaches(world.start(), 'ready');
    expect(world.server.asked).toEqual([`GET /${onnx}`, `GET /${voices}`]);
  });

  test('another start changes nothing', async () => {
    const provisioner = world.start();
    provisioner.start();
    await reaches(provisioner, 'ready');
    let told = 0;
    provisioner.onState(() => (told += 1));
    provisioner.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toBe(0);
  });

  test('no timer is left', async () => {
    await reaches(world.start(), 'ready');
    expect(world.clock.armed).toBe(0);
  });

  test('only the user may look into the folders', async () => {
    await reaches(world.start(), 'ready');
    const folders = [world.folder, dirname(world.folder), dirname(dirname(world.folder))];
    expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  test('only the user may read verified.json', async () => {
    await reaches(world.start(), 'ready');
    expect(statSync(path('verified.json')).mode & 0o777).toBe(0o600);
  });

  test('the log says what was done', async () => {
    await reaches(world.start(), 'ready');
    expect(world.log).toEqual([
      `model kokoro: downloading ${onnx}`,
      `model kokoro: downloaded ${onnx}`,
      `model kokoro: downloading ${voices}`,
      `model kokoro: downloaded ${voices}`,
    ]);
  });

  test('the variable names the mirror', async () => {
    const env = { SONARA_MODEL_BASE_URL: `${world.server.url}/mirror/` };
    await reaches(world.start({ baseUrl: undefined, env }), 'ready');
    expect(world.server.asked[0]).toBe(`GET /mirror/${onnx}`);
  });

  test('a model of another size, as a manifest on this machine says', async () => {
    const text = Buffer.from('small');
    const small = model.files.map(({ name }) => ({ name, bytes: 5, sha256: sha256(text) }));
    lay('../manifest.json', JSON.stringify({ files: small }));
    world.server.script.push(say(200, {}, text), say(200, {}, text));
    const env = { SONARA_MODEL_MANIFEST: path('../manifest.json') };
    await reaches(world.start({ env }), 'ready');
    expect(readFileSync(path(onnx), 'utf8')).toBe('small');
  });
});

describe('the state', () => {
  test('begins with checking', () => {
    expect(world.start().state()).toEqual({ status: 'checking' });
  });

  test('goes from downloading to ready', async () => {
    const provisioner = world.start();
    const seen: string[] = [];
    provisioner.onState(() => seen.push(provisioner.state().status));
    await reaches(provisioner, 'ready');
    expect([...new Set(seen)]).toEqual(['checking', 'downloading', 'ready']);
  });

  test('counts the bytes over both files', async () => {
    world.server.script.push(
      say(200, { 'content-length': size }, first.subarray(0, 1000), 'stall'),
    );
    const provisioner = world.start();
    await until(() => doneOf(provisioner) === 1000);
    expect(provisioner.state()).toEqual({ status: 'downloading', done: 1000, total });
  });

  test('counts what was there before', async () => {
    lay(onnx, first);
    const stalled = say(200, { 'content-length': 90_000 }, Buffer.alloc(1000), 'stall');
    world.server.script.push(stalled);
    const provisioner = world.start();
    await until(() => doneOf(provisioner) === size + 1000);
    expect(provisioner.state()).toEqual({ status: 'downloading', done: size + 1000, total });
  });

  test('counts what came before a restart', async () => {
    lay(`${onnx}.part`, first.subarray(0, 5000));
    const headers = { 'content-range': `bytes 5000-${size - 1}/${size}` };
    world.server.script.push(say(206, headers, '', 'stall'));
    const provisioner = world.start();
    await until(() => doneOf(provisioner) === 5000);
    expect(world.log).toEqual([`model kokoro: downloading ${onnx} from byte 5000 on`]);
  });

  test('of bytes it tells four times a second at most', async () => {
    let more = () => {};
    world.server.script.push((request, response) => {
      say(200, { 'content-length': size }, 'x', 'stall')(request, response);
      more = () => response.write('x');
    });
    const provisioner = world.start();
    await until(() => doneOf(provisioner) === 1);
    let told = 0;
    provisioner.onState(() => (told += 1));
    for (let done = 2; done <= 41; done += 1) {
      more();
      await until(() => doneOf(provisioner) === done);
      world.clock.advance(25);
    }
    expect(told).toBe(4);
  });

  test('a listener can leave', async () => {
    const provisioner = world.start();
    let told = 0;
    provisioner.onState(() => (told += 1))();
    await reaches(provisioner, 'ready');
    expect(told).toBe(0);
  });
});

describe('files that are there', () => {
  test('laid in by hand they are used', async () => {
    layBoth();
    const { files } = await reaches(world.start(), 'ready');
    expect(files).toEqual({ model: path(onnx), voices: path(voices) });
  });

  test('nothing is downloaded then', async () => {
    layBoth();
    await reaches(world.start(), 'ready');
    expect(world.server.asked).toEqual([]);
  });

  test('they are checked', async () => {
    layBoth();
    await reaches(world.start(), 'ready');
    expect(world.log).toEqual([`model kokoro: checked ${onnx}`, `model kokoro: checked ${voices}`]);
  });

  test('even a base URL that is refused does no harm', async () => {
    layBoth();
    const provisioner = world.start({ baseUrl: 'http://mirror.example' });
    expect((await reaches(provisioner, 'ready')).status).toBe('ready');
  });

  test.each([
    ['downloaded', async () => void (await reaches(world.start(), 'ready'))],
    [
      'laid in',
      async () => {
        layBoth();
        await reaches(world.start(), 'ready');
      },
    ],
  ])('%s and checked once, they are not read again', async (_how, before) => {
    await before();
    const { fs, opened } = noReading();
    await reaches(world.start({ fs }), 'ready');
    expect(opened).toEqual([]);
  });

  test('verified.json names size and time', async () => {
    layBoth();
    await reaches(world.start(), 'ready');
    const { mtimeMs } = statSync(path(onnx));
    expect(verified()).toMatchObject({ [onnx]: { bytes: size, mtime_ms: mtimeMs } });
  });

  test('another time has a file read again', async () => {
    layBoth();
    await reaches(world.start(), 'ready');
    utimesSync(path(onnx), 1, 1);
    const { fs, opened } = noReading();
    await reaches(world.start({ fs }), 'ready');
    expect(opened).toEqual([path(onnx)]);
  });

  test('another pinned hash has a file read again', async () => {
    layBoth();
    await reaches(world.start(), 'ready');
    const files = model.files.map((file) => ({ ...file, sha256: '00'.repeat(32) }));
    const provisioner = world.start({ model: { ...model, files } });
    await reaches(provisioner, 'waiting');
    expect(world.server.asked).toEqual([`GET /${onnx}`]);
  });

  test.each(['', 'nonsense', '[]', 'null', '{"kokoro-v1.0.onnx": 5}'])(
    'a verified.json of %j counts as none',
    async (text) => {
      layBoth();
      lay('verified.json', text);
      await reaches(world.start(), 'ready');
      expect(world.log.length).toBe(2);
    },
  );

  test('wrong bytes of the right size are replaced', async () => {
    layBoth();
    lay(onnx, Buffer.alloc(size));
    await reaches(world.start(), 'ready');
    expect(sha256(readFileSync(path(onnx)))).toBe(model.files[0]!.sha256);
  });

  test('a wrong size is not even read', async () => {
    layBoth();
    lay(onnx, 'wrong');
    const { fs, opened } = noReading();
    await reaches(world.start({ fs }), 'ready');
    expect(opened).not.toContain(path(onnx));
  });

  test('the log tells of a wrong file', async () => {
    layBoth();
    lay(voices, 'wrong');
    await reaches(world.start(), 'ready');
    expect(world.log).toContain(`model kokoro: ${voices} is not the pinned file and is not used`);
  });

  test('only what is missing is downloaded', async () => {
    lay(onnx, first);
    await reaches(world.start(), 'ready');
    expect(world.server.asked).toEqual([`GET /${voices}`]);
  });
});

describe('an export laid in by hand', () => {
  test.each(['model.onnx', join('onnx', 'model.onnx')])('%s is the model', async (name) => {
    lay(name, 'exported');
    const { files } = await reaches(world.start(), 'ready');
    expect(files).toEqual({ model: path(name), voices: path(voices) });
  });

  test('only the voices are downloaded', async () => {
    lay('model.onnx', 'exported');
    await reaches(world.start(), 'ready');
    expect(world.server.asked).toEqual([`GET /${voices}`]);
  });

  test('voices beside it are enough', async () => {
    lay('model.onnx', 'exported');
    lay('voices/af_heart.bin', 'voice');
    const { files } = await reaches(world.start(), 'ready');
    expect([files, world.server.asked]).toEqual([{ model: path('model.onnx'), voices: null }, []]);
  });

  test('the pinned voices come before those', async () => {
    lay('model.onnx', 'exported');
    lay('voices/af_heart.bin', 'voice');
    lay(voices, contents['voices-v1.0.bin']);
    expect((await reaches(world.start(), 'ready')).files.voices).toBe(path(voices));
  });

  test('a folder without voices is none', async () => {
    lay('model.onnx', 'exported');
    lay('voices/readme.md', 'nothing');
    expect((await reaches(world.start(), 'ready')).files.voices).toBe(path(voices));
  });

  test('the pinned model comes before it', async () => {
    layBoth();
    lay('model.onnx', 'exported');
    expect((await reaches(world.start(), 'ready')).files.model).toBe(path(onnx));
  });

  test('an empty one is none', async () => {
    lay('model.onnx', '');
    expect((await reaches(world.start(), 'ready')).files.model).toBe(path(onnx));
  });
});

describe('a failed download', () => {
  const trouble = say(503, {});

  test('waits 30 s', async () => {
    world.server.script.push(trouble);
    const state = await reaches(world.start(), 'waiting');
    expect(state).toEqual({
      status: 'waiting',
      message: `${world.server.host} answered 503 for ${onnx}`,
      retryAt: 30_000,
    });
  });

  test('is in the log', async () => {
    world.server.script.push(trouble);
    await reaches(world.start(), 'waiting');
    expect(world.log).toEqual([
      `model kokoro: ${world.server.host} answered 503 for ${onnx}; trying again in 30 s`,
    ]);
  });

  test('is not retried before', async () => {
    world.server.script.push(trouble);
    const provisioner = world.start();
    await reaches(provisioner, 'waiting');
    world.clock.advance(29_999);
    provisioner.start();
    expect([provisioner.state().status, world.server.asked.length]).toEqual(['waiting', 1]);
  });

  test('is retried then', async () => {
    world.server.script.push(trouble);
    const provisioner = world.start();
    await reaches(provisioner, 'waiting');
    world.clock.advance(30_000);
    expect((await reaches(provisioner, 'ready')).status).toBe('ready');
  });

  test('waits twice as long each time, up to 30 minutes', async () => {
    world.server.script.push(...Array.from({ length: 9 }, () => trouble));
    const provisioner = world.start();
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      await until(() => world.server.asked.length === n + 1);
      const { retryAt } = await reaches(provisioner, 'waiting');
      waits.push((retryAt - world.clock.now()) / 1000);
      world.clock.advance(retryAt - world.clock.now());
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800, 1800]);
  });

  test('of the second file waits 30 s again', async () => {
    world.server.script.push(trouble, trouble, serve(contents), trouble);
    const provisioner = world.start();
    await reaches(provisioner, 'waiting');
    world.clock.advance(30_000);
    await until(() => world.server.asked.length === 2);
    await reaches(provisioner, 'waiting');
    world.clock.advance(60_000);
    await until(() => world.server.asked.length === 4);
    const { retryAt } = await reaches(provisioner, 'waiting');
    expect(retryAt).toBe(90_000 + 30_000);
  });

  test.each([
    ['http://mirror.example', 'SONARA_MODEL_BASE_URL must be https, or http on this machine'],
    ['mirror', 'SONARA_MODEL_BASE_URL is not a URL'],
  ])('since %s is no place', async (baseUrl, message) => {
    expect(await reaches(world.start({ baseUrl }), 'waiting')).toMatchObject({ message });
  });

  test('since the proxy cannot be used: the message holds no password', async () => {
    const env = { HTTP_PROXY: 'socks5://name:secret@p:1' };
    expect(await reaches(world.start({ env }), 'waiting')).toMatchObject({
      message: 'HTTP_PROXY names a proxy of another kind than http or https',
    });
  });

  test('a part of it is gone on with by the next runtime', async () => {
    await closedHalfWay();
    await reaches(world.start(), 'ready');
    expect(world.server.asked[1]).toBe(`GET /${onnx} bytes=1000-`);
  });
});

/** A runtime that ends in the middle of the first file. */
async function closedHalfWay(): Promise<Provisioner> {
  world.server.script.push(say(200, { 'content-length': size }, first.subarray(0, 1000), 'stall'));
  const provisioner = world.start();
  await until(() => doneOf(provisioner) === 1000);
  await provisioner.close();
  return provisioner;
}

describe('close', () => {
  test('leaves the part', async () => {
    await closedHalfWay();
    expect(statSync(path(`${onnx}.part`)).size).toBe(1000);
  });

  test('is no failure', async () => {
    await closedHalfWay();
    expect(world.log).toEqual([`model kokoro: downloading ${onnx}`]);
  });

  test('ends the waiting', async () => {
    world.server.script.push(say(503, {}));
    const provisioner = world.start();
    await reaches(provisioner, 'waiting');
    await provisioner.close();
    expect(world.clock.armed).toBe(0);
  });

  test('is possible twice', async () => {
    const provisioner = world.start();
    await provisioner.close();
    await expect(provisioner.close()).resolves.toBeUndefined();
  });
});

describe('reject', () => {
  async function rejected(file: string): Promise<Provisioner> {
    const provisioner = world.start();
    await reaches(provisioner, 'ready');
    provisioner.reject(file, 'it does not load');
    return provisioner;
  }

  test('waits as after a failure', async () => {
    layBoth();
    const provisioner = await rejected(path(onnx));
    expect(provisioner.state()).toEqual({
      status: 'waiting',
      message: `${onnx} cannot be used: it does not load`,
      retryAt: 30_000,
    });
  });

  test('a file that is right after all is ready again, unloaded', async () => {
    layBoth();
    const provisioner = await rejected(path(onnx));
    world.clock.advance(30_000);
    await reaches(provisioner, 'ready');
    expect(world.server.asked).toEqual([]);
  });

  test('it is read again for that', async () => {
    layBoth();
    const provisioner = await rejected(path(onnx));
    world.log.length = 0;
    world.clock.advance(30_000);
    await reaches(provisioner, 'ready');
    expect(world.log).toEqual([`model kokoro: checked ${onnx}`]);
  });

  test('the next time it waits twice as long', async () => {
    layBoth();
    const provisioner = await rejected(path(onnx));
    world.clock.advance(30_000);
    await reaches(provisioner, 'ready');
    provisioner.reject(path(onnx), 'it does not load');
    expect(provisioner.state()).toMatchObject({ retryAt: 30_000 + 60_000 });
  });

  test('a file that changed behind its size and time is downloaded', async () => {
    layBoth();
    const provisioner = world.start();
    await reaches(provisioner, 'ready');
    const { atimeMs, mtimeMs } = statSync(path(onnx));
    lay(onnx, Buffer.alloc(size));
    utimesSync(path(onnx), atimeMs / 1000, mtimeMs / 1000);
    provisioner.reject(path(onnx), 'it does not load');
    world.clock.advance(30_000);
    await reaches(provisioner, 'ready');
    expect(world.server.asked).toEqual([`GET /${onnx}`]);
  });

  test('an export is given up for the pinned model', async () => {
    lay('model.onnx', 'exported');
    const provisioner = await rejected(path('model.onnx'));
    world.clock.advance(30_000);
    expect((await reaches(provisioner, 'ready')).files.model).toBe(path(onnx));
  });

  test('an export is not deleted', async () => {
    lay('model.onnx', 'exported');
    await rejected(path('model.onnx'));
    expect(existsSync(path('model.onnx'))).toBe(true);
  });

  test('the next runtime does not try that export', async () => {
    lay('model.onnx', 'exported');
    await (await rejected(path('model.onnx'))).close();
    const { files } = await reaches(world.start(), 'ready');
    expect(files.model).toBe(path(onnx));
  });

  test('another export is tried', async () => {
    lay('model.onnx', 'exported');
    await (await rejected(path('model.onnx'))).close();
    lay('model.onnx', 'exported better');
    const { files } = await reaches(world.start(), 'ready');
    expect(files.model).toBe(path('model.onnx'));
  });
});

function doneOf(provisioner: Provisioner): number {
  const state = provisioner.state();
  return state.status === 'downloading' ? state.done : -1;
}
