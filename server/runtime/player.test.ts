import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../audio/port.ts';
import type { AudioPart, Engine } from '../engines/port.ts';
import { Player } from './player.ts';

/** An output that only writes down what it is told. */
class Recorder {
  calls: string[] = [];
  readonly output = {
    begin: (play: number) => this.calls.push(`begin ${play}`),
    write: (play: number, part: AudioPart) =>
      this.calls.push(`write ${play} ${part.samples.length}`),
    end: (play: number) => this.calls.push(`end ${play}`),
    cut: (play: number) => this.calls.push(`cut ${play}`),
  } as unknown as Output;
  take(): string[] {
    return this.calls.splice(0);
  }
}

/** An engine whose parts come when the test says so. */
class Script {
  #next: ((result: AudioPart | Error | null) => void) | null = null;
  signal: AbortSignal | null = null;
  readonly engine = {
    synthesize: (_request: unknown, signal: AbortSignal) => {
      this.signal = signal;
      return this.#parts();
    },
  } as unknown as Engine;

  async *#parts(): AsyncIterable<AudioPart> {
    for (;;) {
      const result = await new Promise<AudioPart | Error | null>(
        (resolve) => (this.#next = resolve),
      );
      if (result === null) return;
      if (result instanceof Error) throw result;
      yield result;
    }
  }

  async give(result: number | Error | null): Promise<void> {
    const part =
      typeof result === 'number'
        ? { sampleRate: 16000, samples: new Float32Array(result) }
        : result;
    this.#next!(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let recorder: Recorder;
let script: Script;
let events: string[];
let player: Player;
beforeEach(() => {
  recorder = new Recorder();
  script = new Script();
  events = [];
  player = new Player({
    output: recorder.output,
    voice: () => ({ engine: script.engine, voice: null, rate: 250 }),
    started: (play) => events.push(`started ${play}`),
    ended: (play) => events.push(`ended ${play}`),
    failed: (audio, message) => events.push(`failed ${audio} ${message}`),
  });
});

const where = { item: 1, chunk: 0 };

describe('Player', () => {
  it('hands parts over as they come', async () => {
    player.synthesize(1, 'text');
    player.play(2, 1, where);
    expect(recorder.take()).toEqual(['begin 2']);
    await script.give(10);
    expect(recorder.take()).toEqual(['write 2 10']);
    await script.give(20);
    await script.give(null);
    expect(recorder.take()).toEqual(['write 2 20', 'end 2']);
  });

  it('gives a later play what was made already', async () => {
    player.synthesize(1, 'text');
    await Promise.resolve();
    await script.give(10);
    await script.give(null);
    player.play(2, 1, where);
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'end 2']);
  });

  it('ends a play whose synthesis failed after what was made', async () => {
    player.synthesize(1, 'text');
    player.play(2, 1, where);
    await script.give(10);
    await script.give(new Error('broke'));
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'end 2']);
    expect(events).toEqual(['failed 1 synthesis failed: broke']);
  });

  it('release ends the work', async () => {
    player.synthesize(1, 'text');
    player.play(2, 1, where);
    await Promise.resolve();
    player.release(1);
    expect(script.signal!.aborted).toBe(true);
    recorder.take();
    await script.give(10);
    expect(recorder.take()).toEqual([]);
  });

  it('begins every play that is not over again when the output was lost', async () => {
    player.synthesize(1, 'text');
    player.play(2, 1, where);
    await script.give(10);
    await script.give(null);
    player.outputStarted(2);
    recorder.take();
    player.outputLost();
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'end 2']);
  });

  it('does not begin again what ended or was cut', async () => {
    for (const [audio, play] of [
      [1, 2],
      [3, 4],
      [5, 6],
    ] as const) {
      player.synthesize(audio, 'text');
      player.play(play, audio, where);
    }
    player.outputEnded(2);
    player.cut(6);
    recorder.take();
    player.outputLost();
    expect(recorder.take()).toEqual(['begin 4']);
  });

  it('the end of a play that was cut is not passed on', () => {
    player.synthesize(1, 'text');
    player.play(2, 1, where);
    player.cut(2);
    player.outputEnded(2);
    expect(events).toEqual([]);
  });
});
