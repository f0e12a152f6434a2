/** `sonara say`: reads a text aloud and shows the sentence being read, or writes it to a file. */
import { access, constants as modes, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { connect, type Sonara } from '../../shared/client/index.ts';
import { cutText } from '../text/cut.ts';
import { joinWaves } from './join-waves.ts';
import { outputOf } from './output-view.ts';
import { withPrivateRuntime } from './private-runtime.ts';
import { savedReading } from './read.ts';
import { Reading } from './reading.ts';
import { runtimeCommand } from './runtime-command.ts';
import { splitText } from './split-text.ts';
import { textGiven } from './text-given.ts';
import { withWayOut } from './unknown-voice.ts';

export interface SayOptions {
  words: readonly string[];
  rate: number | undefined;
  voice: string | undefined;
  wav: string | undefined;
  home: string | undefined;
}

/** What ends the program ends its speech as well: Ctrl+C, a kill, a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** @returns the exit code: 0 when all of it was heard (or written) to the end */
export async function say(options: SayOptions): Promise<number> {
  const text = await textGiven(options.words);
  if (text.trim() === '') throw new Error('there is no text to read');
  return options.wav === undefined
    ? sayAloud(text, options)
    : sayToFile(text, options.wav, options);
}

async function sayAloud(text: string, options: SayOptions): Promise<number> {
  const sonara = await connect({
    home: options.home,
    client: { name: 'sonara', version: '1' },
    autostart: runtimeCommand(process.env),
  });
  try {
    const before = await outputOf(sonara);
    if (silent(before)) console.error(`sonara: nothing will be heard: ${before!.message}`);
    const reading = await begin(sonara, text, options);
    let ended: NodeJS.Signals | null = null;
    const interrupt = async (signal: NodeJS.Signals) => {
      ended = signal;
      if (!(await reading.interrupt())) process.exit(exitCodeOf(signal));
    };
    for (const signal of signals) process.once(signal, () => void interrupt(signal));
    const code = await reading.follow((sentence) => console.log(sentence));
    if (ended) return exitCodeOf(ended);
    const after = await outputOf(sonara);
    if (code === 0 && silent(after)) {
      if (!silent(before)) console.error(`sonara: it was not heard: ${after!.message}`);
      return 1;
    }
    return code;
  } finally {
    sonara.close();
  }
}

/** A device that stays silent, not one that is being opened or an output that was asked to be silent. */
function silent(output: Awaited<ReturnType<typeof outputOf>>): boolean {
  return output?.kind === 'device' && !output.audible && !output.starting;
}

async function sayToFile(text: string, file: string, options: SayOptions): Promise<number> {
  if (file === '' || (await stat(file).catch(() => null))?.isDirectory()) {
    throw new Error('--wav takes the name of a file');
  }
  await access(dirname(file), modes.W_OK).catch(() => {
    throw new Error(`the folder of ${file} cannot be written to`);
  });
  return withPrivateRuntime(
    options.home,
    async (home) => {
      const sonara = await connect({ home, autostart: false });
      try {
        return await (await begin(sonara, text, options)).follow(() => {});
      } finally {
        sonara.close();
      }
    },
    async (code, waves) => {
      if (code === 0) await joinWaves(waves, file);
    },
  );
}

async function begin(sonara: Sonara, text: string, options: SayOptions): Promise<Reading> {
  const { voice, rate, home } = options;
  const canBeSaid = async (part: string) => cutText(part, await savedReading(home)).length > 0;
  const reading = new Reading(sonara, canBeSaid);
  try {
    for (const part of splitText(text)) await reading.add(part, { voice, rate });
  } catch (error) {
    throw withWayOut(error, voice);
  }
  return reading;
}
