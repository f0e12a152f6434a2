/** The silent output that also writes every play that starts to a WAV file of its own. */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioPart } from '../engines/port.ts';
import type { Clock } from '../runtime/clock.ts';
import { createNullOutput, type NullOutputOptions } from './null-output.ts';
import type {
  Clip,
  ClipOptions,
  Output,
  OutputEvents,
  OutputStatus,
  Play,
  Sounded,
} from './port.ts';
import { makeFolder } from '../../shared/client/make-folder.ts';
import { toPcm16, wavHeader, wavHeaderBytes } from '../../shared/audio/wav-file.ts';

interface Recording {
  item: number;
  chunk: number;
  /** What came before it started; from then on parts go straight to the file. */
  parts: AudioPart[];
  file?: WavWriter;
}

/**
 * Files are named `<seq>-item<item>-chunk<n>.wav`, and `<seq>-clip.wav` for a clip, numbered from 0001
 * in the order they start; they hold all audio that was handed over, as the engine made it: before
 * volume, mute, loudness, stretch and a clip's gain. A failing disk is a notice, never an error.
 */
export function createWavOutput(
  folder: string,
  clock: Clock,
  options: NullOutputOptions = {},
): Output {
  return new WavOutput(folder, createNullOutput(clock, options));
}

class WavOutput implements Output {
  readonly #folder: string;
  readonly #timing: Output;
  readonly #recordings = new Map<Play, Recording>();
  #events: OutputEvents | undefined;
  #sequence = 0;
  /** All writing, one step after the other. It never rejects. */
  #work: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(folder: string, timing: Output) {
    this.#folder = folder;
    this.#timing = timing;
  }

  open(events: OutputEvents): void {
    this.#events = events;
    this.#do(async () => makeFolder(this.#folder));
    this.#timing.open({
      ...pass(events),
      started: (play) => {
        this.#start(play);
        events.started(play);
      },
      ended: (play) => {
        this.#finish(play);
        events.ended(play);
      },
    });
  }

  begin(play: Play, sounded: Sounded): void {
    this.#recordings.set(play, { item: sounded.item, chunk: sounded.chunk, parts: [] });
    this.#timing.begin(play, sounded);
  }

  write(play: Play, part: AudioPart): void {
    const recording = this.#recordings.get(play);
    if (recording?.file) this.#append(recording.file, part);
    else recording?.parts.push(part);
    this.#timing.write(play, part);
  }

  end(play: Play): void {
    this.#timing.end(play);
  }

  cut(play: Play): void {
    if (this.#recordings.has(play)) {
      for (const id of [...this.#recordings.keys()]) if (id >= play) this.#finish(id);
    }
    this.#timing.cut(play);
  }

  pause(paused: boolean): void {
    this.#timing.pause(paused);
  }

  mute(): void {}

  volume(): void {}

  loudness(): void {}

  liveRate(rate: number | null): void {
    this.#timing.liveRate(rate);
  }

  clip(samples: Float32Array, sampleRate: number, options?: ClipOptions): Clip {
    const file = new WavWriter(join(this.#folder, `${this.#number()}-clip.wav`));
    this.#append(file, { samples, sampleRate });
    this.#do(() => file.finish());
    return this.#timing.clip(samples, sampleRate, options);
  }

  stopClip(clip: Clip): void {
    this.#timing.stopClip(clip);
  }

  warm(): void {}

  status(): OutputStatus {
    return { kind: 'wav', audible: false, message: `sound is written to files in ${this.#folder}` };
  }

  /** Everything that was taken is on disk afterwards. */
  async close(): Promise<void> {
    await this.#timing.close();
    for (const play of [...this.#recordings.keys()]) this.#finish(play);
    await this.#work;
    this.#events = undefined;
  }

  #start(play: Play): void {
    const recording = this.#recordings.get(play);
    if (!recording) return;
    const name = `${this.#number()}-item${recording.item}-chunk${recording.chunk}.wav`;
    const file = new WavWriter(join(this.#folder, name));
    recording.file = file;
    for (const part of recording.parts) this.#append(file, part);
    recording.parts = [];
  }

  #number(): string {
    this.#sequence += 1;
    return String(this.#sequence).padStart(4, '0');
  }

  #append(file: WavWriter, part: AudioPart): void {
    this.#do(() => file.append(part));
  }

  #finish(play: Play): void {
    const file = this.#recordings.get(play)?.file;
    this.#recordings.delete(play);
    if (file) this.#do(() => file.finish());
  }

  #do(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: unknown) => {
      if (this.#failed) return;
      // One line is enough: a full disk would say the same for every chunk.
      this.#failed = true;
      const why = error instanceof Error ? error.message : String(error);
      this.#events?.notice(`cannot write sound to files: ${why}`);
    });
  }
}

/** One growing file; its header is right after `finish`. */
class WavWriter {
  readonly #path: string;
  #file: FileHandle | undefined;
  #sampleRate = 0;
  #samples = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async append(part: AudioPart): Promise<void> {
    if (!this.#file) {
      this.#file = await open(this.#path, 'w');
      this.#sampleRate = part.sampleRate;
      await this.#writeHeader();
    }
    const samples = resample(part, this.#sampleRate);
    const at = wavHeaderBytes + this.#samples * 2;
    await writeAll(this.#file, toPcm16(samples), at);
    this.#samples += samples.length;
  }

  async finish(): Promise<void> {
    if (!this.#file) return;
    try {
      await this.#writeHeader();
    } finally {
      await this.#file.close();
    }
  }

  async #writeHeader(): Promise<void> {
    await writeAll(this.#file!, wavHeader(this.#sampleRate, this.#samples), 0);
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A file has one rate, that of its first part; a later part of another rate is interpolated. */
function resample({ samples, sampleRate }: AudioPart, to: number): Float32Array {
  if (sampleRate === to) return samples;
  const last = samples.length - 1;
  return Float32Array.from({ length: Math.round((samples.length * to) / sampleRate) }, (_, at) => {
    const from = Math.min(last, (at * sampleRate) / to);
    const below = Math.floor(from);
    const a = samples[below]!;
    return a + (samples[Math.min(last, below + 1)]! - a) * (from - below);
  });
}

function pass({ lost, notice }: OutputEvents): Pick<OutputEvents, 'lost' | 'notice'> {
  return { lost: () => lost(), notice: (message) => notice(message) };
}
