/** A runtime of its own for one job: writes its sound to files, as fast as it can, and is gone after. */
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discover, findHome } from '../../shared/client/index.ts';
import { runtimeCommand } from './runtime-command.ts';

/**
 * @param userHome where the user's settings are copied from (voice, rate, engine)
 * @param job gets the private home
 * @param collect gets the folder of the WAV files once the runtime has ended: only then all are written
 */
export async function withPrivateRuntime<T>(
  userHome: string | undefined,
  job: (home: string) => Promise<T>,
  collect: (result: T, waves: string) => Promise<void>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'sonara-'));
  const waves = join(home, 'waves');
  const source = findHome({ env: process.env, platform: process.platform, flag: userHome });
  await copyFile(join(source, 'config.json'), join(home, 'config.json')).catch(() => {});
  const [program, ...args] = runtimeCommand(process.env);
  const child = spawn(
    program!,
    [...args, '--home', home, '--output', `wav:${waves}`, '--no-real-time', '--standalone'],
    { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true },
  );
  const ended = once(child, 'exit');
  try {
    for (let tries = 0; discover(home)?.pid !== child.pid; tries++) {
      if (tries > 500 || child.exitCode !== null) throw new Error('the runtime did not start');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const result = await job(home);
    child.kill('SIGTERM');
    await ended;
    await collect(result, waves);
    return result;
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}
