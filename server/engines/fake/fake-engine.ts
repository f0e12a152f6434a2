/** A deterministic engine for tests: 10 ms of tone per code point at rate 200. */
import { type Engine, EngineError, type SynthesisRequest, type Voice } from '../port.ts';

const sampleRate = 16_000;
const toneHz = 400;
const amplitude = 0.25;
const msPerCodePoint = 10;
const baseRate = 200;

const voiceNames = { tone: 'Fake tone', silence: 'Fake silence' };

export function createFakeEngine(): Engine {
  const voices: Voice[] = Object.entries(voiceNames).map(([id, name]) => ({
    id,
    name,
    language: 'en-US',
    engine: 'fake',
    license_class: 'permissive',
    installed: true,
  }));

  return {
    id: 'fake',
    name: 'Fake tones',
    defaultVoice: 'tone',
    voices: async () => voices,
    async resolveVoice(voice) {
      const wanted = voice.toLowerCase();
      const found = voices.find(({ id, name }) => [id, name.toLowerCase()].includes(wanted));
      return found?.id ?? null;
    },
    status: () => ({ engine: 'fake', ready: true, status: 'ready' }),
    onStatus: () => () => {},
    async *synthesize({ text, voice, rate }: SynthesisRequest, signal: AbortSignal) {
      signal.throwIfAborted();
      // The failing text comes before the voice: a test may ask for both.
      if (text.includes('[fail]')) throw new EngineError('the fake engine was told to fail');
      const id = voice ?? 'tone';
      if (!Object.hasOwn(voiceNames, id))
        throw new EngineError(`the fake engine has no voice ${id}`);
      const samples = new Float32Array(sampleCount(text, rate));
      if (id === 'tone') fillSquare(samples);
      yield { sampleRate, samples };
    },
    warm: () => {},
    close: async () => {},
  };
}

function sampleCount(text: string, rate: number): number {
  let codePoints = 0;
  for (const _ of text) codePoints += 1;
  const ms = (codePoints * msPerCodePoint * baseRate) / rate;
  return Math.max(1, Math.round((ms * sampleRate) / 1000));
}

function fillSquare(samples: Float32Array): void {
  const half = sampleRate / toneHz / 2;
  for (let at = 0; at < samples.length; at += half) {
    samples.fill((at / half) % 2 === 0 ? amplitude : -amplitude, at, at + half);
  }
}
