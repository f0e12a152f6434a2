import { beforeEach, describe, expect, it } from 'vitest';
import type { Output, Sounded } from '../audio/port.ts';
import type { AudioPart, Engine, SynthesisRequest } from '../engines/port.ts';
import { Player } from './player.ts';

/** An output that only writes down what it is told. */
class Recorder {
  calls: string[] = [];
  /** What each play was begun as. */
  begun: Sounded[] = [];
  readonly output = {
    begin: (play: number, sounded: Sounded) => {
      this.calls.push(`begin ${play}`);
      this.begun.push(sounded);
    },
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
  /** Of the last request. */
  rate = 0;
  readonly engine = {
    id: 'script',
    defaultVoice: 'anna',
    synthesize: ({ rate }: SynthesisRequest, signal: AbortSignal) => {
      this.signal = signal;
      this.rate = rate;
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
    now: () => 0,
    output: recorder.output,
    voice: ({ voice, rate }) => ({
      engine: script.engine,
      voice: voice ?? null,
      rate: rate ?? 250,
    }),
    code: () => code,
    started: (play) => events.push(`started ${play}`),
    ended: (play) => events.push(`ended ${play}`),
    failed: (audio, message) => events.push(`failed ${audio} ${message}`),
  });
});

const code = { speed: 80, pause: 500 };
const where = { item: 1, chunk: 0 };

describe('Player', () => {
  it('hands parts over as they come', async () => {
    player.synthesize(1, { text: 'text' });
    player.play(2, 1, where);
    expect(recorder.take()).toEqual(['begin 2']);
    await script.give(10);
    expect(recorder.take()).toEqual(['write 2 10']);
    await script.give(20);
    await script.give(null);
    expect(recorder.take()).toEqual(['write 2 20', 'end 2']);
  });

  it('gives a later play what was made already', async () => {
    player.synthesize(1, { text: 'text' });
    await Promise.resolve();
    await script.give(10);
    await script.give(null);
    player.play(2, 1, where);
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'end 2']);
  });

  it.each([
    ['start', 200],
    ['line', 200],
    ['end', 250],
    [undefined, 250],
  ] as const)('reads the %s of a block at its own rate', (part, rate) => {
    player.synthesize(1, { text: 'text', ...(part && { code: part }) });
    expect(script.rate).toBe(rate);
  });

  it('puts silence after a line of code', async () => {
    player.synthesize(1, { text: 'text', code: 'line' });
    player.play(2, 1, where);
    await script.give(10);
    await script.give(null);
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'write 2 8000', 'end 2']);
  });

  it('says at which rate, and in whose voice, a play was made', () => {
    player.synthesize(1, { text: 'text' });
    player.synthesize(2, { text: 'text' }, { rate: 300, voice: 'bert' });
    player.play(3, 1, where);
    player.play(4, 2, where);
    expect(recorder.begun).toEqual([
      { ...where, rate: 250, source: 'script/anna' },
      // A rate of its own does not follow the one in force.
      { ...where, rate: undefined, source: 'script/bert' },
    ]);
  });

  it('ends a play whose synthesis failed after what was made', async () => {
    player.synthesize(1, { text: 'text' });
    player.play(2, 1, where);
    await script.give(10);
    await script.give(new Error('broke'));
    expect(recorder.take()).toEqual(['begin 2', 'write 2 10', 'end 2']);
    expect(events).toEqual(['failed 1 synthesis failed: broke']);
  });

  it('release ends the work', async () => {
    player.synthesize(1, { text: 'text' });
    player.play(2, 1, where);
    await Promise.resolve();
    player.release(1);
    expect(script.signal!.aborted).toBe(true);
    recorder.take();
    await script.give(10);
    expect(recorder.take()).toEqual([]);
  });

  it('begins every play that is not over again when the output was lost', async () => {
    player.synthesize(1, { text: 'text' });
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
      player.synthesize(audio, { text: 'text' });
      player.play(play, audio, where);
    }
    player.outputEnded(2);
    player.cut(6);
    recorder.take();
    player.outputLost();
    expect(recorder.take()).toEqual(['begin 4']);
  });

  it('the end of a play that was cut is not passed on', () => {
    player.synthesize(1, { text: 'text' });
    player.play(2, 1, where);
    player.cut(2);
    player.outputEnded(2);
    expect(events).toEqual([]);
  });
});

describe('seconds of sound ahead', () => {
  let now: number;
  let asks: (() => number)[];
  let gives: ((seconds: number) => Promise<void>)[];
  beforeEach(() => {
    now = 1000;
    asks = [];
    gives = [];
    const engine = {
      id: 'script',
      defaultVoice: 'anna',
      async *synthesize({ ahead }: SynthesisRequest) {
        asks.push(ahead!);
        let next: (seconds: number) => void = () => {};
        gives.push(async (seconds) => {
          next(seconds);
          await new Promise((resolve) => setImmediate(resolve));
        });
        for (;;) {
          const seconds = await new Promise<number>((resolve) => (next = resolve));
          yield { sampleRate: 16000, samples: new Float32Array(16000 * seconds), stretch: 2 };
        }
      },
    } as unknown as Engine;
    player = new Player({
      now: () => now,
      output: recorder.output,
      voice: () => ({ engine, voice: null, rate: 250 }),
      code: () => ({ speed: 80, pause: 0 }),
      started: () => {},
      ended: () => {},
      failed: () => {},
    });
  });

  /** Audio `index + 1` under the play `index + 11`. */
  async function begin(index: number): Promise<void> {
    player.synthesize(index + 1, { text: 'text' });
    player.play(index + 11, index + 1, where);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const ahead = (index: number) => asks[index]!();

  it('are none at first', async () => {
    await begin(0);
    expect(ahead(0)).toBe(0);
  });

  it('are what was made, as fast as it is sounded, before the output began', async () => {
    await begin(0);
    await gives[0]!(4);
    now += 5000;
    expect(ahead(0)).toBe(2);
  });

  it('get less while it is heard', async () => {
    await begin(0);
    await gives[0]!(4);
    player.outputStarted(11);
    now += 1500;
    expect(ahead(0)).toBe(0.5);
    now += 1000;
    expect(ahead(0)).toBe(0);
  });

  it('count a part that came late from when it came', async () => {
    await begin(0);
    await gives[0]!(2);
    player.outputStarted(11);
    now += 10_000;
    await gives[0]!(4);
    now += 500;
    expect(ahead(0)).toBe(1.5);
  });

  it('of a later one have those before it in them, and not the other way', async () => {
    await begin(0);
    await begin(1);
    await gives[0]!(4);
    await gives[1]!(6);
    player.outputStarted(11);
    now += 500;
    expect(ahead(0)).toBe(1.5);
    expect(ahead(1)).toBe(4.5);
  });

  it('are of what still plays only', async () => {
    await begin(0);
    await begin(1);
    await gives[0]!(4);
    await gives[1]!(6);
    player.outputStarted(11);
    now += 2000;
    player.outputEnded(11);
    player.outputStarted(12);
    now += 1000;
    expect(ahead(1)).toBe(2);
  });

  it('are all of it again when the output was lost', async () => {
    await begin(0);
    await gives[0]!(4);
    player.outputStarted(11);
    now += 1500;
    player.outputLost();
    expect(ahead(0)).toBe(2);
  });
});
