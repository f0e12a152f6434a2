/** The built runtime in a home of its own, as a client sees it. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end, start, until } from './child.ts';

const program = fileURLToPath(new URL('../../dist/sonarad.cjs', import.meta.url));

/** What came over the wire; tests look into it as they need. */
export type Message = Record<string, any>;

export interface RuntimeFile {
  pid: number;
  port: number;
  http_port: number;
  token: string;
}

/** A TCP client that keeps every event it saw. */
export interface LineClient {
  /** Sends one request and waits for its reply. */
  request(message: Message): Promise<Message>;
  /** Every event so far, oldest first. */
  readonly events: Message[];
  /** The first event, past or future, that fits. */
  event(fits: (event: Message) => boolean, limitMs?: number): Promise<Message>;
  /** Waits until the item is over and gives its last event. */
  itemEnd(itemId: number, limitMs?: number): Promise<Message>;
  close(): void;
}

export interface Runtime {
  readonly home: string;
  readonly file: RuntimeFile;
  /** POST /v1/<type>. */
  post(type: string, body?: Message): Promise<{ status: number; body: Message }>;
  /** Connects and says hello; subscribes to the streams when there are any. */
  tcp(streams?: string[], hello?: Message): Promise<LineClient>;
  stderr(): string;
  /** SIGTERM, then SIGKILL after 5 s; removes the home. */
  stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface RuntimeOptions {
  /** Without an engine among them it is `onecore`. */
  args?: string[];
  env?: Record<string, string>;
  /** Called with the fresh home before the start, to lay files into it. */
  prepare?(home: string): Promise<void>;
}

export async function startRuntime({
  args = [],
  env = {},
  prepare,
}: RuntimeOptions = {}): Promise<Runtime> {
  if (!existsSync(program)) throw new Error('dist/sonarad.cjs is not built: run npm run build');
  const home = await mkdtemp(join(tmpdir(), 'sonara-home-'));
  await prepare?.(home);
  const flags = await nodeFlags();
  const engine = args.includes('--engine') ? [] : ['--engine', 'onecore'];
  const all = [...flags, program, '--standalone', ...engine, ...args];
  const { child, stderr } = start(process.execPath, all, {
    ...process.env,
    ...env,
    SONARA_HOME: home,
  });
  child.stdout?.resume();
  const clients: LineClient[] = [];
  const stop = async () => {
    for (const client of clients) client.close();
    const ending = await end(child);
    await rm(home, { recursive: true, force: true });
    return ending;
  };
  try {
    const file = await until(
      'runtime.json',
      async () => {
        if (child.exitCode !== null) throw new Error(`the runtime ended: ${stderr()}`);
        const found = await readFile(join(home, 'runtime.json'), 'utf8').catch(() => null);
        return found === null ? null : (JSON.parse(found) as RuntimeFile);
      },
      10_000,
      stderr,
    );
    return {
      home,
      file,
      post: (type, body = {}) => post(file, type, body),
      async tcp(streams = [], hello = {}) {
        const client = await connect(file, hello);
        clients.push(client);
        if (streams.length > 0) await client.request({ type: 'subscribe', events: streams });
        return client;
      },
      stderr,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function post(file: RuntimeFile, type: string, body: Message) {
  const response = await fetch(`http://127.0.0.1:${file.http_port}/v1/${type}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${file.token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, body: (await response.json()) as Message };
}

async function connect(file: RuntimeFile, hello: Message): Promise<LineClient> {
  const socket = createConnection(file.port, '127.0.0.1');
  const replies: ((reply: Message) => void)[] = [];
  const events: Message[] = [];
  let failure: Error | null = null;
  socket.on('error', (error) => {
    failure = error;
  });
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if ('event' in message) events.push(message);
    else replies.shift()?.(message);
  });

  const client: LineClient = {
    events,
    async request(message) {
      // Replies come in the order of the requests.
      let reply: Message | undefined;
      replies.push((found) => {
        reply = found;
      });
      socket.write(`${JSON.stringify(message)}\n`);
      return until(
        `the reply to ${message.type}`,
        () => reply ?? (failure ? Promise.reject(failure) : undefined),
      );
    },
    event: (fits, limitMs = 10_000) =>
      until(
        'the event',
        () => events.find(fits),
        limitMs,
        () => `Seen: ${JSON.stringify(events.slice(-10))}`,
      ),
    itemEnd: (itemId, limitMs = 20_000) =>
      client.event(
        (event) =>
          event.event === 'item' &&
          event.item_id === itemId &&
          ['finished', 'skipped', 'failed'].includes(event.phase),
        limitMs,
      ),
    close: () => socket.destroy(),
  };
  const reply = await client.request({ type: 'hello', token: file.token, ...hello });
  if (reply.ok !== true) throw new Error(`hello was refused: ${JSON.stringify(reply)}`);
  return client;
}

/** The flags of the program's first line: it is to run here as if started by name. */
async function nodeFlags(): Promise<string[]> {
  const [first = ''] = (await readFile(program, 'utf8')).split('\n', 1);
  return first.startsWith('#!') ? first.split(/\s+/).filter((word) => word.startsWith('--')) : [];
}
