import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { post } from '../harness/http-client.ts';
import { Listener, LONG } from '../harness/listener.ts';
import { newHome, Runtime, sleep } from '../harness/runtime.ts';
import { readWavFolder, type WavFile } from '../harness/wav-file.ts';
import { proves } from '../proves.ts';

/** Samples of a text of so many characters. */
const samplesOf = (characters: number, rate = 200) => (characters * 10 * 200 * 16) / rate;

/** Lets a runtime write files while `work` speaks, at rate 200. @returns the files, after its end */
async function written(work: (listener: Listener) => Promise<unknown>): Promise<WavFile[]> {
  const folder = join(newHome(), 'made', 'for', 'it');
  const runtime = await Runtime.start({ args: ['--standalone', '--output', `wav:${folder}`] });
  const listener = await Listener.open('tcp', runtime.file);
  await listener.client.request('set', { key: 'rate', value: 200 });
  await work(listener);
  listener.close();
  await runtime.stop();
  return readWavFolder(folder);
}

async function read(listener: Listener, text: string): Promise<number> {
  const id = await listener.speak(text);
  await listener.item(id, 'finished');
  return id;
}

describe('the files of --output wav:', () => {
  it(proves('wav.folder'), async () => {
    const folder = join(newHome(), 'a', 'b');
    const runtime = await Runtime.start({ args: ['--output', `wav:${folder}`] });
    const { body } = await post(runtime.file, '/v1/speak', { text: 'One.' });
    expect(body['ok']).toBe(true);
    await runtime.stop();
    expect(existsSync(folder)).toBe(true);
  });

  it(proves('wav.names'), async () => {
    const files = await written(async (listener) => {
      await read(listener, 'One. Two. Three.');
      await read(listener, 'Four.');
    });
    const first = files[0]!.chunk;
    expect(files.map(({ seq, item, chunk }) => [seq - files[0]!.seq, item, chunk - first])).toEqual(
      [
        [0, 1, 0],
        [1, 1, 1],
        [2, 1, 2],
        [3, 2, 0],
      ],
    );
  });

  it(proves('wav.again'), async () => {
    const files = await written(async (listener) => {
      const id = await listener.speak(`${LONG} Two.`);
      await listener.item(id, 'started');
      // An item has started before its first chunk is there.
      await sleep(150);
      await listener.control('restart');
      await sleep(150);
      await listener.control('next');
      await listener.item(id, 'finished');
    });
    expect(files.map(({ item, chunk }) => [item, chunk - files[0]!.chunk])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(new Set(files.map(({ seq }) => seq)).size).toBe(3);
  });

  it(proves('wav.format', 'fake.format'), async () => {
    const [file] = await written((listener) => read(listener, 'Twelve chars'));
    expect(file!.format).toEqual({ tag: 1, channels: 1, sampleRate: 16_000, bits: 16 });
    expect(file!.sizes.riff).toBe(file!.sizes.file - 8);
    expect(file!.sizes.data).toBe(file!.sizes.file - 44);
  });

  it(proves('fake.length', 'set.from-then-on'), async () => {
    const text = 'Twelve chars';
    const files = await written(async (listener) => {
      for (const rate of [200, 400, 100]) {
        await listener.client.request('set', { key: 'rate', value: rate });
        await read(listener, text);
      }
    });
    const lengths = [200, 400, 100].map((rate) => samplesOf(12, rate));
    expect(files.map(({ samples }) => samples.length)).toEqual(lengths);
  });

  it(proves('fake.cleaned'), async () => {
    const [file] = await written((listener) => read(listener, '**Twelve**  _chars_'));
    expect(file!.samples.length).toBe(samplesOf(12));
  });

  it(proves('fake.code-points'), async () => {
    const [file] = await written((listener) => read(listener, 'Añ𝒳日'));
    expect(file!.samples.length).toBe(samplesOf(4));
  });

  it(proves('fake.tone'), async () => {
    const [file] = await written((listener) => read(listener, 'A square wave.'));
    const { samples } = file!;
    const top = samples.reduce((most, each) => Math.max(most, each), 0);
    expect(top).toBeGreaterThan(1000);
    // 400 Hz at 16 kHz: up for 20 samples, down for 20.
    const signs = Array.from(samples, (each) => Math.sign(each));
    const first = signs[0]!;
    expect(signs).toEqual(signs.map((_, at) => (Math.floor(at / 20) % 2 === 0 ? first : -first)));
    expect(samples.every((each) => Math.abs(Math.abs(each) - top) <= 1)).toBe(true);
  });

  it(proves('fake.silence', 'set.from-then-on'), async () => {
    const [tone, silence] = await written(async (listener) => {
      await read(listener, 'A square wave.');
      await listener.client.request('set', { key: 'voice', value: 'silence' });
      await read(listener, 'A square wave.');
    });
    expect(tone!.samples.some((each) => each !== 0)).toBe(true);
    expect(silence!.samples.every((each) => each === 0)).toBe(true);
    expect(silence!.samples.length).toBe(tone!.samples.length);
  });

  it(proves('set.live-rate-on'), async () => {
    const text = `${'x'.repeat(59)}. ${'y'.repeat(9)}. ${'z'.repeat(9)}. Twelve chars`;
    let ms = 0;
    const files = await written(async (listener) => {
      await listener.client.request('set', { key: 'live_rate', value: 'on' });
      const id = await listener.speak(text);
      await listener.item(id, 'started');
      const began = performance.now();
      await listener.client.request('set', { key: 'rate', value: 400 });
      await listener.item(id, 'finished');
      ms = performance.now() - began;
    });
    // What was made ahead is kept, and what is made later is made at the new rate.
    const made = [
      [60, 200],
      [10, 200],
      [10, 200],
      [12, 400],
    ] as const;
    expect(files.map(({ samples }) => samples.length)).toEqual(
      made.map(([characters, rate]) => samplesOf(characters, rate)),
    );
    expect(ms).toBeLessThan(700);
  });

  it(proves('wav.before-volume'), async () => {
    const [full, quiet, muted] = await written(async (listener) => {
      await read(listener, 'The same.');
      await listener.client.request('set', { key: 'volume', value: 10 });
      await read(listener, 'The same.');
      await listener.control('mute');
      await read(listener, 'The same.');
    });
    expect(quiet!.samples).toEqual(full!.samples);
    expect(muted!.samples).toEqual(full!.samples);
  });

  for (const action of ['stop', 'skip']) {
    it(`${proves('wav.whole')}: ${action}`, async () => {
      const files = await written(async (listener) => {
        const id = await listener.speak(LONG);
        await listener.item(id, 'started');
        await sleep(150);
        await listener.control(action);
        await listener.item(id, 'skipped');
      });
      expect(files).toHaveLength(1);
      expect(files[0]!.samples.length).toBe(samplesOf(LONG.length));
      expect(files[0]!.sizes.data).toBe(2 * samplesOf(LONG.length));
    });
  }

  it(proves('wav.real-time'), async () => {
    await written(async (listener) => {
      const began = Date.now();
      await read(listener, 'x'.repeat(60));
      expect(Date.now() - began).toBeGreaterThan(550);
    });
  });
});

describe.each(transports)('the fake engine over %s', (transport) => {
  it(proves('fake.real-time'), async () => {
    const runtime = await Runtime.start();
    const listener = await Listener.open(transport, runtime.file);
    await listener.client.request('set', { key: 'rate', value: 200 });
    const began = Date.now();
    await read(listener, 'x'.repeat(60));
    const took = Date.now() - began;
    expect(took).toBeGreaterThan(550);
    expect(took).toBeLessThan(2000);
    listener.close();
    await runtime.stop();
  });

  it(proves('fake.fail'), async () => {
    const runtime = await Runtime.start();
    const listener = await Listener.open(transport, runtime.file);
    for (const voice of ['tone', 'silence']) {
      await listener.client.request('set', { key: 'voice', value: voice });
      for (const text of ['[fail]', 'It will [fail] here.', '**[fail]**'])
        await listener.item(await listener.speak(text), 'failed');
    }
    listener.close();
    await runtime.stop();
  });

  it.skipIf(process.platform !== 'linux')(proves('fake.no-browser'), async () => {
    const runtime = await Runtime.start();
    const listener = await Listener.open(transport, runtime.file);
    await read(listener, 'One.');
    const { pid } = runtime.file;
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
    listener.close();
    await runtime.stop();
  });

  it(proves('fake.no-files'), async () => {
    const runtime = await Runtime.start();
    const listener = await Listener.open(transport, runtime.file);
    await read(listener, 'One.');
    expect(readdirSync(runtime.home)).not.toContain('models');
    listener.close();
    await runtime.stop();
  });
});
