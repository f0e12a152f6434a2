import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { BrowserHost, HostedPage, PageWish } from './browser-host.ts';
import type { Link } from './link.ts';
import { createSynthPage } from './synth-page.ts';

let folder: string;
let wishes: PageWish[];
let address: URL;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-synth-'));
  wishes = [];
  mkdirSync(join(folder, 'page/ort'), { recursive: true });
  writeFileSync(join(folder, 'page/synth.html'), 'the page');
  writeFileSync(join(folder, 'page/ort/ort-wasm-simd-threaded.wasm'), 'the runtime');
  writeFileSync(join(folder, 'model.onnx'), 'the model');
  // Any program is a browser to whoever does not start it.
  vi.stubEnv('SONARA_BROWSER', process.execPath);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Its pages have a socket that says it is ready. */
const host = {
  async open(given: string, wish: PageWish): Promise<HostedPage> {
    wishes.push(wish);
    address = new URL(given);
    const link = `ws://${address.host}/link?ticket=${address.hash.slice(1)}`;
    const socket = new WebSocket(link, { origin: address.origin });
    socket.once('open', () => socket.send('{"type":"ready"}'));
    return {
      pid: 1,
      title: async () => '',
      onGone: () => {},
      close: async () => socket.terminate(),
    };
  },
} as unknown as BrowserHost;

const synth = (hasGpu = true) =>
  createSynthPage({
    page: join(folder, 'page'),
    host,
    probe: {
      device: async () => ({ present: true, env: { PULSE_SERVER: 'unix:/sound' } }),
      heard: async () => null,
    },
    hasGpu: () => hasGpu,
  });

describe('what lacks', () => {
  test('nothing, where there is a browser', () => {
    expect(synth(false).missing(false)).toBeNull();
    expect(synth(true).missing(true)).toBeNull();
  });

  test('a graphics card', () => {
    expect(synth(false).missing(true)).toBe('There is no graphics card here.');
  });

  test('a browser', async () => {
    vi.stubEnv('SONARA_BROWSER', join(folder, 'none'));
    expect(synth().missing(false)).toContain('none, which is not there');
    const opening = synth().open({ model: join(folder, 'model.onnx'), gpu: false });
    await expect(opening).rejects.toThrow('which is not there');
  });
});

describe('the page', () => {
  let link: Link;
  beforeEach(async () => {
    link = await synth().open({ model: join(folder, 'model.onnx'), gpu: true });
  });
  afterEach(() => link.close());

  test('shares the browser of the page that sounds, where it needs no graphics card', () => {
    expect(wishes).toEqual([
      {
        program: process.execPath,
        env: { PULSE_SERVER: 'unix:/sound' },
        gpu: true,
        sounds: false,
      },
    ]);
  });

  test('has itself, the model and the runtime', async () => {
    const get = async (path: string) => (await fetch(new URL(path, address))).text();
    expect(await get('/synth.html')).toBe('the page');
    expect(await get(synth().modelPath)).toBe('the model');
    expect(await get('/ort/ort-wasm-simd-threaded.wasm')).toBe('the runtime');
  });
});

test('a page that is not wanted any more ends at once', async () => {
  const signal = AbortSignal.abort(new Error('ending'));
  const opening = synth().open({ model: join(folder, 'model.onnx'), gpu: false, signal });
  await expect(opening).rejects.toThrow('ending');
  expect(wishes).toEqual([]);
});
