/** The device output through a real browser into a real sound server, recorded from its monitor. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserHost } from '../page-link/browser-host.ts';
import { createHiddenPage } from '../page-link/hidden-page.ts';
import type { PageLink } from '../page-link/page-link.ts';
import { realClock } from '../runtime/clock.ts';
import { createLinuxSound } from '../platform/linux/sound.ts';
import { DeviceOutput } from './device-output.ts';
import { createNullOutput } from './null-output.ts';

const RATE = 48_000;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sonara-sound-'));
const socket = join(folder, 'native.sock');
const where = { item: 1, chunk: 0 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => boolean, what: string, ms = 8000): Promise<void> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await pause(5);
  }
}

function startPulse(): ChildProcess {
  const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const load = [
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    `module-null-sink sink_name=test rate=${RATE} channels=2`,
  ];
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder };
  return spawn('pulseaudio', [...args, ...load.flatMap((module) => ['-L', module])], {
    env,
    stdio: 'ignore',
  });
}

/** What the monitor has given so far, mono. */
class Recording {
  #chunks: Buffer[] = [];
  #bytes = 0;
  readonly process: ChildProcess;
  constructor() {
    const format = ['--format=float32le', '--channels=1', `--rate=${RATE}`, '--latency-msec=10'];
    this.process = spawn('parec', [`--server=unix:${socket}`, '-d', 'test.monitor', ...format], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
    });
  }
  /** Frames so far. */
  get length(): number {
    return Math.floor(this.#bytes / 4);
  }
  from(frame: number): Float32Array {
    const all = Buffer.concat(this.#chunks);
    return new Float32Array(
      all.buffer.slice(all.byteOffset, all.byteOffset + this.length * 4),
    ).slice(frame);
  }
}

/** Level of every 5 ms, as the amplitude of a sine. */
function levels(sound: Float32Array): number[] {
  const out: number[] = [];
  for (let at = 0; at + 240 <= sound.length; at += 240) {
    let sum = 0;
    for (let i = 0; i < 240; i++) sum += (sound[at + i] as number) ** 2;
    out.push(Math.sqrt((2 * sum) / 240));
  }
  return out;
}

/** Frames between the first and the last that are not silence, and the pitch between them. */
function heard(sound: Float32Array): { ms: number; hz: number; level: number; steps: number } {
  const loud = (value: number): boolean => Math.abs(value) > 0.004;
  const first = sound.findIndex(loud);
  const last = sound.findLastIndex(loud);
  if (first < 0) return { ms: 0, hz: 0, level: 0, steps: 0 };
  const tone = sound.subarray(first, last + 1);
  let crossings = 0;
  let steps = 0;
  for (let i = 2; i < tone.length; i++) {
    const [a, b, c] = [tone[i - 2] as number, tone[i - 1] as number, tone[i] as number];
    if (b < 0 !== c < 0) crossings++;
    steps = Math.max(steps, Math.abs(a - 2 * b + c));
  }
  const sorted = levels(tone).sort((a, b) => a - b);
  return {
    ms: (tone.length / RATE) * 1000,
    hz: crossings / 2 / (tone.length / RATE),
    level: sorted[Math.floor(sorted.length / 2)] ?? 0,
    steps,
  };
}

function tone(seconds: number, rate = 16_000, hz = 400) {
  const samples = Float32Array.from(
    { length: seconds * rate },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rate),
  );
  return { sampleRate: rate, samples };
}

let pulse: ChildProcess;
let recording: Recording;
let output: DeviceOutput;
let link: PageLink;
let log: { event: string; at: number; frame: number }[] = [];
let next = 1;
let again: (() => void)[] = [];

const happened = (event: string): boolean => log.some((entry) => entry.event === event);
const entry = (event: string) => log.find((one) => one.event === event)!;

/** Plays and remembers how, should the output lose it. */
function play(part: ReturnType<typeof tone>): number {
  const id = next++;
  const run = (): void => {
    output.begin(id, where);
    output.write(id, part);
    output.end(id);
  };
  again.push(run);
  run();
  return id;
}

beforeAll(async () => {
  pulse = startPulse();
  await until(() => existsSync(socket), 'the sound server');
  recording = new Recording();
  // A server that has just come up may need a second till its sink runs.
  await until(() => recording.length > 0, 'the first recorded silence');
  const probe = createLinuxSound({ ...process.env, PULSE_SERVER: `unix:${socket}` });
  const hidden = createHiddenPage(
    {
      page: join(dist, 'page'),
      host: new BrowserHost({
        playwright: join(dist, 'playwright'),
        profile: join(folder, 'browser'),
      }),
    },
    probe,
  );
  output = new DeviceOutput({
    clock: realClock,
    idleMs: null,
    silent: () => createNullOutput(realClock),
    hiddenPage: { ...hidden, start: async () => (link = await hidden.start()) },
  });
  const note = (event: string): void => {
    log.push({ event, at: performance.now(), frame: recording.length });
  };
  output.open({
    started: (id) => note(`started ${id}`),
    ended: (id) => note(`ended ${id}`),
    notice: (message) => note(`notice ${message}`),
    lost() {
      note('lost');
      for (const run of again) run();
    },
  });
});

beforeEach(() => {
  log = [];
  again = [];
});

afterAll(async () => {
  await output.close();
  const left = readdirSync(join(folder, 'browser'));
  recording.process.kill();
  pulse.kill();
  rmSync(folder, { recursive: true, force: true });
  expect(left).toEqual([]);
});

describe('a real sound server', () => {
  test('hears the first tone of a fresh start, once and whole', async () => {
    const id = play(tone(1));
    await until(() => happened(`ended ${id}`), 'the end of the tone');
    await pause(250);
    expect(log.filter(({ event }) => event === `started ${id}`).length).toBe(1);
    const sound = heard(recording.from(0));
    expect(sound.ms).toBeGreaterThan(980);
    expect(sound.ms).toBeLessThan(1020);
    expect(sound.hz).toBeCloseTo(400, -1);
    expect(sound.level).toBeCloseTo(0.5, 2);
    expect(output.status()).toEqual({ kind: 'device', audible: true });
  });

  test('hears half the level at half the volume, and nothing when muted while time goes on', async () => {
    const from = recording.length;
    output.volume(50);
    const id = play(tone(0.5));
    await until(() => happened(`ended ${id}`), 'the end of the tone');
    await pause(250);
    expect(heard(recording.from(from)).level).toBeCloseTo(0.25, 2);

    const later = recording.length;
    output.volume(100);
    output.mute(true);
    const muted = play(tone(0.5));
    await until(() => happened(`ended ${muted}`), 'the end of the muted tone');
    await pause(250);
    output.mute(false);
    expect(heard(recording.from(later)).ms).toBe(0);
    const lasted = entry(`ended ${muted}`).at - entry(`started ${muted}`).at;
    expect(lasted).toBeGreaterThan(450);
    expect(lasted).toBeLessThan(600);
  });

  test('plays join without a gap', async () => {
    const from = recording.length;
    const ids = [play(tone(0.5, RATE)), play(tone(0.5, RATE)), play(tone(0.5, RATE))];
    await until(() => happened(`ended ${ids[2]}`), 'the end of the last');
    await pause(250);
    const sound = heard(recording.from(from));
    expect(sound.ms).toBeGreaterThan(1490);
    expect(sound.ms).toBeLessThan(1510);
    // A 400 Hz sine bends by 0.0014 a frame at most. The joins lie where it is steepest: a missing
    // or a doubled frame there would bend it by 0.026.
    expect(sound.steps).toBeLessThan(0.01);
  });

  test('a pause is silent within 100 ms and loses nothing', async () => {
    const from = recording.length;
    const id = play(tone(1));
    await until(() => happened(`started ${id}`), 'the start');
    await pause(300);
    const paused = recording.length - from;
    output.pause(true);
    await pause(600);
    const sofar = levels(recording.from(from));
    expect(happened(`ended ${id}`)).toBe(false);
    output.pause(false);
    await until(() => happened(`ended ${id}`), 'the end');
    await pause(250);
    const silentFrom = sofar.findLastIndex((level) => level > 0.01) * 240;
    expect(silentFrom - paused).toBeLessThan(0.1 * RATE);
    const loud = levels(recording.from(from)).filter((level) => level > 0.25).length * 5;
    expect(loud).toBeGreaterThan(970);
    expect(loud).toBeLessThan(1030);
  });

  test('a cut is silent within 100 ms, and the next play sounds', async () => {
    const from = recording.length;
    const id = play(tone(3));
    await until(() => happened(`started ${id}`), 'the start');
    await pause(300);
    const cut = recording.length - from;
    output.cut(id);
    again = [];
    await pause(400);
    const silentFrom = levels(recording.from(from)).findLastIndex((level) => level > 0.01) * 240;
    expect(silentFrom - cut).toBeLessThan(0.1 * RATE);
    const following = play(tone(0.2));
    await until(() => happened(`ended ${following}`), 'the end of the next');
    expect(happened(`ended ${id}`)).toBe(false);
  });

  test('a killed browser is started again and the play begins again', async () => {
    const id = play(tone(2));
    await until(() => happened(`started ${id}`), 'the start');
    await pause(500);
    log = [];
    const from = recording.length;
    process.kill(link.pid, 'SIGKILL');
    await until(() => happened('lost'), 'lost');
    await until(() => happened(`ended ${id}`), 'the end of the tone');
    await pause(250);
    const loud = levels(recording.from(from)).filter((level) => level > 0.25).length * 5;
    expect(loud).toBeGreaterThan(1950);
    expect(loud).toBeLessThan(2150);
    expect(output.status().audible).toBe(true);
  });

  test('without its sound server it goes on in silence, and sounds again when it is back', async () => {
    const id = play(tone(2));
    await until(() => happened(`started ${id}`), 'the start');
    await pause(300);
    pulse.kill('SIGKILL');
    await until(() => happened(`ended ${id}`), 'the end in silence', 12_000);
    expect(output.status().audible).toBe(false);
    expect(output.status().message).toContain('sound');

    rmSync(socket, { force: true });
    pulse = startPulse();
    await until(() => existsSync(socket), 'the sound server');
    recording.process.kill();
    recording = new Recording();
    await until(() => recording.length > 0, 'the first recorded silence');
    await pause(5100);
    again = [];
    const back = play(tone(1));
    await until(() => happened(`ended ${back}`), 'the end of the tone');
    await until(() => output.status().audible, 'sound');
    again = [];
    const last = play(tone(1));
    await until(() => happened(`ended ${last}`), 'the end of the last tone');
    await pause(250);
    expect(heard(recording.from(0)).level).toBeCloseTo(0.5, 2);
  });
});
