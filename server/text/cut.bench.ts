/** How fast text is cut and read, and that no text makes it slower than another. Growth is of CPU time: others on the machine do not count. */
import { cleanBlocks } from './clean.ts';
import { cutText } from './cut.ts';
import { Seals } from './seals.ts';
import { splitSentences } from './sentences.ts';

const reply = `I fixed the bug in \`src/auth/login.ts:42\`, and all 1,204 tests pass in 12.3s (65% faster than v1.20).

- **API**: \`GET /users\` returns a 404 when the user ID does not exist, e.g. after 2026-12-12.
- The build uses 1.5 GB instead of 3 GB; see https://example.com/docs/memory for how it was measured.

Next I would look at the cache. It is filled at the start, which nobody needs before the first request has
come, and it is never emptied while the server runs. Shall I go on with that, or do you want to see the rest first?

`;

const megabyte = 1_000_000;
const rounds = 5;
const size = 40_000;
/** What has made patterns like ours slow: each is repeated to fill the text. */
const pieces = [
  ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
  ...'1 |1.|1,|1-|1:|1/|12:|1.1.|1,000|2026-|12.12.|1e|1x|1h|a.|a-|a_|a:|a/|a=|a@|a()|A-1|AB |aB|--a|$1'.split(
    '|',
  ),
  ...[
    '> - ',
    '**a',
    '_a ',
    '[a](',
    '[[a]',
    '<a ',
    '`a ',
    '`a.b()` ',
    '&#',
    'e.g. ',
    'U.S.',
    '😀',
    '文 ',
  ],
  ...[
    '+47 1',
    'call 1',
    'Jan 1 ',
    'Henry I ',
    'Ctrl+',
    'http://',
    'a.md#b ',
    '\\d\\.',
    'a   b\n',
    'a | b\n',
    '-+-\n',
    'at a:1\n',
    '`a  b` ',
    'a@b.cc ',
    'a/b.ts ',
    '1 000 ',
    'og ',
  ],
];

export async function bench() {
  const text = reply.repeat(Math.ceil(megabyte / reply.length)).slice(0, megabyte);
  const cutOnly = () => {
    const seals = new Seals();
    const blocks = cleanBlocks(text, seals, { read: (prose) => prose });
    for (const block of blocks) splitSentences(block, (word) => seals.reveal(word));
  };
  const grown = pieces.map((piece) => ({ piece, ...growth(piece) }));
  const slowest = grown.toSorted((a, b) => b.ms - a.ms)[0]!;
  const steepest = Math.max(...grown.map(({ factor }) => factor));
  return [
    {
      name: 'text, 1 MB read by all rules',
      value: best(() => cutText(text)),
      unit: 'ms',
      target: 333,
    },
    { name: 'text, 1 MB cut into sentences', value: best(cutOnly), unit: 'ms', target: 100 },
    {
      name: `text, 80 kB of ${JSON.stringify(slowest.piece)}, the slowest of ${pieces.length}`,
      value: slowest.ms,
      unit: 'ms',
      target: 250,
    },
    { name: 'text, twice as much of the worst takes', value: steepest, unit: 'x', target: 2.8 },
  ];
}

/** The time for the text, and how many times that for half of it. */
function growth(piece: string): { ms: number; factor: number } {
  const whole = piece.repeat(Math.ceil((2 * size) / piece.length)).slice(0, 2 * size);
  const half = best(() => cutText(whole.slice(0, size)), cpuTime);
  const ms = best(() => cutText(whole), cpuTime);
  // What is over at once has no factor: the clock is coarser than it.
  return { ms, factor: ms < 10 ? 1 : ms / half };
}

/** What this process has used, in ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param clock in ms */
function best(run: () => void, clock = () => performance.now()): number {
  let shortest = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const began = clock();
    run();
    shortest = Math.min(shortest, clock() - began);
  }
  return shortest;
}
