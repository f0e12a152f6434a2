/** What the settings of loudness and live rate do to what is heard. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoudnessMeter } from '../page/mixer/loudness-meter.ts';
import { lacks } from './rig/parts.ts';
import { recognise } from './rig/recognise.ts';
import { type LineClient, type Runtime, startRuntime } from './rig/runtime.ts';
import { dominantFrequency, rms, trim } from './rig/signal.ts';
import { recordingRate, type SoundServer, startSoundServer } from './rig/sound-server.ts';

const sentences = ['the house is on the hill', 'open the window please', 'turn left and stop'];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let sound: SoundServer;
let runtime: Runtime;
let client: LineClient;

async function start(args: string[] = []): Promise<void> {
  runtime = await startRuntime({ args: ['--output', 'device', ...args], env: sound.env });
  client = await runtime.tcp(['items']);
  while (!(await client.request({ type: 'get', key: 'output' })).value.audible) await wait(50);
}

const set = (key: string, value: unknown) => client.request({ type: 'set', key, value });
const speak = async (text: string, fields = {}) =>
  (await client.request({ type: 'speak', text, ...fields })).item_id as number;

/** What is heard of a text, from its first sound to its last. */
async function heard(text: string, during = async () => {}): Promise<Float32Array> {
  const recording = sound.record();
  const id = await speak(text);
  await during();
  await client.itemEnd(id);
  await wait(200);
  return trim(await recording.stop(), 0.003);
}

function lufs(samples: Float32Array): number {
  const meter = new LoudnessMeter();
  meter.push(samples, recordingRate);
  return meter.integrated() ?? -Infinity;
}

describe.skipIf(lacks('sound-server', 'browser', 'recogniser'))('mixing', () => {
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterAll(() => sound?.close());
  afterEach(async () => {
    await runtime?.stop();
  });

  describe('the embedded voice', () => {
    beforeEach(() => start());

    it('is brought to the loudness that is set, and its peaks stay under the ceiling', async () => {
      const text = 'The house is on the hill, and nobody opens the window.';
      await heard(text);
      const normal = await heard(text);
      expect(Math.abs(lufs(normal) + 16)).toBeLessThan(1);
      // Resampling on the way to the monitor adds a little to peaks.
      expect(normal.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(0.9);
      await set('loudness', -26);
      expect(Math.abs(lufs(await heard(text)) + 26)).toBeLessThan(1);
    });

    it('is understood while it is stretched', async () => {
      await set('live_rate', 'on');
      await set('rate', 160);
      const sentence = sentences[0]!;
      const faster = await heard(`${sentence}.`, async () => void (await set('rate', 230)));
      expect(await recognise(faster, recordingRate, sentences)).toBe(sentence);
      await set('rate', 240);
      const slower = await heard(`${sentence}.`, async () => void (await set('rate', 160)));
      expect(await recognise(slower, recordingRate, sentences)).toBe(sentence);
    });
  });

  describe('the tone', () => {
    beforeEach(() => start(['--engine', 'fake']));

    /** Two seconds at rate 200, changed to 400 half a second after its start. @returns seconds heard */
    async function changed(): Promise<Float32Array> {
      await set('rate', 200);
      const recording = sound.record();
      const id = await speak('x'.repeat(200));
      while (rms(recording.soFar().subarray(-2400)) < 0.05) await wait(10);
      await wait(500);
      await set('rate', 400);
      await client.itemEnd(id);
      await wait(200);
      return trim(await recording.stop(), 0.02);
    }

    it('with live_rate on a rate is heard in the middle of a sentence, the pitch stays', async () => {
      await set('live_rate', 'on');
      const samples = await changed();
      const seconds = samples.length / recordingRate;
      expect(seconds).toBeGreaterThan(1.1);
      expect(seconds).toBeLessThan(1.45);
      expect(
        Math.abs(dominantFrequency(samples.subarray(-24_000), recordingRate) - 400),
      ).toBeLessThan(4);
    });

    it('with live_rate off a rate waits for the next sentence', async () => {
      expect((await changed()).length / recordingRate).toBeGreaterThan(1.97);
    });

    it('with loudness off it is as loud as it was made', async () => {
      await set('loudness', null);
      const samples = await heard('x'.repeat(100));
      expect(rms(samples)).toBeCloseTo(0.25, 1);
    });
  });
});
