/** A runtime of its own for one job: writes its sound to files, as fast as it can, and is gone after. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { discover, findHome, isAlive } from '../../shared/client/index.ts';
import { runtimeCommand } from './runtime-command.ts';

const prefix = 'sonara-wav-';

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
  await sweep(tmpdir());
  const home = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const waves = join(home, 'waves');
  const source = findHome({ env: process.env, platform: process.platform, flag: userHome });
  await copyFile(join(source, 'config.json'), join(home, 'config.json')).catch(() => {});
  const [program, ...args] = runtimeCommand(process.env);
  const child = spawn(
    program!,
    // Tied to a pipe that we hold: should we be killed, it ends as well.
    [...args, '--home', home, '--output', `wav:${waves}`, '--no-real-time', '--tied'],
    { stdio: ['pipe', 'ignore', 'inherit'], windowsHide: true },
  );
  const ended = once(child, 'exit');
  const disarm = onSignal(() => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
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
    disarm();
    await rm(home, { recursive: true, force: true });
  }
}

/** Ends this program as the signal would have, after `clear`. @returns what takes it back */
function onSignal(clear: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (signal: NodeJS.Signals) => {
    clear();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.on(signal, end);
  return () => signals.forEach((signal) => process.off(signal, end));
}

/**
 * Removes what runs that were killed left: nobody else is to find what they were to say.
 * @param folder where temporary files are kept
 */
export async function sweep(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // Nothing but what `mkdtemp` makes here: a file of that name may be the user's own.
    const [, pid] = /^sonara-wav-(\d+)-[A-Za-z0-9]{6}$/.exec(entry.name) ?? [];
    if (!entry.isDirectory() || pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(folder, entry.name), { recursive: true, force: true }).catch(() => {});
  }
}
