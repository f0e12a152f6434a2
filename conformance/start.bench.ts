/** From the start of the process to runtime.json, against an empty Node process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launch, newHome } from './harness/runtime.ts';

const RUNS = 15;

export async function bench() {
  const empty: number[] = [];
  const ready: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    empty.push(await emptyNode());
    ready.push(await untilFound());
  }
  const base = 'node -e 0';
  return [
    { name: base, value: median(empty), unit: 'ms' },
    { name: 'start to runtime.json', value: median(ready), unit: 'ms', target: 8, ratioTo: base },
  ];
}

async function emptyNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}

async function untilFound(): Promise<number> {
  const home = newHome();
  const began = performance.now();
  // The engine people have; without a device, so that no browser competes for the processor.
  const { child } = launch({ home, args: ['--engine', 'onecore', '--output', 'null'] });
  while (!statSync(join(home, 'runtime.json'), { throwIfNoEntry: false })) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const took = performance.now() - began;
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(home, { recursive: true, force: true });
  return took;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
