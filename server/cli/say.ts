/** `sonara say`: reads a text aloud and shows the sentence being read, or writes it to a file. */
import { text as readAll } from 'node:stream/consumers';
import { connect, type Connection, SonaraError } from '../../shared/client/index.ts';
import { runtimeCommand } from './runtime-command.ts';
import { splitText } from './split-text.ts';
import { withPrivateRuntime } from './private-runtime.ts';
import { joinWaves } from './join-waves.ts';

export interface SayOptions {
  words: readonly string[];
  rate: number | undefined;
  voice: string | undefined;
  wav: string | undefined;
  home: string | undefined;
}

/** @returns the exit code: 0 when all of it was heard (or written) to the end */
export async function say(options: SayOptions): Promise<number> {
  const text = options.words.length > 0 ? options.words.join(' ') : await readAll(process.stdin);
  if (options.wav !== undefined) return sayToFile(text, options.wav, options);
  const connection = await connect({
    ...(options.home !== undefined && { home: options.home }),
    client: { name: 'sonara', version: '1' },
    autostart: runtimeCommand(process.env),
  });
  try {
    await warnWhenSilent(connection);
    return await readAloud(connection, text, options, (sentence) => console.log(sentence));
  } finally {
    connection.close();
  }
}

async function sayToFile(text: string, file: string, options: SayOptions): Promise<number> {
  return withPrivateRuntime(options.home, async (home, waves) => {
    const connection = await connect({ home });
    try {
      const code = await readAloud(connection, text, options, () => {});
      if (code === 0) await joinWaves(waves, file);
      return code;
    } finally {
      connection.close();
    }
  });
}

async function warnWhenSilent(connection: Connection): Promise<void> {
  try {
    const { value } = await connection.request('get', { key: 'output' });
    const { audible, message } = value as { audible: boolean; message?: string };
    if (!audible)
      console.error(`sonara: nothing will be heard: ${message ?? 'the output is silent'}`);
  } catch (error) {
    // Another runtime of this protocol need not know the key.
    if (!(error instanceof SonaraError)) throw error;
  }
}

/** Speaks and waits for the end. @returns the exit code */
async function readAloud(
  connection: Connection,
  text: string,
  { voice, rate }: SayOptions,
  show: (sentence: string) => void,
): Promise<number> {
  const events = connection.events();
  await connection.request('subscribe', { events: ['state', 'items', 'log'] });
  const waiting = new Set<unknown>();
  for (const part of splitText(text)) {
    const fields = { text: part, ...(voice !== undefined && { voice }), ...(rate && { rate }) };
    waiting.add((await connection.request('speak', fields))['item_id']);
  }
  let code = 0;
  let shown = '';
  for await (const event of events) {
    if (event.event === 'state' && event.now_playing && waiting.has(event.now_playing.item_id)) {
      const { item_id, chunk, text: sentence } = event.now_playing;
      if (shown !== `${item_id}:${chunk}`) show(sentence);
      shown = `${item_id}:${chunk}`;
    } else if (event.event === 'log') {
      console.error(`sonara: ${event.message}`);
    } else if (event.event === 'item' && event.phase !== 'started' && waiting.has(event.item_id)) {
      waiting.delete(event.item_id);
      if (event.phase !== 'finished') code = 1;
      if (event.phase === 'skipped') console.error('sonara: it was not read to its end');
      if (event.phase === 'failed') console.error('sonara: it could not be spoken');
      if (waiting.size === 0) return code;
    }
  }
  throw new Error('the runtime ended before the text was read');
}
