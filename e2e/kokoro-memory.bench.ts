/**
 * Whether memory grows with speech: 2,000 sentences of Kokoro on the small stand-in, in the hidden page.
 * What the page and node hold over the last tenth, against what they held over the second one.
 */
import { openKokoro, synthesize } from './rig/kokoro.ts';
import { pssWithoutFilesMb, rssMb } from './rig/process-cost.ts';
import { isBrowser, memoryUnder } from './rig/tree-memory.ts';

const SENTENCES = 2000;
/** Looked at so often; each tenth has twenty looks. */
const EVERY = 10;
const LIMIT_MS = 4 * 60_000;

const words =
  'the build has ended and every test passed again after a long night in which three machines failed at once'.split(
    ' ',
  );

/**
 * Of 2 to 12 words and a number. Lengths and words change as they do in speech, but the words are soon all
 * known: those that were said are remembered, up to a limit that is not reached here.
 */
function sentence(n: number): string {
  const count = 2 + ((n * 7) % 11);
  const said = Array.from({ length: count }, (_, at) => words[(n + at * 3) % words.length]);
  return `${said.join(' ')} ${n % 97}.`;
}

export async function bench() {
  const { engine, close } = await openKokoro('small', 'wasm');
  const page: number[] = [];
  const node: number[] = [];
  const began = performance.now();
  try {
    let said = 0;
    for (; said < SENTENCES && performance.now() - began < LIMIT_MS; said += 1) {
      await synthesize(engine, sentence(said), () => 60);
      if (said % EVERY > 0) continue;
      globalThis.gc?.();
      page.push(memoryUnder(process.pid, isBrowser, pssWithoutFilesMb));
      node.push(rssMb(process.pid));
    }
    const name = `${said.toLocaleString('en')} sentences, small stand-in`;
    return [
      ...growth(`${name}: browser tree, PSS without files`, page),
      ...growth(`${name}: node, RSS`, node),
      {
        name: 'sentences that there was no time for',
        value: SENTENCES - said,
        unit: '',
        target: 0,
      },
    ];
  } finally {
    await close();
  }
}

/**
 * The lower quartile of each tenth: a page's memory goes up and down by a seventh with its garbage, and what
 * stays is what would grow.
 */
function growth(name: string, looks: readonly number[]) {
  const tenth = Math.floor(looks.length / 10);
  const early = lowerQuartile(looks.slice(tenth, 2 * tenth));
  const late = lowerQuartile(looks.slice(-tenth));
  return [
    { name: `${name}, second tenth`, value: early, unit: 'MB' },
    {
      name: `${name}, last tenth`,
      value: late,
      unit: 'MB',
      target: 1.1,
      ratioTo: `${name}, second tenth`,
    },
  ];
}

function lowerQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? Number.NaN;
}
