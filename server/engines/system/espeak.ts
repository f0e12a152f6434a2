/** The voices of an espeak-ng that the user has installed, spoken by its program. */
import type { StartProgram } from '../../platform/process.ts';
import { type AudioPart, EngineError, type Voice } from '../port.ts';
import { espeakVoiceName, parseEspeakVoices } from './espeak-voices.ts';
import { fromPcm16 } from './pcm16.ts';
import { SilenceTrimmer } from './silence.ts';
import { WavStream } from './wav-stream.ts';

const program = 'espeak-ng';
const listingMs = 3000;

export class Espeak {
  readonly #start: StartProgram;
  readonly #engine: string;
  #voices: Promise<Voice[]> | undefined;

  constructor(start: StartProgram, engine: string) {
    this.#start = start;
    this.#engine = engine;
  }

  /** None when the program is not there. Asked once. */
  voices(): Promise<Voice[]> {
    return (this.#voices ??= this.#list().catch(() => []));
  }

  /** @throws EngineError when it makes no sound; the signal's reason when aborted */
  async *speak(
    voice: string,
    { text, rate }: { text: string; rate: number },
    signal: AbortSignal,
  ): AsyncGenerator<AudioPart> {
    signal.throwIfAborted();
    const name = espeakVoiceName(voice) ?? voice;
    const args = ['--stdout', '-b', '1', '-v', name, '-s', String(Math.round(rate)), '--stdin'];
    const running = this.#start(program, args, { signal });
    running.stdin.end(plain(text));
    let spoken = false;
    try {
      const wav = new WavStream();
      let trimmer: SilenceTrimmer | undefined;
      for await (const bytes of running.stdout) {
        const samples = fromPcm16(wav.push(bytes as Uint8Array));
        if (wav.sampleRate === undefined || samples.length === 0) continue;
        trimmer ??= new SilenceTrimmer(wav.sampleRate);
        const heard = trimmer.push(samples);
        if (heard.length > 0) {
          spoken = true;
          yield { sampleRate: wav.sampleRate, samples: heard };
        }
      }
      const tail = trimmer?.end();
      if (spoken && tail?.length) yield { sampleRate: wav.sampleRate!, samples: tail };
      const { code } = await running.ended;
      // What it prints may hold the text, so it is not passed on.
      if (code !== 0) throw new EngineError(`eSpeak NG failed (exit ${code})`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EngineError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new EngineError(`eSpeak NG cannot speak: ${why}`);
    } finally {
      running.kill();
    }
    signal.throwIfAborted();
    if (!spoken) throw new EngineError('eSpeak NG made no sound for this text');
  }

  async #list(): Promise<Voice[]> {
    const listing = this.#start(program, ['--voices'], { signal: AbortSignal.timeout(listingMs) });
    listing.stdin.end();
    let table = '';
    listing.stdout.setEncoding('utf8');
    for await (const text of listing.stdout) table += text as string;
    const { code } = await listing.ended;
    return code === 0 ? parseEspeakVoices(table, this.#engine) : [];
  }
}

/** No control characters, and no `[[`, which would begin phonemes. */
function plain(text: string): string {
  return text.replace(/[\0-\x1f\x7f]+/g, ' ').replaceAll('[[', '[ [');
}
