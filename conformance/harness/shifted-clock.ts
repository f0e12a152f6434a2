/** A runtime whose system clock is another one than ours, and jumps when it is told to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './clean-up.ts';
import { Runtime, sleep } from './runtime.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** Runs before the program: `Date` is off by SHIFT_MS, and by JUMP_MS more after each SIGUSR2. */
const preload = `
const real = Date;
let shift = Number(process.env.SHIFT_MS);
globalThis.Date = class Date extends real {
  constructor(...given) {
    if (given.length === 0) super(real.now() + shift);
    else super(...given);
  }
  static now() {
    return real.now() + shift;
  }
};
process.on('SIGUSR2', () => (shift += Number(process.env.JUMP_MS)));
`;

export interface ShiftedClock {
  /** Milliseconds that the clock is off from the start. */
  shift?: number;
  /** Milliseconds of each jump. */
  jump?: number;
}

/** Only for a program that is a script. */
export async function startShifted(
  args: string[],
  { shift = 0, jump = 0 }: ShiftedClock,
): Promise<{ runtime: Runtime; jump(): Promise<void> }> {
  const module = join(newFolder(), 'shift.cjs');
  writeFileSync(module, preload);
  const env = {
    NODE_OPTIONS: `--require ${module}`,
    SHIFT_MS: String(shift),
    JUMP_MS: String(jump),
  };
  const runtime = await Runtime.start({ args, env });
  return {
    runtime,
    async jump() {
      runtime.child.kill('SIGUSR2');
      await sleep(50);
    },
  };
}
