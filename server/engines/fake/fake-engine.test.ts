import { describe, expect, test } from 'vitest';
import { EngineError } from '../port.ts';
import { createFakeEngine } from './fake-engine.ts';

const open = () => new AbortController().signal;

async function speak(text: string, voice: string | null = null, rate = 200, signal = open()) {
  const parts = [];
  for await (const part of createFakeEngine().synthesize({ text, voice, rate }, signal)) {
    parts.push(part);
  }
  return parts;
}

describe('length', () => {
  test.each([
    ['Hello', 200, 800],
    ['Hello', 400, 400],
    ['Hello', 100, 1600],
    ['😀', 200, 160],
    ['', 200, 1],
  ])('%j at %d words per minute is %d samples', async (text, rate, samples) => {
    const parts = await speak(text, null, rate);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ sampleRate: 16_000 });
    expect(parts[0]!.samples).toHaveLength(samples);
  });
});

test('the tone is a 400 Hz square', async () => {
  const [part] = await speak('x'.repeat(100));
  let rising = 0;
  part!.samples.forEach((sample, at) => {
    if (sample > 0 && (at === 0 || part!.samples[at - 1]! < 0)) rising += 1;
  });
  expect(rising).toBe(400);
});

test('silence is silent', async () => {
  const [part] = await speak('Hello', 'silence');
  expect(part!.samples.every((sample) => sample === 0)).toBe(true);
});

test('fails when told to, before it looks at the voice', async () => {
  await expect(speak('a [fail] b', 'nobody')).rejects.toThrow('told to fail');
  await expect(speak('a', 'nobody')).rejects.toThrow(EngineError);
});

test('an aborted request ends with the reason', async () => {
  const reason = new Error('no longer wanted');
  await expect(speak('a', null, 200, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('voices are found by id or name, in any case', async () => {
  const engine = createFakeEngine();
  expect(await engine.resolveVoice('TONE')).toBe('tone');
  expect(await engine.resolveVoice('fake silence')).toBe('silence');
  expect(await engine.resolveVoice('Zira')).toBeNull();
  expect(await engine.voices()).toHaveLength(2);
});

test('is ready, with exactly the documented fields', () => {
  expect(createFakeEngine().status()).toEqual({ engine: 'fake', ready: true, status: 'ready' });
});
