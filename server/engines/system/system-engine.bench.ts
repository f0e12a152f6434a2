/** How long the embedded voice takes to its first samples. */
import { join } from 'node:path';
import { createSystemEngine } from './system-engine.ts';

const sentence = 'The build has ended and all of the tests have passed again.';
const runs = 100;

export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  // Benches run from the root, after a build.
  const engine = createSystemEngine({ dist: join(process.cwd(), 'dist') });
  const { signal } = new AbortController();
  const first = async () => {
    const began = performance.now();
    for await (const _ of engine.synthesize({ text: sentence, voice: null, rate: 200 }, signal)) {
      break;
    }
    return performance.now() - began;
  };
  const cold = await first();
  for (let run = 0; run < 5; run += 1) await first();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await first());
  await engine.close();
  times.sort((a, b) => a - b);
  return [
    { name: 'embedded voice, 60 characters, first part, cold', value: cold, unit: 'ms' },
    { name: 'embedded voice, 60 characters, first part, p50', value: times[runs / 2]!, unit: 'ms' },
    { name: 'embedded voice, 60 characters, first part, p99', value: times[98]!, unit: 'ms' },
  ];
}
