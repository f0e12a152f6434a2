/** The command line of sonarad. */
import { parseArgs } from 'node:util';

export interface Options {
  home: string | undefined;
  /** The engine to start with; wins over the saved one. */
  engine: string | undefined;
  output: { kind: 'device' } | { kind: 'null' } | { kind: 'wav'; folder: string };
  /** false: a silent output is over as soon as its samples are there. */
  realTime: boolean;
  /** Seconds without a client until the runtime ends. */
  idleExit: number;
  standalone: boolean;
  /** Ends with its standard input. */
  tied: boolean;
  /** The folder whose settings are taken over once; undefined: the usual one, for the default home. */
  migrateFrom: string | undefined;
}

export type ParsedOptions =
  { do: 'run'; options: Options } | { do: 'print'; text: string } | { do: 'fail'; message: string };

const usage = `sonarad: the Sonara speech runtime

  --home <dir>          where it keeps its files (default: SONARA_HOME, else the user's data folder)
  --engine <id>         the engine to start with: kokoro, onecore, or fake (tones, for tests)
  --output <where>      device (default), null (silent, keeps real time), wav:<dir> (silent, and files)
  --no-real-time        a silent output does not wait for the time its sound would take
  --idle-exit <s>       ends this many seconds after the last client left (default 30)
  --standalone          never ends by itself
  --tied                ends when its standard input does, as it does with whoever started it
  --migrate-from <dir>  takes over the settings of the plugin's folder once, into a home without any
  --no-external-engines refuses engines that send text elsewhere
  --system fake         for tests: other apps' audio, media and hotkeys as <home>/fake-system.json says
                        (once the extension "system" is there; until then it changes nothing)
  --keys fake           for tests: keys of external engines in <home>/fake-keys.json, not in the system's
                        key store (once there are external engines; until then it changes nothing)
  --version, --help
`;

/** @param version what --version prints */
export function parseOptions(argv: readonly string[], version: string): ParsedOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        home: { type: 'string' },
        engine: { type: 'string' },
        output: { type: 'string' },
        'no-real-time': { type: 'boolean' },
        'idle-exit': { type: 'string' },
        standalone: { type: 'boolean' },
        tied: { type: 'boolean' },
        'no-external-engines': { type: 'boolean' },
        system: { type: 'string' },
        keys: { type: 'string' },
        'migrate-from': { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return { do: 'fail', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { do: 'print', text: usage };
  if (values.version) return { do: 'print', text: `sonarad ${version}\n` };
  const idleExit = Number((values['idle-exit'] ?? '30').trim() || Number.NaN);
  if (!Number.isFinite(idleExit) || idleExit < 0) {
    return { do: 'fail', message: '--idle-exit takes seconds, such as 30 or 0.5' };
  }
  if (values.system !== undefined && values.system !== 'fake') {
    return { do: 'fail', message: '--system is fake, or left out' };
  }
  if (values.keys !== undefined && !['fake', 'windows'].includes(values.keys)) {
    return { do: 'fail', message: "--keys is fake, or windows (the system's key store)" };
  }
  const output = parseOutput(values.output ?? (values.engine === 'fake' ? 'null' : 'device'));
  if (!output) return { do: 'fail', message: '--output is device, null or wav:<dir>' };
  return {
    do: 'run',
    options: {
      home: values.home,
      engine: values.engine,
      output,
      realTime: !values['no-real-time'],
      idleExit,
      standalone: values.standalone ?? false,
      tied: values.tied ?? false,
      migrateFrom: values['migrate-from'],
    },
  };
}

function parseOutput(text: string): Options['output'] | null {
  if (text === 'device' || text === 'null') return { kind: text };
  if (text.startsWith('wav:') && text.length > 4) return { kind: 'wav', folder: text.slice(4) };
  return null;
}
