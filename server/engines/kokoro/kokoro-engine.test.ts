import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineBench, files, letters, sentence } from './fixtures/engine-bench.ts';
import { settled } from './fixtures/fakes.ts';
import { type Ran, type Run, RunError } from './inference.ts';

let bench: EngineBench;
beforeEach(() => (bench = new EngineBench()));
afterEach(async () => {
  await bench.engine.close();
  await settled();
  expect(bench.clock.armed).toBe(0);
  expect([bench.wasm.open, bench.native.open]).toEqual([0, 0]);
});

const voicesOf = (parts: readonly { by: string }[]) => parts.map(({ by }) => by);

/** The run with this number fails; the others do what they do. */
function failAt(number: number, failure: Error): void {
  let count = 0;
  bench.native.model.answer = (run: Run): Ran => {
    count += 1;
    if (count === number) throw failure;
    return bench.native.ran(run);
  };
}

describe('with its model', () => {
  beforeEach(() => bench.ready());

  test('it speaks itself', async () => {
    const said = bench.speak('Hello world.');
    await said.end;
    expect(voicesOf(said.parts)).toEqual(['kokoro']);
    expect(bench.spoken()).toEqual(['hello world.']);
    expect(bench.saidOtherwise()).toEqual([]);
    expect(bench.log).toHaveLength(2);
  });

  test('the rate is its speed, from a half to twice', async () => {
    for (const rate of [50, 100, 250, 400, 900]) await bench.speak('Hi.', { rate }).end;
    expect(bench.native.model.runs.slice(2).map(({ speed }) => speed)).toEqual([
      0.5, 0.5, 1.25, 2, 2,
    ]);
  });

  test('what it would speak badly is stretched where the mixer may', async () => {
    bench.engine.setStretches(true);
    const stretches: (number | undefined)[] = [];
    for (const rate of [100, 250, 400]) {
      const said = bench.speak('Hi.', { rate });
      await said.end;
      stretches.push(said.parts[0]!.stretch);
    }
    expect(bench.native.model.runs.slice(2).map(({ speed }) => speed)).toEqual([0.75, 1.25, 1.5]);
    expect(stretches).toEqual([0.5 / 0.75, undefined, 2 / 1.5]);
    bench.engine.setStretches(false);
    await bench.speak('Hi.', { rate: 400 }).end;
    expect(bench.native.model.runs.at(-1)!.speed).toBe(2);
  });

  test('a voice decides the accent', async () => {
    const accents: string[] = [];
    const { phonemize } = letters;
    bench.pronouncer = async () => ({
      ...letters,
      phonemize(text, accent) {
        accents.push(accent);
        return phonemize(text, accent);
      },
    });
    await bench.engine.close();
    const { pronouncer } = bench;
    bench = new EngineBench();
    bench.pronouncer = pronouncer;
    await bench.ready();
    await bench.speak('Hi.', { voice: 'bf_emma' }).end;
    await bench.speak('Hi.', { voice: null }).end;
    expect(accents).toEqual(['gb', 'us']);
  });

  test('a long sentence comes in parts, and a short one first', async () => {
    const said = bench.speak(sentence(250));
    await said.end;
    expect(said.parts.length).toBeGreaterThan(2);
    expect(said.parts[0]!.seconds).toBeLessThan(2);
  });

  test('with enough ahead a sentence is one run', async () => {
    const said = bench.speak(sentence(250), { ahead: () => 60 });
    await said.end;
    expect(said.parts).toHaveLength(1);
  });

  test('two chunks never interleave', async () => {
    const first = bench.speak(sentence(250));
    const second = bench.speak('Zzz zzz zzz.');
    await Promise.all([first.end, second.end]);
    expect(bench.spoken().length).toBeGreaterThan(3);
    expect(bench.spoken().findIndex((text) => text.includes('z'))).toBe(bench.spoken().length - 1);
  });

  test('a chunk that is aborted while it waits does not hold up the next', async () => {
    let finish = (): void => {};
    bench.native.model.answer = async (run) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return bench.native.ran(run);
    };
    const first = bench.speak('First.');
    const second = bench.speak('Second.');
    const third = bench.speak('Third.');
    await settled();
    second.abort.abort(new Error('skipped'));
    await settled();
    expect(second.error?.message).toBe('skipped');
    finish();
    await first.end;
    await settled();
    finish();
    await third.end;
    expect(bench.spoken()).toEqual(['first.', 'third.']);
  });

  test('an abort during a run ends it at once, and frees its turn', async () => {
    bench.native.model.answer = () => new Promise(() => {});
    const first = bench.speak('First.');
    await settled();
    first.abort.abort(new Error('skipped'));
    await first.end;
    expect(first.error?.message).toBe('skipped');
    expect(first.parts).toEqual([]);
    bench.native.model.answer = (run) => bench.native.ran(run);
    const second = bench.speak('Second.');
    await second.end;
    expect(voicesOf(second.parts)).toEqual(['kokoro']);
    expect(bench.saidOtherwise()).toEqual([]);
  });

  test('a reader that stops in the middle frees its turn', async () => {
    const request = { text: sentence(250), voice: null, rate: 200 };
    for await (const _ of bench.engine.synthesize(request, new AbortController().signal)) break;
    const next = bench.speak('Next.');
    await next.end;
    expect(voicesOf(next.parts)).toEqual(['kokoro']);
  });
});

describe('what it cannot say', () => {
  beforeEach(() => bench.ready());

  test.each(['🎉🎉', '你好。', '…', '!?'])(
    '%s is for the other voice, with a line',
    async (text) => {
      const said = bench.speak(text);
      await said.end;
      expect(voicesOf(said.parts)).toEqual(['onecore']);
      expect(bench.saidOtherwise()).toEqual([text]);
      expect(bench.spoken()).toEqual([]);
      expect(bench.log.at(-1)).toBe(
        "engine 'kokoro' could not say a text (it has no sounds for it); onecore says it",
      );
    },
  );

  test('the other voice has its own voice, and the same rate and time', async () => {
    const ahead = () => 3;
    await bench.speak('🎉', { voice: 'bf_emma', rate: 310, ahead }).end;
    expect(bench.fallback.said).toEqual([{ text: '🎉', voice: null, rate: 310, ahead }]);
  });

  test('what fails at once is said by the other voice as a whole', async () => {
    failAt(1, new RunError('not a number'));
    const said = bench.speak('Hello big world.');
    await said.end;
    expect(voicesOf(said.parts)).toEqual(['onecore']);
    expect(bench.saidOtherwise()).toEqual(['Hello big world.']);
    expect(bench.log.at(-1)).toContain('not a number');
    expect(bench.log.at(-1)).not.toMatch(/hello/i);
  });

  test.each([2, 3])('what fails at run %i is finished from the exact word', async (number) => {
    const text = sentence(250);
    failAt(number, new RunError('not a number'));
    const said = bench.speak(text);
    await said.end;
    expect(voicesOf(said.parts)).toEqual([
      ...Array.from({ length: number - 1 }, () => 'kokoro'),
      'onecore',
    ]);
    const own = bench
      .spoken()
      .slice(0, number - 1)
      .join(' ');
    expect(`${own} ${bench.saidOtherwise()[0]}`).toBe(text);
  });

  test('a failure of one sentence is none of the next', async () => {
    failAt(1, new RunError('not a number'));
    await bench.speak('First.').end;
    const next = bench.speak('Second.');
    await next.end;
    expect(voicesOf(next.parts)).toEqual(['kokoro']);
    expect(bench.engine.status().ready).toBe(true);
  });

  test('silence where words should be is finished by the other voice', async () => {
    bench.native.model.answer = () => ({ samples: new Float32Array(24_000), ms: 1 });
    await bench.speak('Hello world.').end;
    expect(bench.saidOtherwise()).toEqual(['Hello world.']);
  });

  test('the other voice fails: so does the sentence', async () => {
    bench.fallback.failure = new Error('no voice at all');
    const said = bench.speak('🎉');
    await said.end;
    expect(said.error?.message).toBe('no voice at all');
  });

  test('a model that is lost twice in a run: the other voice goes on from the word', async () => {
    const text = sentence(250);
    let count = 0;
    bench.native.model.answer = (run) => {
      count += 1;
      return count === 1 ? bench.native.ran(run) : new Promise<Ran>(() => {});
    };
    const said = bench.speak(text);
    await settled();
    const [own] = bench.spoken();
    bench.native.answer = () => new Promise(() => {});
    bench.native.model.lose();
    await settled();
    bench.native.model.lose();
    await said.end;
    expect(voicesOf(said.parts)).toEqual(['kokoro', 'onecore']);
    expect(`${own} ${bench.saidOtherwise()[0]}`).toBe(text);
  });

  test('a model that is lost once: it goes on itself', async () => {
    bench.native.model.answer = () => new Promise(() => {});
    const said = bench.speak('Hello world.');
    await settled();
    bench.native.model.lose();
    await said.end;
    expect(voicesOf(said.parts)).toEqual(['kokoro']);
  });
});

describe('files', () => {
  test('a model that does not load is rejected, and the other voice speaks', async () => {
    const { ModelFileError } = await import('./inference.ts');
    bench.native.failure = bench.wasm.failure = new ModelFileError('it is no model');
    await bench.ready();
    expect(bench.provisioner.rejected).toEqual([{ file: files.model, why: 'it is no model' }]);
    expect(bench.engine.status()).toMatchObject({ status: 'waiting', fallback: 'onecore' });
    await bench.speak('Hello.').end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
    bench.native.failure = null;
    bench.provisioner.become({ status: 'ready', files });
    await settled();
    expect(bench.engine.status().ready).toBe(true);
  });

  test('voices that cannot be read are rejected', async () => {
    bench.openVoices = async () => {
      throw new Error('it is no zip');
    };
    await bench.ready();
    expect(bench.provisioner.rejected).toEqual([{ file: files.voices, why: 'it is no zip' }]);
    expect(bench.native.loads).toBe(0);
  });

  test('without a file of voices it is the model that is rejected', async () => {
    bench.openVoices = async () => {
      throw new Error('there is no file of voices');
    };
    bench.engine.warm();
    bench.provisioner.become({ status: 'ready', files: { ...files, voices: null } });
    await settled();
    expect(bench.provisioner.rejected.map(({ file }) => file)).toEqual([files.model]);
  });

  test('a model that is gone again is rejected', async () => {
    bench.keyOf = () => {
      throw new Error('ENOENT');
    };
    await bench.ready();
    expect(bench.provisioner.rejected).toEqual([{ file: files.model, why: 'ENOENT' }]);
  });

  test('what is wrong with the voices is logged', async () => {
    bench.openVoices = async () => ({
      problems: () => ['the zip is damaged'],
      style: async () => new Float32Array(256),
    });
    await bench.ready();
    expect(bench.log).toContain('kokoro voices: the zip is damaged');
  });

  test('where text cannot become sounds, no file is at fault; it is tried again', async () => {
    const { pronouncer } = bench;
    bench.pronouncer = async () => {
      throw new Error('lexicon.bin is missing');
    };
    await bench.ready();
    expect(bench.provisioner.rejected).toEqual([]);
    expect(bench.engine.status()).toMatchObject({
      status: 'waiting',
      message: 'lexicon.bin is missing',
    });
    expect(bench.engine.busy()).toBe(false);
    await bench.speak('Hello.').end;
    expect(bench.saidOtherwise()).toEqual(['Hello.']);
    bench.pronouncer = pronouncer;
    await bench.speak('Hello.').end;
    await settled();
    expect(bench.engine.status()).toEqual({ engine: 'kokoro', ready: true, status: 'ready' });
  });

  test('are listed as installed when they are there', async () => {
    expect((await bench.engine.voices()).map(({ installed }) => installed)).not.toContain(true);
    bench.provisioner.become({ status: 'ready', files });
    const voices = await bench.engine.voices();
    expect(voices).toHaveLength(28);
    expect(voices.every(({ installed }) => installed)).toBe(true);
    expect(voices[0]).toMatchObject({ id: 'af_heart', license_class: 'permissive' });
    await settled();
  });

  test('of another model replace the first', async () => {
    await bench.ready();
    bench.provisioner.become({ status: 'ready', files: { ...files, model: '/models/other.onnx' } });
    await settled();
    expect(bench.native.loads).toBe(2);
    expect(bench.native.open).toBe(1);
  });

  test('of another model replace the first although they are opened sooner', async () => {
    const { openVoices } = bench;
    let open = (): void => {};
    bench.openVoices = async () => {
      await new Promise<void>((resolve) => (open = resolve));
      return openVoices();
    };
    await bench.ready();
    bench.openVoices = openVoices;
    const models: string[] = [];
    const { load } = bench.native;
    bench.native.load = (model, signal) => {
      models.push(model);
      return load.call(bench.native, model, signal);
    };
    bench.provisioner.become({ status: 'ready', files: { ...files, model: '/models/other.onnx' } });
    await settled();
    open();
    await settled();
    expect(models).toEqual(['/models/other.onnx']);
  });

  test('told again are not loaded again', async () => {
    await bench.ready();
    bench.provisioner.become({ status: 'ready', files });
    await settled();
    expect(bench.native.loads).toBe(1);
  });
});
