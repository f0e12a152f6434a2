/** The real thing: the child process with the real module, and espeak-ng where it is installed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, EngineError } from '../port.ts';
import { createSystemEngine } from './system-engine.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let dist: string;
let engine: Engine;

beforeAll(async () => {
  // Inside the checkout, so that the child's packages are found as from dist/.
  mkdirSync(join(root, '.cache'), { recursive: true });
  dist = mkdtempSync(join(root, '.cache', 'flite-'));
  const input = fileURLToPath(new URL('flite-child.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  await bundle.write({ file: join(dist, 'flite-child.cjs'), format: 'cjs' });
  await bundle.close();
  engine = createSystemEngine({ dist });
  engine.warm();
});
afterAll(async () => {
  await engine?.close();
  rmSync(dist, { recursive: true, force: true });
});

interface Options {
  voice?: string | null;
  rate?: number;
  signal?: AbortSignal;
}

async function speak(text: string, { voice = null, rate = 200, signal }: Options = {}) {
  const parts = [];
  const open = signal ?? new AbortController().signal;
  for await (const part of engine.synthesize({ text, voice, rate }, open)) {
    expect(part.samples.length).toBeGreaterThan(0);
    parts.push(part);
  }
  return parts;
}

type Parts = Awaited<ReturnType<typeof speak>>;
const seconds = (parts: Parts) =>
  parts.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0);
const peak = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

const fox = 'The quick brown fox jumps over the lazy dog by the river bank.';

describe('embedded voices', () => {
  test.each(['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16'])('%s speaks', async (voice) => {
    const parts = await speak(fox, { voice });
    expect(parts[0]!.sampleRate).toBe(16_000);
    expect(peak(parts[0]!.samples)).toBeGreaterThan(0.1);
    expect(peak(parts[0]!.samples)).toBeLessThanOrEqual(1);
  });

  test.each(['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16'])(
    '%s keeps the asked rate within a tenth',
    async (voice) => {
      const sentences = [
        fox,
        'I changed the parser so that it reads a whole line at once.',
        'When the server starts, it writes its port number to a small file in your home folder.',
      ];
      const words = sentences.join(' ').split(' ').length;
      for (const rate of [100, 200, 400]) {
        let spoken = 0;
        for (const text of sentences) spoken += seconds(await speak(text, { voice, rate }));
        const measured = (words / spoken) * 60;
        expect(measured / rate).toBeGreaterThan(0.9);
        expect(measured / rate).toBeLessThan(1.1);
      }
    },
  );

  test('sound begins within 60 ms of the first sample', async () => {
    for (const voice of ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16']) {
      const [part] = await speak(fox, { voice });
      expect(peak(part!.samples.subarray(0, 16 * 60))).toBeGreaterThan(0.01);
    }
  });

  test('a long text comes in parts, and none of it is lost', async () => {
    const text = Array.from({ length: 8 }, () => fox.slice(0, -1)).join(', ');
    const parts = await speak(text);
    expect(parts.length).toBeGreaterThan(2);
    expect(seconds([parts[0]!])).toBeLessThan(7);
    const once = seconds(await speak(fox));
    expect(seconds(parts) / (8 * once)).toBeGreaterThan(0.9);
    expect(seconds(parts) / (8 * once)).toBeLessThan(1.15);
  });

  test.each([
    '-h',
    '--version',
    '-voice',
    '/o.wav',
    'a\0b\x07c',
    'Ünïcödé “quotes” — and 😀 more …',
    '<s>tag & "quote" \\n $HOME `x` %s',
    'a',
    '7',
    '½',
    'x'.repeat(700),
    '\ud800 lone',
  ])('speaks %j', async (text) => {
    expect(seconds(await speak(text))).toBeGreaterThan(0.05);
  });

  test.each(['日本語です。', 'Привет', 'مرحبا', '...', '', '😀'])(
    'cannot speak %j, and says so',
    async (text) => {
      await expect(speak(text)).rejects.toThrow(EngineError);
      expect(engine.status()).toEqual({ engine: 'onecore', ready: true, status: 'ready' });
    },
  );

  test('an aborted request ends at once, and the next one is spoken', async () => {
    const abort = new AbortController();
    const reason = new Error('cut');
    const first = speak(fox.repeat(5), { signal: abort.signal });
    const second = speak(fox);
    abort.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(seconds(await second)).toBeGreaterThan(2);
  });

  test('a missing module makes the engine unavailable, in words', async () => {
    const broken = createSystemEngine({ dist: join(dist, 'nowhere') });
    let changes = 0;
    broken.onStatus(() => (changes += 1));
    const signal = new AbortController().signal;
    const request = { text: 'Hello', voice: null, rate: 200 };
    const all = broken.synthesize(request, signal)[Symbol.asyncIterator]();
    await expect(all.next()).rejects.toThrow(EngineError);
    expect(broken.status()).toMatchObject({ ready: false, status: 'unavailable' });
    expect(broken.status().message).toContain('embedded voice');
    expect(changes).toBe(1);
    await broken.close();
  });
});

describe('voices', () => {
  test('the embedded ones come first and are found by id or name', async () => {
    const voices = await engine.voices();
    expect(voices[0]).toEqual({
      id: 'flite:slt',
      name: 'Slt (Flite)',
      language: 'en-US',
      engine: 'onecore',
      license_class: 'permissive',
      installed: true,
    });
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
    expect(await engine.resolveVoice('FLITE:RMS')).toBe('flite:rms');
    expect(await engine.resolveVoice('kal16 (flite)')).toBe('flite:kal16');
    expect(await engine.resolveVoice('Zira')).toBeNull();
  });

  test('an unknown voice is an error', async () => {
    await expect(speak('Hello', { voice: 'espeak:no-such' })).rejects.toThrow(EngineError);
    await expect(speak('Hello', { voice: 'zira' })).rejects.toThrow('no voice zira');
  });
});

// Without the program these run against the fake in espeak.test.ts alone.
describe.runIf(hasEspeak())('installed espeak-ng', () => {
  test('is listed and speaks at the asked rate', async () => {
    const voice = await engine.resolveVoice('espeak:en-us');
    expect(voice).toBe('espeak:en-us');
    const slow = await speak(fox, { voice, rate: 150 });
    const fast = await speak(fox, { voice, rate: 300 });
    expect(slow[0]!.sampleRate).toBe(22_050);
    expect(peak(slow[0]!.samples)).toBeGreaterThan(0.1);
    expect(seconds(slow) / seconds(fast)).toBeGreaterThan(1.6);
  });

  test('no text is taken for an option or for phonemes', async () => {
    const voice = 'espeak:en-us';
    for (const text of ['--version', '-h', '[[h@loU', 'Grüße\0x']) {
      expect(seconds(await speak(text, { voice }))).toBeGreaterThan(0.2);
    }
  });

  test('is ended when aborted', async () => {
    const abort = new AbortController();
    const request = { text: fox.repeat(200), voice: 'espeak:en-us', rate: 100 };
    const all = engine.synthesize(request, abort.signal)[Symbol.asyncIterator]();
    expect((await all.next()).done).toBe(false);
    const reason = new Error('cut');
    abort.abort(reason);
    const rest = (async () => {
      while (!(await all.next()).done);
    })();
    await expect(rest).rejects.toBe(reason);
  });
});

function hasEspeak(): boolean {
  try {
    execFileSync('espeak-ng', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
