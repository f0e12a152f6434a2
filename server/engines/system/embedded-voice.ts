/** Speaks text with one of the embedded voices, part by part. */
import { type AudioPart, EngineError } from '../port.ts';
import type { FliteClient, Utterance } from './flite-client.ts';
import { foldForFlite } from './flite-text.ts';
import type { FliteVoice } from './flite-voices.ts';
import { cutParts, type Part } from './parts.ts';
import { fromPcm16 } from './pcm16.ts';
import { keptMs, trimSilence } from './silence.ts';

/** At a clause mark inside a sentence the voice's own pause is kept, up to this. */
const clausePauseMs = 120;

export async function* speakEmbedded(
  client: FliteClient,
  voice: FliteVoice,
  { text, rate }: { text: string; rate: number },
  signal: AbortSignal,
): AsyncGenerator<AudioPart> {
  signal.throwIfAborted();
  const parts = cutParts(foldForFlite(text)).filter((part) => /[a-z0-9]/i.test(part.text));
  const ask = (part: Part) => {
    const stretch = voice.naturalRate / rate;
    const answer = client.speak({ voice: voice.program, stretch, text: part.text }, signal);
    // It may fail while the part before is still being taken: whoever awaits it then is told.
    answer.catch(() => {});
    return answer;
  };
  let spoken = false;
  let next: Promise<Utterance> | undefined = parts[0] && ask(parts[0]);
  for (const [index, part] of parts.entries()) {
    const { sampleRate, pcm } = await next!;
    // The part after is made while this one plays.
    const following = parts[index + 1];
    next = following && ask(following);
    const samples = trimSilence(fromPcm16(pcm), sampleRate, {
      db: voice.silenceDb,
      tailMs: part.pause ? clausePauseMs : keptMs,
    });
    if (samples.length === 0) continue;
    spoken = true;
    yield { sampleRate, samples };
  }
  if (!spoken) throw new EngineError(`${voice.name} cannot read this text`);
}
