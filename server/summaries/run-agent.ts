/** One run of an agent: what it answers, bounded, and nothing of it left when the run is over. */
import type { Program, StartProgram } from '../platform/process.ts';
import { complaintIn } from './complaint.ts';
import type { Launch } from './launch.ts';
import { SummaryError } from './port.ts';
import { unlessAborted } from './within.ts';

/** Bytes of stdout. */
export const longestAnswer = 64 * 1024;

export interface AgentRun extends Launch {
  /** As it is called in messages. */
  name: string;
  /** Where it runs. */
  cwd: string;
  input: string;
}

/**
 * Resolves to what it wrote to stdout. When it fails, writes too much, or the signal aborts, it is
 * killed with all it started, also when this process exits.
 * @throws SummaryError; the signal's reason
 */
export async function runAgent(
  { name, file, args, env, cwd, input }: AgentRun,
  start: StartProgram,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const program = startOrThrow(() => start(file, args, { env, cwd }), name);
  const kill = () => killAll(program);
  process.once('exit', kill);
  try {
    program.stdin.end(input);
    const [text, end] = await unlessAborted(
      signal,
      Promise.all([readAnswer(program, name), endOf(program, name)]),
    );
    if (end.code === 0) return text;
    const why = complaintIn(text, end.stderr);
    const how = end.code === null ? `was ended by ${end.signal}` : `ended with code ${end.code}`;
    throw new SummaryError('failed', `${name} ${how}${why ? `: ${why}` : ''}`);
  } catch (error) {
    kill();
    throw error;
  } finally {
    process.removeListener('exit', kill);
    // A program that has left its group may still hold them.
    program.stdin.destroy();
    program.stdout.destroy();
  }
}

function startOrThrow(start: () => Program, name: string): Program {
  try {
    return start();
  } catch (error) {
    throw notStarted(name, error);
  }
}

function endOf(program: Program, name: string): Program['ended'] {
  return program.ended.catch((error: unknown) => {
    throw notStarted(name, error);
  });
}

function notStarted(name: string, error: unknown): SummaryError {
  const code = (error as NodeJS.ErrnoException).code;
  return new SummaryError('failed', `${name} could not be started${code ? ` (${code})` : ''}`);
}

function readAnswer(program: Program, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(pieces).toString('utf8'));
    program.stdout
      .on('data', (piece: Buffer) => {
        size += piece.length;
        if (size <= longestAnswer) pieces.push(piece);
        else {
          reject(new SummaryError('failed', `${name} wrote more than ${longestAnswer / 1024} KB`));
        }
      })
      .once('end', finish)
      .once('error', finish)
      .once('close', finish);
  });
}

/** While its pipes are open what it started may live on, when it itself has gone too. */
function killAll(program: Program): void {
  program.kill();
  if (process.platform === 'win32' || program.pid === undefined) return;
  try {
    process.kill(-program.pid, 'SIGKILL');
  } catch {
    // Nobody is left in its group.
  }
}
