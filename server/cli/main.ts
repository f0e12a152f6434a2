#!/usr/bin/env node
/** The `sonara` command. */
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { control } from './control.ts';
import { missed } from './missed.ts';
import { read } from './read.ts';
import { say } from './say.ts';
import { status } from './status.ts';
import { stop } from './stop.ts';
import { voices } from './voices.ts';
import { why } from './why.ts';

const usage = `sonara: speak through the Sonara runtime

  sonara say "text"      read it aloud (without text: what comes on standard input)
      --wav FILE         write it to a WAV file instead
      --voice V          with this voice, an id or a name
      --rate N           this many words per minute, 100 to 400
  sonara read "text"     print what would be said (without text: of what comes on standard input)
      --explain          and which rule read what
  sonara pause, play     hold what is being read, and go on
  sonara skip            on to the next text
  sonara hush            end what is being read and what waits
  sonara missed          what was not heard since this was last asked
      --say              and read it aloud, in short
      --channel C        of this channel; --since 2h: since then; --all: since the record begins
  sonara why [words]     why a text with these words was not read (without words: the last that was not)
  sonara voices          what can be given to --voice
      --engine E         those of this engine; --all: of every engine
  sonara status          what runs, and what it is reading
  sonara stop            end the runtime
      --home DIR         the runtime of this home (else SONARA_HOME, else the user's own)
  sonara --version, --help
`;

async function main(argv: string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        wav: { type: 'string' },
        voice: { type: 'string' },
        rate: { type: 'string' },
        explain: { type: 'boolean' },
        say: { type: 'boolean' },
        channel: { type: 'string' },
        since: { type: 'string' },
        all: { type: 'boolean' },
        engine: { type: 'string' },
        home: { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node's hint about positional arguments is of no use here.
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('. To ');
    return fail(`${message}; see sonara --help`);
  }
  const { values, positionals } = parsed;
  if (values.version) return print(`sonara ${manifest.version}\n`);
  const [command, ...words] = positionals;
  if (values.help || command === undefined) return print(usage);
  switch (command) {
    case 'say': {
      const rate = values.rate === undefined ? undefined : Number(values.rate);
      if (rate !== undefined && !(Number.isInteger(rate) && rate >= 100 && rate <= 400)) {
        return fail('--rate takes a whole number from 100 to 400');
      }
      return say({ words, rate, voice: values.voice, wav: values.wav, home: values.home });
    }
    case 'read':
      return read({ words, explain: values.explain ?? false, home: values.home });
    case 'missed': {
      const { channel, since, all, say: aloud, home } = values;
      return missed({ channel, since, all: all ?? false, say: aloud ?? false, home });
    }
    case 'why':
      return why(words, values.home);
    case 'pause':
    case 'play':
    case 'skip':
    case 'hush':
      return control(command, values.home);
    case 'voices':
      return voices({ engine: values.engine, all: values.all ?? false, home: values.home });
    case 'status':
      return status(values.home);
    case 'stop':
      return stop(values.home);
    default:
      return fail(`unknown command "${command}"; see sonara --help`);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall === 'uv_cwd' ? 'the current folder is gone; go to another one' : message;
}

function fail(message: string): number {
  process.stderr.write(`sonara: ${message}\n`);
  return 1;
}

// Whoever read our lines may stop reading: what is read aloud goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(fail(`the output cannot be written: ${error.message}`));
});
process.stderr.on('error', () => {});

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => void (process.exitCode = fail(inWords(error))),
);
