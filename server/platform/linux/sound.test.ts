import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TagReader, TagWriter } from './pulse-tags.ts';
import { createLinuxSound, parseServer, pulseServers } from './sound.ts';

let folder: string;
let path: string;
let server: Server | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-pulse-'));
  path = join(folder, 'native');
});

afterEach(() => {
  server?.close();
  server = null;
  rmSync(folder, { recursive: true });
});

const machine = (names: Record<string, string[]> = {}) => ({
  uid: 1000,
  home: '/home/u',
  list: (directory: string) => names[directory] ?? [],
  isSocket: (file: string) => file === path,
});

/** A sound server with these sinks and streams; `mute` takes connections and says nothing. */
function pulse({
  sinks = [] as string[],
  streams = [] as string[],
  mute = false,
  refuses = false,
}): Promise<void> {
  server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      while (received.length >= 20 && received.length >= 20 + received.readUInt32BE(0)) {
        const length = received.readUInt32BE(0);
        const values = new TagReader(received.subarray(20, 20 + length)).values();
        received = received.subarray(20 + length);
        const command = values.next().value;
        const out = new TagWriter().u32(refuses ? 0 : 2).u32(values.next().value as number);
        if (command === 22) {
          sinks.forEach((name, index) =>
            out.u32(index).string(name).string('A sink').properties({ 'device.class': 'x' }),
          );
        }
        if (command === 30) {
          streams.forEach((name, index) =>
            out.u32(index).string('Playback').properties({ 'application.name': name }),
          );
        }
        const body = out.done();
        const head = Buffer.alloc(20);
        head.writeUInt32BE(body.length);
        // In two pieces, as a socket may deliver it.
        if (!mute) {
          socket.write(head.subarray(0, 7));
          socket.write(Buffer.concat([head.subarray(7), body]));
        }
      }
    });
  });
  return new Promise((resolve) => server?.listen(path, resolve));
}

const env = (): Record<string, string> => ({ PULSE_SERVER: `unix:${path}` });

describe('the device', () => {
  test('is there when the server has a real sink', async () => {
    await pulse({ sinks: ['auto_null', 'alsa_output.pci'] });
    const device = await createLinuxSound(env(), machine()).device();
    expect(device).toEqual({ present: true, env: { PULSE_SERVER: `unix:${path}` } });
  });

  test('is not there when the only sink is the dummy', async () => {
    await pulse({ sinks: ['auto_null'] });
    const device = await createLinuxSound(env(), machine()).device();
    expect(device.present).toBe(false);
    expect(device.reason).toContain('no sound card');
  });

  test('is none when the server does not answer: nothing is heard then', async () => {
    await pulse({ mute: true });
    const sound = createLinuxSound(env(), machine());
    const device = await sound.device();
    expect(device.present).toBe(false);
    expect(device.reason).toContain('does not answer');
    expect(await sound.heard('Sonara')).toBe(false);
  });

  test('may be there when the server does not let us in', async () => {
    await pulse({ refuses: true });
    const sound = createLinuxSound(env(), machine());
    expect((await sound.device()).present).toBe(true);
    expect(await sound.heard('Sonara')).toBeNull();
  });

  test('is ALSA’s when no server runs', async () => {
    const alsa = machine({ '/dev/snd': ['controlC0', 'pcmC0D0c', 'pcmC0D0p'] });
    expect(await createLinuxSound(env(), alsa).device()).toEqual({ present: true, env: {} });
    const none = await createLinuxSound(
      env(),
      machine({ '/dev/snd': ['pcmC0D0c', 'seq'] }),
    ).device();
    expect(none.present).toBe(false);
    expect(none.reason).toContain('no sound device');
  });
});

test('a stream is found by the name of its program', async () => {
  await pulse({ streams: ['Music', 'Sonara'] });
  const sound = createLinuxSound(env(), machine());
  expect(await sound.heard('Sonara')).toBe(true);
  expect(await sound.heard('Other')).toBe(false);
  server?.close();
  server = null;
});

test('without a server nothing is heard, but of an ALSA device nothing is known', async () => {
  expect(await createLinuxSound(env(), machine()).heard('Sonara')).toBe(false);
  const alsa = machine({ '/dev/snd': ['pcmC0D0p'] });
  expect(await createLinuxSound(env(), alsa).heard('Sonara')).toBeNull();
});

describe('the places of a server', () => {
  test('the session’s socket is found, and named for the browser', () => {
    path = '/run/user/1000/pulse/native';
    expect([...pulseServers({}, machine())]).toEqual([
      { address: { path }, server: `unix:${path}` },
    ]);
    path = '/home/u/.config/pulse/0123-runtime/native';
    const names = { '/home/u/.config/pulse': ['cookie', '0123-runtime'] };
    expect([...pulseServers({}, machine(names))].map(({ server }) => server)).toEqual([
      `unix:${path}`,
    ]);
    path = join(folder, 'native');
  });

  test.each([
    ['unix:/a/b', { path: '/a/b' }],
    ['{0f3e}unix:/a/b', { path: '/a/b' }],
    ['/a/b', { path: '/a/b' }],
    ['tcp:host:4000', { host: 'host', port: 4000 }],
    ['host', { host: 'host', port: 4713 }],
    ['tcp6:[::1]:9', { host: '::1', port: 9 }],
    ['', null],
  ])('%s', (word, address) => expect(parseServer(word)).toEqual(address));
});
