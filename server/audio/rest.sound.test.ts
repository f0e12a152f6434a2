/** The page that rests and comes back: a real browser, a real sound server. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../e2e/rig/child.ts';
import { lacks } from '../../e2e/rig/parts.ts';
import { dominantFrequency } from '../../e2e/rig/signal.ts';
import { type SoundServer, recordingRate, startSoundServer } from '../../e2e/rig/sound-server.ts';
import { BrowserHost } from '../page-link/browser-host.ts';
import { createHiddenPage } from '../page-link/hidden-page.ts';
import { createLinuxSound } from '../platform/linux/sound.ts';
import { realClock } from '../runtime/clock.ts';
import { DeviceOutput } from './device-output.ts';
import { createNullOutput } from './null-output.ts';

const RATE = recordingRate;
const IDLE_MS = 400;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sonara-rest-'));

let sound: SoundServer;
let output: DeviceOutput;
/** Of every browser so far. */
const pids: number[] = [];
let log: string[] = [];
let next = 1;
/** What is begun again after a `lost`, as the player does. */
let again: (() => void)[] = [];

/** From its first sample at its full level: a word without a soft beginning. */
const tone = (hz: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, i) => 0.4 * Math.cos((2 * Math.PI * hz * i) / RATE),
  );

function play(samples: Float32Array): number {
  const id = next++;
  const run = (): void => {
    output.begin(id, { item: 1, chunk: 0 });
    output.write(id, { sampleRate: RATE, samples });
    output.end(id);
  };
  again.push(run);
  run();
  return id;
}

const rests = () => until('the rest', () => output.status().resting === true);
const gone = (pid: number) =>
  until('the end of the browser', () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });

/** Seconds between the first and the last sample that is not silent. */
function length(samples: Float32Array): number {
  const loud = (value: number): boolean => Math.abs(value) > 0.02;
  return (samples.findLastIndex(loud) - samples.findIndex(loud) + 1) / RATE;
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
      idleMs: IDLE_MS,
      silent: () => createNullOutput(realClock),
      hiddenPage: {
        ...hidden,
        async start() {
          const link = await hidden.start();
          pids.push(link.pid);
          return link;
        },
      },
    });
    output.open({
      started: (id) => log.push(`started ${id}`),
      ended: (id) => log.push(`ended ${id}`),
      notice: () => {},
      lost() {
        for (const run of again) run();
      },
    });
    await until('the page', () => pids.length === 1);
  });
  beforeEach(() => {
    log = [];
    again = [];
  });
  afterAll(async () => {
    await output?.close();
    await sound?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a page with nothing to sound is closed, with its browser and its files', async () => {
    await rests();
    await gone(pids[0]!);
    await until('the end of its files', () => readdirSync(join(folder, 'browser')).length === 0);
    expect(await sound.sinkInputs()).toEqual([]);
  });

  test('what is played then is heard once and whole, from its first sample', async () => {
    await rests();
    const before = pids.length;
    const recording = sound.record();
    const first = play(tone(700, 0.6));
    const second = play(tone(700, 0.4));
    await until('the end of both', () => log.includes(`ended ${second}`));
    const heard = await recording.stop();
    expect(log).toEqual([first, second].flatMap((id) => [`started ${id}`, `ended ${id}`]));
    expect(pids.length).toBe(before + 1);
    expect(length(heard)).toBeGreaterThan(0.99);
    expect(length(heard)).toBeLessThan(1.01);
    expect(dominantFrequency(heard, RATE)).toBeCloseTo(700, -1);
  });

  test('a clip brings it back, and is heard whole', async () => {
    await rests();
    const recording = sound.record();
    output.clip(tone(900, 0.3), RATE, { onEnd: () => log.push('clip') });
    await until('the end of the clip', () => log.includes('clip'));
    const heard = await recording.stop();
    expect(length(heard)).toBeGreaterThan(0.29);
    expect(length(heard)).toBeLessThan(0.31);
  });

  test('a client that arrives brings it back before it speaks', async () => {
    await rests();
    const before = pids.length;
    output.setIdle(null);
    output.warm();
    await until('the page', () => output.status().resting === undefined);
    expect(pids.length).toBe(before + 1);
    expect(output.status()).toEqual({ kind: 'device', audible: true });
  });
});
