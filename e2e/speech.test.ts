/** From the protocol to the sound server's monitor: what is asked for is heard. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lacks } from './rig/parts.ts';
import { commandLine, descendants } from './rig/process-cost.ts';
import { recognise } from './rig/recognise.ts';
import { type LineClient, type Runtime, startRuntime } from './rig/runtime.ts';
import { rms } from './rig/signal.ts';
import { recordingRate, type SoundServer, startSoundServer } from './rig/sound-server.ts';

const sentences = [
  'go forward ten meters',
  'turn left and stop',
  'the house is on the hill',
  'open the window please',
];

let sound: SoundServer;
let runtime: Runtime;
let client: LineClient;

async function start(args: string[] = []): Promise<void> {
  runtime = await startRuntime({ args: ['--output', 'device', ...args], env: sound.env });
  client = await runtime.tcp(['state', 'items', 'log']);
  await audible(true);
}

/** Waits until the runtime says that what it reads is, or is not, heard. */
async function audible(wanted: boolean): Promise<{ message?: string }> {
  for (;;) {
    const { value } = await client.request({ type: 'get', key: 'output' });
    if (value.audible === wanted) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const speak = async (text: string, fields = {}) =>
  (await client.request({ type: 'speak', text, ...fields })).item_id as number;
const control = (action: string) => client.request({ type: 'control', action });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of sound from the first to the last block of 5 ms that is louder than a whisper. */
function loudSpan(samples: Float32Array): { from: number; to: number } {
  const block = recordingRate / 200;
  const loud: number[] = [];
  for (let at = 0; at + block <= samples.length; at += block) {
    if (rms(samples.subarray(at, at + block)) > 0.003) loud.push(at);
  }
  const ms = (frames: number) => (frames / recordingRate) * 1000;
  return { from: ms(loud[0] ?? 0), to: ms((loud.at(-1) ?? -block) + block) };
}

describe.skipIf(lacks('sound-server', 'browser', 'recogniser'))('sound', () => {
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterAll(() => sound?.close());
  afterEach(async () => {
    await runtime?.stop();
  });

  describe('the embedded voice', () => {
    beforeEach(() => start());

    for (const sentence of sentences.slice(0, 3)) {
      it(`says "${sentence}"`, async () => {
        const recording = sound.record();
        const end = await client.itemEnd(await speak(`${sentence}.`, { rate: 180 }));
        expect(end.phase).toBe('finished');
        await wait(200);
        expect(await recognise(await recording.stop(), recordingRate, sentences)).toBe(sentence);
      });
    }

    it('reads two items one after the other', async () => {
      const recording = sound.record();
      await speak(`${sentences[0]}.`, { rate: 180 });
      const last = await speak(`${sentences[1]}.`, { rate: 180 });
      await client.itemEnd(last);
      await wait(200);
      const both = [
        `${sentences[0]} ${sentences[1]}`,
        `${sentences[1]} ${sentences[0]}`,
        ...sentences,
      ];
      expect(await recognise(await recording.stop(), recordingRate, both)).toBe(both[0]);
    });

    it('names its stream, so that the mixer of the desktop shows it', async () => {
      await speak('The stream has a name.');
      await client.event((event) => event.event === 'item' && event.phase === 'finished');
      const inputs = await sound.sinkInputs();
      expect(inputs).toContainEqual(
        expect.objectContaining({ application: 'Sonara', mediaRole: 'a11y' }),
      );
    });
  });

  it('no browser: it says so, goes on in silence and loses nothing', async () => {
    runtime = await startRuntime({
      args: ['--engine', 'fake', '--output', 'device'],
      env: { ...sound.env, SONARA_BROWSER: '/no/such/browser' },
    });
    client = await runtime.tcp(['state', 'items', 'log']);
    const end = await client.itemEnd(await speak('Nobody hears this.'));
    expect(end.phase).toBe('finished');
    expect((await audible(false)).message).toMatch(/browser/i);
  });

  it('a sound server that is away while the browser starts: sound comes when it is back', async () => {
    runtime = await startRuntime({
      args: ['--engine', 'fake', '--output', 'device'],
      env: sound.env,
    });
    client = await runtime.tcp(['items']);
    await wait(300);
    await sound.kill();
    await wait(1200);
    await sound.restart();
    let heard = 0;
    for (let tries = 0; tries < 10 && heard < 900; tries++) {
      const recording = sound.record();
      await client.itemEnd(await speak('x'.repeat(100), { rate: 200 }), 25_000);
      await wait(1000);
      heard = lastRun(await recording.stop());
    }
    expect(heard).toBeGreaterThan(900);
  }, 60_000);

  describe('the tone', () => {
    beforeEach(() => start(['--engine', 'fake']));

    /** A tone of `ms` milliseconds. At rate 200 each character is 10 ms. */
    const tone = (ms: number) => speak('x'.repeat(ms / 10), { rate: 200 });

    async function sounding(recording: { soFar(): Float32Array }): Promise<void> {
      while (rms(recording.soFar().subarray(-4800)) < 0.05) await wait(10);
    }

    it('is heard for as long as it lasts', async () => {
      const recording = sound.record();
      await client.itemEnd(await tone(1000));
      await wait(200);
      const { from, to } = loudSpan(await recording.stop());
      expect(to - from).toBeGreaterThan(980);
      expect(to - from).toBeLessThan(1020);
    });

    it('two items join without a gap', async () => {
      const recording = sound.record();
      await tone(500);
      await client.itemEnd(await tone(500));
      await wait(200);
      const heard = await recording.stop();
      const { from, to } = loudSpan(heard);
      expect(to - from).toBeLessThan(1020);
      const inside = heard.subarray((from + 10) * 48, (to - 10) * 48);
      for (let at = 0; at + 240 <= inside.length; at += 240) {
        expect(rms(inside.subarray(at, at + 240))).toBeGreaterThan(0.05);
      }
    });

    it('a pause is silent within 100 ms of audio, and play goes on where it was', async () => {
      const recording = sound.record();
      const id = await tone(2000);
      await sounding(recording);
      const asked = recording.samplesSoFar();
      await control('pause');
      await wait(600);
      const held = recording.soFar();
      const stopped = loudSpan(held).to;
      expect(stopped - (asked / recordingRate) * 1000).toBeLessThan(100);
      await control('play');
      await client.itemEnd(id);
      await wait(200);
      const heard = (await recording.stop()).subarray(held.length);
      const { from, to } = loudSpan(heard);
      const first = stopped - loudSpan(held).from;
      expect(first + to - from).toBeGreaterThan(1980);
      expect(first + to - from).toBeLessThan(2040);
    });

    it('volume 50 halves the level', async () => {
      const levels: number[] = [];
      for (const volume of [100, 50]) {
        await client.request({ type: 'set', key: 'volume', value: volume });
        const recording = sound.record();
        await client.itemEnd(await tone(600));
        await wait(200);
        const heard = await recording.stop();
        const { from, to } = loudSpan(heard);
        levels.push(rms(heard.subarray((from + 100) * 48, (to - 100) * 48)));
      }
      expect(levels[1]! / levels[0]!).toBeGreaterThan(0.49);
      expect(levels[1]! / levels[0]!).toBeLessThan(0.51);
    });

    it('mute keeps time: what follows is heard when it would have been', async () => {
      const recording = sound.record();
      const id = await tone(1500);
      await sounding(recording);
      await control('mute');
      await wait(500);
      const quiet = recording.soFar();
      expect(rms(quiet.subarray(-4800))).toBeLessThan(0.001);
      await control('unmute');
      await client.itemEnd(id);
      await wait(200);
      const { from, to } = loudSpan(await recording.stop());
      expect(to - from).toBeGreaterThan(1480);
      expect(to - from).toBeLessThan(1520);
    });

    it('stop is silent within 100 ms of audio', async () => {
      const recording = sound.record();
      await tone(3000);
      await sounding(recording);
      const asked = recording.samplesSoFar();
      await control('stop');
      await wait(400);
      const { to } = loudSpan(await recording.stop());
      expect(to - (asked / recordingRate) * 1000).toBeLessThan(100);
    });

    it('a killed browser is started again and the chunk is played from its start', async () => {
      const recording = sound.record();
      const id = await tone(2000);
      await sounding(recording);
      await wait(700);
      for (const pid of descendants(runtime.file.pid)) {
        if (commandLine(pid).includes('--remote-debugging')) process.kill(pid, 'SIGKILL');
      }
      const end = await client.itemEnd(id);
      expect(end.phase).toBe('finished');
      await wait(200);
      const heard = await recording.stop();
      expect(lastRun(heard)).toBeGreaterThan(1950);
    });

    it('a frozen browser is noticed, and the chunk is played again from its start', async () => {
      const recording = sound.record();
      const id = await tone(2000);
      await sounding(recording);
      for (const pid of descendants(runtime.file.pid)) {
        if (commandLine(pid).includes('--type=')) process.kill(pid, 'SIGSTOP');
      }
      const end = await client.itemEnd(id, 20_000);
      expect(end.phase).toBe('finished');
      await wait(200);
      expect(lastRun(await recording.stop())).toBeGreaterThan(1950);
    });

    it('a dead sound server hangs nothing, and sound comes back with it', async () => {
      const id = await tone(3000);
      await wait(500);
      await sound.kill();
      await client.itemEnd(id, 25_000);
      await audible(false);
      await sound.restart();
      await wait(5500);
      const recording = sound.record();
      await client.itemEnd(await tone(1000), 25_000);
      await audible(true);
      await client.itemEnd(await tone(1000));
      await wait(200);
      expect(lastRun(await recording.stop())).toBeGreaterThan(900);
    }, 60_000);
  });
});

describe('without a sound server', () => {
  afterEach(async () => {
    await runtime?.stop();
  });

  it('no sound device: the same', async () => {
    runtime = await startRuntime({
      args: ['--engine', 'fake', '--output', 'device'],
      env: { PULSE_SERVER: 'unix:/no/such/socket' },
    });
    client = await runtime.tcp(['state', 'items', 'log']);
    const end = await client.itemEnd(await speak('Nobody hears this.'));
    expect(end.phase).toBe('finished');
    expect((await audible(false)).message).toMatch(/sound/i);
  });
});

/** Milliseconds of the last stretch of sound without a silence of 50 ms. */
function lastRun(samples: Float32Array): number {
  const block = recordingRate / 200;
  let run = 0;
  let silent = 0;
  let last = 0;
  for (let at = 0; at + block <= samples.length; at += block) {
    if (rms(samples.subarray(at, at + block)) > 0.003) {
      run += 5 + silent;
      silent = 0;
    } else if (run > 0) {
      silent += 5;
      if (silent >= 50) {
        last = run;
        run = 0;
        silent = 0;
      }
    }
  }
  return run > 0 ? run : last;
}
