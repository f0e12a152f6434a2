/** Clips, a device that slept, devices that change: through a real browser into a real sound server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { output as outputOf } from '../../e2e/rig/child.ts';
import { lacks } from '../../e2e/rig/parts.ts';
import { dominantFrequency, onset, rms } from '../../e2e/rig/signal.ts';
import { type SoundServer, recordingRate, startSoundServer } from '../../e2e/rig/sound-server.ts';
import { BrowserHost } from '../page-link/browser-host.ts';
import { createHiddenPage } from '../page-link/hidden-page.ts';
import { createLinuxSound } from '../platform/linux/sound.ts';
import { realClock } from '../runtime/clock.ts';
import { DeviceOutput } from './device-output.ts';
import { createNullOutput } from './null-output.ts';

const RATE = recordingRate;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sonara-mixing-'));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let sound: SoundServer;
let output: DeviceOutput;
let log: string[] = [];
let next = 1;

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 8000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within 8 s: ${what}`);
    await wait(5);
  }
}

/** Rises and falls within 20 ms. */
const sine = (hz: number, seconds: number, level = 0.3): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const edge = Math.min(1, i / 960, (seconds * RATE - i) / 960);
    return level * edge * Math.sin((2 * Math.PI * hz * i) / RATE);
  });

function play(samples: Float32Array): number {
  const id = next++;
  output.begin(id, { item: 1, chunk: 0 });
  output.write(id, { sampleRate: RATE, samples });
  output.end(id);
  return id;
}

const ended = (id: number): Promise<void> =>
  until(() => log.includes(`ended ${id}`), `the end of play ${id}`);

/** Level of the tone of `hz`, as the amplitude of a sine. */
function levelOf(samples: Float32Array, hz: number): number {
  let re = 0;
  let im = 0;
  samples.forEach((value, i) => {
    re += value * Math.cos((2 * Math.PI * hz * i) / RATE);
    im += value * Math.sin((2 * Math.PI * hz * i) / RATE);
  });
  return (2 * Math.hypot(re, im)) / samples.length;
}

describe.skipIf(lacks('sound-server', 'browser'))('a real sound server', () => {
  beforeAll(async () => {
    sound = await startSoundServer();
    const hidden = createHiddenPage(
      {
        page: join(dist, 'page'),
        host: new BrowserHost({
          playwright: join(dist, 'playwright'),
          profile: join(folder, 'browser'),
        }),
      },
      createLinuxSound({ ...process.env, ...sound.env }),
    );
    output = new DeviceOutput({
      clock: realClock,
      idleMs: null,
      silent: () => createNullOutput(realClock),
      hiddenPage: hidden,
    });
    output.open({
      started: (id) => log.push(`started ${id}`),
      ended: (id) => log.push(`ended ${id}`),
      notice: (message) => log.push(`notice ${message}`),
      lost: () => log.push('lost'),
    });
    await until(() => output.status().audible, 'the page');
  });
  beforeEach(() => (log = []));
  afterAll(async () => {
    await output?.close();
    await sound?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('clips are heard with speech, which keeps its level, and without it', async () => {
    const recording = sound.record();
    const id = play(sine(400, 1));
    await until(() => log.includes(`started ${id}`), 'the start');
    await wait(300);
    output.clip(sine(1500, 0.3, 0.2), RATE, { onEnd: () => log.push('clip 1') });
    output.clip(sine(2500, 0.3, 0.2), RATE, { gain: 0.5, onEnd: () => log.push('clip 2') });
    await ended(id);
    const both = await recording.stop();
    expect(log).toEqual([`started ${id}`, 'clip 1', 'clip 2', `ended ${id}`]);
    const from = onset(both)!;
    const part = both.subarray(from + 0.1 * RATE, from + 0.9 * RATE);
    const windows = Array.from({ length: 16 }, (_, n) => part.subarray(n * 2400, (n + 1) * 2400));
    const most = (hz: number): number => Math.max(...windows.map((each) => levelOf(each, hz)));
    for (const each of windows) expect(levelOf(each, 400)).toBeCloseTo(0.3, 1);
    expect(most(1500)).toBeCloseTo(0.2, 1);
    expect(most(2500)).toBeCloseTo(0.1, 1);

    const alone = sound.record();
    output.clip(sine(1500, 0.3), RATE, { onEnd: () => log.push('clip 3') });
    await until(() => log.includes('clip 3'), 'the end of the clip');
    expect(dominantFrequency(await alone.stop(), RATE)).toBe(1500);
  });

  test('a device that slept gives the first samples, and all of them', async () => {
    const samples = sine(300, 0.5);
    samples.fill(0.6, 0, 48);
    samples.fill(0.6, samples.length - 48);
    for (let round = 0; round < 2; round++) {
      // Longer than the context runs on with nothing to sound.
      await wait(2000);
      const recording = sound.record();
      const began = performance.now();
      const id = play(samples.slice());
      await until(() => log.includes(`started ${id}`), 'the start');
      expect(performance.now() - began).toBeLessThan(200);
      await ended(id);
      await wait(150);
      const heard = await recording.stop();
      // The first and the last ms, and between them as many frames as there should be.
      const first = heard.findIndex((value) => value > 0.4);
      const last = heard.findLastIndex((value) => value > 0.4);
      expect(heard.slice(first, first + 30).every((value) => value > 0.4)).toBe(true);
      expect(Math.abs(last - first + 1 - samples.length)).toBeLessThan(20);
    }
  });

  test('volume and mute change without a click', async () => {
    const recording = sound.record();
    const id = play(sine(300, 1.2));
    await until(() => log.includes(`started ${id}`), 'the start');
    for (const act of [
      () => output.volume(20),
      () => output.volume(100),
      () => output.mute(true),
      () => output.mute(false),
      () => output.pause(true),
      () => output.pause(false),
    ]) {
      await wait(100);
      act();
    }
    await ended(id);
    await wait(100);
    const heard = await recording.stop();
    let most = 0;
    for (let i = 2; i < heard.length; i++) {
      most = Math.max(most, Math.abs(heard[i]! - 2 * heard[i - 1]! + heard[i - 2]!));
    }
    // The tone bends by 0.0005 a frame; a step of a tenth of its level by 0.03.
    expect(most).toBeLessThan(0.005);
  });

  test('follows the default device, and goes on when that one disappears', async () => {
    const pactl = (...args: string[]) =>
      outputOf('pactl', args, { ...process.env, ...sound.env } as NodeJS.ProcessEnv);
    const module = (
      await pactl('load-module', 'module-null-sink', 'sink_name=second', 'rate=48000')
    ).trim();
    const second = listen('second.monitor');
    try {
      const first = sound.record();
      const id = play(sine(400, 12));
      await until(() => log.includes(`started ${id}`), 'the start');
      await wait(400);
      await pactl('set-default-sink', 'second');
      // A null sink that was idle takes up to two seconds of sound at once.
      await until(() => rms(second.last()) > 0.1, 'sound on the second device');
      await wait(500);
      await pactl('unload-module', module);
      const gone = first.samplesSoFar();
      const since = (): Float32Array =>
        first
          .soFar()
          .subarray(gone + 4800)
          .subarray(-4800);
      await until(() => rms(since()) > 0.1, 'sound on the first again');
      output.cut(id);
      await first.stop();
      expect(log.filter((line) => line === 'lost' || line.startsWith('notice'))).toEqual([]);
      expect(output.status()).toEqual({ kind: 'device', audible: true });
    } finally {
      second.process.kill();
    }
  });
});

/** A recorder of its own for a device; the last 100 ms of it. */
function listen(device: string): { process: ChildProcess; last(): Float32Array } {
  const format = ['--format=float32le', '--channels=1', `--rate=${RATE}`, '--latency-msec=20'];
  const child = spawn('parec', ['-d', device, '--raw', ...format], {
    env: { ...process.env, ...sound.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let kept = Buffer.alloc(0);
  child.stdout?.on('data', (data: Buffer) => {
    kept = Buffer.concat([kept, data]).subarray(-4 * 4800);
  });
  return {
    process: child,
    last: () => Float32Array.from({ length: kept.length >> 2 }, (_, i) => kept.readFloatLE(i * 4)),
  };
}
