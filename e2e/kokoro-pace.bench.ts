/**
 * Kokoro's engine on the large stand-in (a random model of Kokoro's size, not its voice): both
 * backends side by side, what our way costs over the model's own runs, how early sound comes.
 */
import { availableParallelism } from 'node:os';
import { median, openKokoro, synthesize } from './rig/kokoro.ts';

const sentence =
  'The build has ended, and all of the tests have passed again, which is more than anybody had expected ' +
  'after the long night before the release, when three machines failed at once, and nobody knew why ' +
  'the fourth one, of the same age, still ran.';
const phrase = 'The build has ended by itself.';
/** So much sound ahead that a chunk is one run. */
const plenty = () => 60;

export async function bench() {
  const rows = [];
  const native = await measure('native', 5);
  const wasm = await measure('wasm', 2);
  const name = (what: string) => `large stand-in, ${what}`;
  const threads = availableParallelism();
  rows.push(
    { name: name(`native, ${threads} threads: real-time factor`), value: native.factor, unit: 'x' },
    { name: name(`wasm, ${threads} threads: real-time factor`), value: wasm.factor, unit: 'x' },
    {
      name: name('native: our way over its runs'),
      value: native.over,
      unit: '% of the sound',
      target: 5,
    },
    {
      name: name('wasm: our way over its runs'),
      value: wasm.over,
      unit: '% of the sound',
      target: 5,
    },
    { name: name('native: a 250-character sentence, whole'), value: native.whole, unit: 'ms' },
    {
      name: name('native: its first sound'),
      value: native.first,
      unit: 'ms',
      target: 0.25,
      ratioTo: name('native: a 250-character sentence, whole'),
    },
    {
      name: name('native: first sound of a phrase'),
      value: native.phrase,
      unit: 'ms',
      target: 350,
    },
    {
      name: name('auto took the slower'),
      value: await autoIsWrong(native.factor < wasm.factor),
      unit: '',
      target: 0,
    },
  );
  return rows;
}

async function measure(backend: 'native' | 'wasm', runs: number) {
  const { engine, ran, close } = await openKokoro('large', backend);
  try {
    const whole = [];
    const first = [];
    const short = [];
    const over = [];
    for (let run = 0; run < runs; run += 1) {
      const before = ran();
      const all = await synthesize(engine, sentence, plenty);
      whole.push(all.all);
      over.push((0.1 * (all.all - (ran() - before))) / all.seconds);
      if (backend === 'wasm') continue;
      first.push((await synthesize(engine, sentence)).first);
      short.push((await synthesize(engine, phrase)).first);
    }
    return {
      factor: engine.report().factor ?? Number.NaN,
      whole: median(whole),
      first: median(first),
      phrase: median(short),
      over: median(over),
    };
  } finally {
    await close();
  }
}

/** 1 when `auto` did not choose the backend that was faster here, else 0. */
async function autoIsWrong(nativeIsFaster: boolean): Promise<number> {
  const { engine, close } = await openKokoro('large', 'auto');
  const { backend } = engine.report();
  await close();
  return backend === (nativeIsFaster ? 'native' : 'wasm') ? 0 : 1;
}
