import { describe, expect, test } from 'vitest';
import { tokenize } from '../../phonemes/index.ts';
import type { AudioPart } from '../port.ts';
import { sentence } from './fixtures/simulated-playback.ts';
import { MOST_TOKENS, type Ran, type Run, RunError, SAMPLE_RATE } from './inference.ts';
import { PaceMeter } from './pace.ts';
import {
  CutShortError,
  hasSounds,
  type SpeechParts,
  speakWithModel,
  type Spoken,
} from './speech.ts';

const never = new AbortController().signal;
/** As long as the longest run. */
const tone = new Float32Array(40 * SAMPLE_RATE).fill(0.1);

function partsOf(over: Partial<SpeechParts> = {}): SpeechParts & { runs: Run[] } {
  const runs: Run[] = [];
  return {
    runs,
    async run(run) {
      runs.push(run);
      const seconds = (run.tokens.length - 2) * 0.065;
      return { samples: tone.subarray(0, seconds * SAMPLE_RATE), ms: 310 * seconds };
    },
    style: async (tokens) => new Float32Array(256).fill(tokens),
    tokenize,
    meter: new PaceMeter(),
    ahead: () => 0,
    ...over,
  };
}

async function all(spoken: Spoken, parts: SpeechParts, signal = never): Promise<AudioPart[]> {
  const made: AudioPart[] = [];
  for await (const part of speakWithModel(spoken, parts, signal)) made.push(part);
  return made;
}

const texts = (runs: readonly Run[]) => runs.map(({ tokens }) => [...tokens.slice(1, -1)]);
/** Spaces at a seam are not said. */
const withoutSpaces = (tokens: readonly number[]) => tokens.filter((token) => token !== 16);

/** The same numbers at every run. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(next: () => number): Spoken {
  const symbols = 'ðəˈɪldhæzɛnᵻɔʌvsɡWˌɹAʧʤ';
  const marks = [' ', ' ', ' ', ' ', ', ', '; ', '. ', ' — ', '… ', '! '];
  let text = next() < 0.2 ? '“' : '';
  const starts: number[] = [];
  const words = 1 + Math.floor(next() ** 3 * 250);
  const longest = next() < 0.1 ? 900 : 12;
  for (let word = 0; word < words; word += 1) {
    starts.push(text.length);
    const length = 1 + Math.floor(next() * longest);
    for (let at = 0; at < length; at += 1) text += symbols[Math.floor(next() * symbols.length)];
    text += marks[Math.floor(next() * marks.length)];
  }
  return { text: next() < 0.5 ? text.trimEnd() : text, starts, speed: 0.5 + 1.5 * next() };
}

describe('what is said', () => {
  test('of any text, at any pace, with anything ahead: all symbols, in order', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = random(seed);
      const spoken = randomText(next);
      const pace = { factor: next() ** 2 * 4, fixed: next() * 0.3 };
      const strange = [0, -3, Number.NaN, Number.POSITIVE_INFINITY, undefined];
      const ahead = () => (next() < 0.2 ? (strange[Math.floor(next() * 5)] as number) : next() * 8);
      const parts = partsOf({ meter: new PaceMeter(pace), ahead });
      await all(spoken, parts);
      expect(texts(parts.runs).flatMap(withoutSpaces)).toEqual(
        withoutSpaces(tokenize(spoken.text)),
      );
      for (const { tokens } of parts.runs) {
        expect(tokens.length - 2).toBeLessThanOrEqual(MOST_TOKENS);
        expect([tokens[0], tokens.at(-1)]).toEqual([0, 0]);
      }
    }
  });

  test('a word is not cut where it fits into a run', async () => {
    const spoken = sentence(900);
    const parts = partsOf();
    await all(spoken, parts);
    const words = (tokens: readonly number[]) =>
      tokens
        .join(' ')
        .split(/(?:^| )16(?: |$)/)
        .filter((word) => word !== '');
    expect(parts.runs.length).toBeGreaterThan(3);
    expect(texts(parts.runs).flatMap(words)).toEqual(words(tokenize(spoken.text)));
  });

  test('the whole chunk is one run when enough sounds', async () => {
    const parts = partsOf({ ahead: () => 60 });
    await all(sentence(400), parts);
    expect(parts.runs).toHaveLength(1);
  });

  test('what is ahead counts as nothing when it cannot be', async () => {
    const usual = partsOf();
    await all(sentence(300), usual);
    for (const wrong of [Number.NaN, -3, undefined as unknown as number]) {
      const parts = partsOf({ ahead: () => wrong });
      await all(sentence(300), parts);
      expect(texts(parts.runs)).toEqual(texts(usual.runs));
    }
  });

  test('each run has the style for its length, and the speed', async () => {
    const parts = partsOf();
    await all({ ...sentence(300), speed: 1.25 }, parts);
    for (const { tokens, style, speed } of parts.runs) {
      expect(style[0]).toBe(tokens.length - 2);
      expect(speed).toBe(1.25);
    }
  });

  test('nothing is said of nothing', async () => {
    expect(await all({ text: '', starts: [], speed: 1 }, partsOf())).toEqual([]);
  });
});

describe('silence', () => {
  const around =
    (seconds: number) =>
    async (run: Run): Promise<Ran> => {
      const quiet = new Float32Array(seconds * SAMPLE_RATE);
      const loud = new Float32Array((run.tokens.length - 2) * 1560).fill(0.1);
      return { samples: Float32Array.of(...quiet, ...loud, ...quiet), ms: 10 };
    };

  test('is cut off, but for a little', async () => {
    const [part] = await all(
      { text: 'wˈʌn', starts: [0], speed: 1 },
      partsOf({ run: around(0.5) }),
    );
    expect(part!.samples.length / SAMPLE_RATE).toBeCloseTo(4 * 0.065 + 2 * 0.03, 3);
  });

  test('after a clause mark the voice pauses', async () => {
    const text = 'wˈʌn tˈu, θɹˈi fˈɔɹ fˈIv sˈɪks sˈɛvən ˈAt nˈIn.';
    const starts = [...text.matchAll(/(?<=^| )\S/g)].map(({ index }) => index);
    const runs: Run[] = [];
    const run = (given: Run) => {
      runs.push(given);
      return around(0.5)(given);
    };
    const made = await all({ text, starts, speed: 1 }, partsOf({ run }));
    const lengths = made.map(
      ({ samples }, index) =>
        samples.length / SAMPLE_RATE - (runs[index]!.tokens.length - 2) * 0.065,
    );
    expect(lengths[0]).toBeCloseTo(0.03 + 0.15, 3);
    expect(lengths.at(-1)).toBeCloseTo(0.03 + 0.03, 3);
  });

  test('of a run of marks is left out', async () => {
    const run = async () => ({ samples: new Float32Array(100), ms: 1 });
    expect(await all({ text: '…', starts: [], speed: 1 }, partsOf({ run }))).toEqual([]);
  });

  test('of a run of words is a failure', async () => {
    const run = async () => ({ samples: new Float32Array(24_000), ms: 1 });
    const said = all({ text: 'wˈʌn', starts: [0], speed: 1 }, partsOf({ run }));
    await expect(said).rejects.toThrow(/silence/);
  });
});

describe('a run that fails', () => {
  /** Fails at the run with this number. */
  function failing(at: number, over: Partial<SpeechParts> = {}) {
    const parts = partsOf(over);
    const run = parts.run;
    parts.run = async (given, signal) => {
      if (parts.runs.length === at) throw new RunError('out of memory');
      return run(given, signal);
    };
    return parts;
  }

  async function cutShort(spoken: Spoken, parts: SpeechParts) {
    const made: AudioPart[] = [];
    try {
      for await (const part of speakWithModel(spoken, parts, never)) made.push(part);
    } catch (error) {
      if (error instanceof CutShortError) return { made, from: error.from, why: error.message };
      throw error;
    }
    throw new Error('it did not fail');
  }

  test('at once: nothing was said', async () => {
    const { made, from, why } = await cutShort(sentence(300), failing(0));
    expect({ made, from, why }).toEqual({ made: [], from: 0, why: 'out of memory' });
  });

  test.each([1, 2])('later: tells where the rest begins (run %i)', async (at) => {
    const spoken = sentence(300);
    const parts = failing(at);
    const { made, from } = await cutShort(spoken, parts);
    expect(made).toHaveLength(at);
    expect(texts(parts.runs).flatMap(withoutSpaces)).toEqual(
      withoutSpaces(tokenize(spoken.text.slice(0, from))),
    );
  });

  test('what was made and held back is said before', async () => {
    const slow = new PaceMeter({ factor: 1.4, fixed: 0.05 });
    const parts = failing(1, { meter: slow });
    const { run } = parts;
    parts.run = async (given, signal) => ({ ...(await run(given, signal)), ms: 1e6 });
    const { made } = await cutShort(sentence(300), parts);
    expect(made).toHaveLength(1);
  });

  test.each(['style', 'tokenize'] as const)('also when %s does', async (name) => {
    let asked = 0;
    const usual = partsOf();
    const parts = {
      ...usual,
      [name]: (...given: never[]) => {
        asked += 1;
        if (asked === 2) throw new Error('it broke');
        return (usual[name] as (...all: never[]) => unknown)(...given);
      },
    } as SpeechParts;
    const { made, from } = await cutShort(sentence(300), parts);
    expect(made).toHaveLength(1);
    expect(from).toBeGreaterThan(0);
  });

  test('because it was aborted throws the reason, and says nothing more', async () => {
    const abort = new AbortController();
    const slow = new PaceMeter({ factor: 1.4, fixed: 0.05 });
    const parts = partsOf({ meter: slow });
    const { run } = parts;
    parts.run = async (given, signal) => {
      if (parts.runs.length === 1) {
        abort.abort(new Error('skipped'));
        throw new RunError('whatever');
      }
      return { ...(await run(given, signal)), ms: 1e6 };
    };
    const made: AudioPart[] = [];
    const said = (async () => {
      for await (const part of speakWithModel(sentence(300), parts, abort.signal)) made.push(part);
    })();
    await expect(said).rejects.toThrow('skipped');
    expect(made).toEqual([]);
  });
});

test.each([
  ['wˈʌn', true],
  ['…', false],
  [' — “!” ', false],
  ['', false],
])('%j has sounds: %s', (symbols, has) => {
  expect(hasSounds(symbols)).toBe(has);
});
