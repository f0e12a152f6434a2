/** One file from a server that misbehaves in every way a server can. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../../runtime/clock.ts';
import { downloadFile } from './download.ts';
import { realFileSystem } from './file-system.ts';
import { type ModelServer, say, startModelServer } from './fixtures/servers.ts';
import { bytes, contents, failureOf, model, until } from './fixtures/world.ts';
import { createHttpGet } from './http-get.ts';

const file = model.files[0]!;
const { name } = file;
const content = contents['kokoro-v1.0.onnx'];
const size = content.length;
const half = 300_000;
const restHeaders = {
  'content-range': `bytes ${half}-${size - 1}/${size}`,
  'content-length': size - half,
};

let folder: string;
let path: string;
let part: string;
let server: ModelServer;
let clock: SimulatedClock;
let done: number;
let starts: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-download-'));
  path = join(folder, name);
  part = `${path}.part`;
  server = await startModelServer(contents);
  clock = new SimulatedClock();
  done = 0;
  starts = [];
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const download = (signal = new AbortController().signal) =>
  downloadFile({
    file,
    url: new URL(`${server.url}/${name}`),
    path,
    get: createHttpGet({ clock, env: {} }),
    fs: realFileSystem,
    signal,
    onStart: (offset) => starts.push(offset),
    onBytes: (bytes) => (done = bytes),
  });

describe('a good server', () => {
  test('the file arrives whole', async () => {
    await download();
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test('no part is left', async () => {
    await download();
    expect(existsSync(part)).toBe(false);
  });

  test('only the user may read the file', async () => {
    await download();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('the file replaces a wrong one', async () => {
    writeFileSync(path, 'wrong');
    await download();
    expect(statSync(path).size).toBe(size);
  });

  test('a first request asks for no range', async () => {
    await download();
    expect(server.asked).toEqual([`GET /${name}`]);
  });

  test('a part is gone on with', async () => {
    writeFileSync(part, content.subarray(0, half));
    await download();
    expect(server.asked).toEqual([`GET /${name} bytes=${half}-`]);
  });

  test('a part and the rest are the whole', async () => {
    writeFileSync(part, content.subarray(0, half));
    await download();
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test('the start of a resumed download tells from where', async () => {
    writeFileSync(part, content.subarray(0, half));
    await download();
    expect(starts).toEqual([half]);
  });

  test('a complete part is not fetched again', async () => {
    writeFileSync(part, content);
    await download();
    expect([server.asked, existsSync(path)]).toEqual([[], true]);
  });

  test('a complete part with wrong bytes is fetched anew', async () => {
    writeFileSync(part, bytes(size, 7));
    await download();
    expect([server.asked, readFileSync(path).equals(content)]).toEqual([[`GET /${name}`], true]);
  });

  test('a part that is too long is fetched anew', async () => {
    writeFileSync(part, Buffer.concat([content, content]));
    await download();
    expect([server.asked, readFileSync(path).equals(content)]).toEqual([[`GET /${name}`], true]);
  });
});

describe('ranges', () => {
  beforeEach(() => writeFileSync(part, content.subarray(0, half)));

  test('a server without ranges sends all, and all is taken', async () => {
    server.script.push(say(200, { 'content-length': size }, content));
    await download();
    expect([starts, readFileSync(path).equals(content)]).toEqual([[0], true]);
  });

  test.each([
    ['another first byte', { ...restHeaders, 'content-range': `bytes 0-${size - 1}/${size}` }],
    ['another last byte', { ...restHeaders, 'content-range': `bytes ${half}-${size}/${size}` }],
    ['another total', { ...restHeaders, 'content-range': `bytes ${half}-${size - 1}/9` }],
    ['no range', { 'content-length': size - half }],
    ['nonsense', { ...restHeaders, 'content-range': 'half' }],
    ['another length', { ...restHeaders, 'content-length': 5 }],
    ['an encoding', { ...restHeaders, 'content-encoding': 'gzip' }],
  ])('a 206 with %s starts over', async (_what, headers) => {
    server.script.push(say(206, headers, 'wrong'));
    await download();
    expect(server.asked).toEqual([`GET /${name} bytes=${half}-`, `GET /${name}`]);
  });

  test('a 206 with an unknown total is right', async () => {
    const headers = { 'content-range': `bytes ${half}-${size - 1}/*` };
    server.script.push(say(206, headers, content.subarray(half)));
    await download();
    expect(starts).toEqual([half]);
  });

  test('a 416 starts over', async () => {
    server.script.push(say(416, {}));
    await download();
    expect([server.asked.length, readFileSync(path).equals(content)]).toEqual([2, true]);
  });

  test('it starts over once', async () => {
    server.script.push(say(416, {}), say(416, {}));
    await expect(download()).rejects.toThrow(`${server.host} answered 416 for ${name}`);
  });

  test('a server in trouble does not cost the part', async () => {
    server.script.push(say(503, {}));
    await download().catch(() => {});
    expect(statSync(part).size).toBe(half);
  });

  test('a part that was of something else is found out at the end', async () => {
    writeFileSync(part, bytes(half, 7));
    await expect(download()).rejects.toThrow('its SHA-256 differs');
  });
});

describe('wrong content', () => {
  test('wrong bytes are refused', async () => {
    server.script.push(say(200, { 'content-length': size }, bytes(size, 7)));
    await expect(download()).rejects.toThrow(
      `${server.host} has another ${name}: its SHA-256 differs`,
    );
  });

  test('wrong bytes are deleted', async () => {
    server.script.push(say(200, { 'content-length': size }, bytes(size, 7)));
    await download().catch(() => {});
    expect([existsSync(part), existsSync(path)]).toEqual([false, false]);
  });

  test('too many bytes are refused', async () => {
    server.script.push(say(200, {}, bytes(size + 1)));
    await expect(download()).rejects.toThrow(`more than ${size} bytes`);
  });

  test('of too many bytes none is kept', async () => {
    server.script.push(say(200, {}, bytes(size + 1)));
    await download().catch(() => {});
    expect(existsSync(part)).toBe(false);
  });

  test('too few bytes are refused', async () => {
    server.script.push(say(200, {}, content.subarray(0, half)));
    await expect(download()).rejects.toThrow(`ended ${name} after ${half} of ${size} bytes`);
  });

  test('a short answer without a length may be anything: it is deleted', async () => {
    server.script.push(say(200, {}, '<html>log in</html>'));
    await download().catch(() => {});
    expect(existsSync(part)).toBe(false);
  });

  test('a rest that is too short stays', async () => {
    writeFileSync(part, content.subarray(0, half));
    const headers = { 'content-range': restHeaders['content-range'] };
    server.script.push(say(206, headers, content.subarray(half, half + 1000)));
    await download().catch(() => {});
    expect(statSync(part).size).toBe(half + 1000);
  });

  test('another length is refused before a byte is taken', async () => {
    server.script.push(say(200, { 'content-length': 5 }, 'hello'));
    await expect(download()).rejects.toThrow(
      `${server.host} has another ${name}: 5 bytes, not ${size}`,
    );
  });

  test('a length that lies is a broken connection', async () => {
    server.script.push(say(200, { 'content-length': size }, content.subarray(0, half), 'die'));
    await expect(download()).rejects.toThrow(`the connection to ${server.host} broke off`);
  });

  test('bytes past the length are never taken', async () => {
    server.script.push((_request, response) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`;
      response.socket!.write(Buffer.concat([Buffer.from(head), content, content]));
    });
    await download();
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test('an encoding is refused', async () => {
    server.script.push(say(200, { 'content-encoding': 'gzip' }, 'zipped'));
    await expect(download()).rejects.toThrow('in an encoding nobody asked for');
  });

  test.each([204, 206, 404, 416, 500])('%i without a range is refused', async (status) => {
    server.script.push(say(status, {}));
    await expect(download()).rejects.toThrow(`${server.host} answered ${status} for ${name}`);
  });
});

describe('breaking off', () => {
  /** Half of it comes before the connection dies. */
  async function dieHalfWay(): Promise<void> {
    let die = () => {};
    server.script.push((request, response) => {
      say(200, { 'content-length': size }, content.subarray(0, half), 'stall')(request, response);
      die = () => response.socket!.destroy();
    });
    const failed = download().catch(() => {});
    await until(() => done === half);
    die();
    await failed;
  }

  test('what came before a connection died stays', async () => {
    await dieHalfWay();
    expect(readFileSync(part).equals(content.subarray(0, half))).toBe(true);
  });

  test('after that only the rest is asked for', async () => {
    await dieHalfWay();
    await download();
    expect(server.asked[1]).toBe(`GET /${name} bytes=${half}-`);
  });

  test('both together are the file', async () => {
    await dieHalfWay();
    await download();
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  test('30 s without a byte end it', async () => {
    server.script.push(say(200, { 'content-length': size }, content.subarray(0, half), 'stall'));
    const failure = failureOf(download());
    await until(() => done === half);
    clock.advance(30_000);
    expect((await failure).message).toContain(`${server.host} sent nothing for 30 s`);
  });

  test('29 s without a byte do not', async () => {
    let more = () => {};
    server.script.push((request, response) => {
      say(200, { 'content-length': size }, content.subarray(0, half), 'stall')(request, response);
      more = () => response.end(content.subarray(half));
    });
    const downloaded = download();
    await until(() => done === half);
    clock.advance(29_999);
    more();
    await downloaded;
    expect(existsSync(path)).toBe(true);
  });

  test('every byte begins the 30 s anew', async () => {
    let more = (_to: number) => {};
    server.script.push((request, response) => {
      say(200, { 'content-length': size }, content.subarray(0, half), 'stall')(request, response);
      more = (to) => response.write(content.subarray(done, to));
    });
    const downloaded = download();
    for (const next of [half, half + 10, half + 20, size]) {
      if (next > half) more(next);
      await until(() => done === next);
      clock.advance(20_000);
    }
    await downloaded;
    expect(existsSync(path)).toBe(true);
  });

  test('an abort ends it with its reason', async () => {
    server.script.push(say(200, { 'content-length': size }, content.subarray(0, half), 'stall'));
    const controller = new AbortController();
    const failure = failureOf(download(controller.signal));
    await until(() => done === half);
    controller.abort(new Error('enough'));
    expect((await failure).message).toBe('enough');
  });

  test('an abort keeps what came', async () => {
    server.script.push(say(200, { 'content-length': size }, content.subarray(0, half), 'stall'));
    const controller = new AbortController();
    const ending = download(controller.signal).catch(() => {});
    await until(() => done === half);
    controller.abort(new Error('enough'));
    await ending;
    expect(statSync(part).size).toBe(half);
  });
});
