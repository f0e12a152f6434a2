/** A runtime with agent on, and somebody who plays its sessions and hears what is read, and which earcons, in which order. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Client, open } from '../harness/client.ts';
import { Runtime, sleep, type StartOptions, until } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';

export type Transport = 'tcp' | 'http';

const REST =
  'goes on and on, for long enough that nothing in here ever ends early by itself while it is looked at.';

/** One sentence of 0.9 s that begins with `word`; the lines show it as `<word>…`. */
export const long = (word: string) => `${word} ${REST}`;

const short = (text: string) => text.replace(` ${REST}`, '…');

/** The documented defaults of every setting a case may change. */
const defaults: Record<string, unknown> = {
  volume: 100,
  rate: 250,
  debug_log: true,
  announce_voice: null,
  mute_level: 0,
  verbosity: 'skip_code',
  code_speed: 80,
  code_pause: 500,
  code_step: 'off',
  read_mode: 'done',
  question_step: 'off',
  flush_scope: 'session',
  minqueue: 5,
  background_policy: 'all',
};

/** An event, and when it came: milliseconds of `performance.now()`. */
export interface Heard {
  at: number;
  event: Json;
}

export class Desk {
  readonly heard: Heard[] = [];
  readonly #client: Client;
  readonly #runtime: Runtime;
  readonly #changed = new Set<string>();
  /** How long the log was when this one came. */
  readonly #logged: number;

  private constructor(client: Client, runtime: Runtime) {
    this.#client = client;
    this.#runtime = runtime;
    this.#logged = this.#readLog().length;
  }

  /** Enables the extension, subscribes to all it tells, and switches announcements off. */
  static async open(transport: Transport, runtime: Runtime): Promise<Desk> {
    const client = await open(transport, runtime.file);
    const desk = new Desk(client, runtime);
    const hello = { token: runtime.file.token, extensions: ['agent'] };
    const { extensions } = await desk.request('hello', hello);
    if (!(extensions as string[]).includes('agent')) throw new Error('no agent here');
    await desk.set('channel_announce', 'off');
    await client.subscribe(['state', 'items', 'log', 'earcons']);
    void desk.#listen();
    await until(() => desk.#states().length > 0);
    return desk;
  }

  async #listen(): Promise<void> {
    try {
      for (;;) {
        const event = await this.#client.next();
        this.heard.push({ at: performance.now(), event });
      }
    } catch {
      // Closed.
    }
  }

  request(type: string, fields: Json = {}): Promise<Json> {
    return this.#client.request(type, fields);
  }

  /** @returns the code of the error, or undefined */
  async refused(type: string, fields: Json = {}): Promise<string | undefined> {
    return (await this.request(type, fields))['error']?.code as string | undefined;
  }

  async done(type: string, fields: Json = {}): Promise<Json> {
    const reply = await this.request(type, fields);
    if (reply['ok'] !== true) throw new Error(`${type}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** A whole block, unless `fields` say otherwise. */
  write(channel: string, delta: string, fields: Json = {}): Promise<Json> {
    return this.done('stream', { channel, delta, index: 0, final: true, ...fields });
  }

  /** A piece that does not end its block. */
  piece(channel: string, index: number, delta: string, fields: Json = {}): Promise<Json> {
    return this.done('stream', { channel, delta, index, ...fields });
  }

  start(channel: string, fields: Json = {}): Promise<Json> {
    return this.done('turn_start', { channel, ...fields });
  }

  end(channel: string, fields: Json = {}): Promise<Json> {
    return this.done('turn_end', { channel, ...fields });
  }

  ask(channel: string, kind: string, text: string | undefined, fields: Json = {}): Promise<Json> {
    return this.done('ask', { channel, kind, ...(text !== undefined && { text }), ...fields });
  }

  tool(channel: string, name: string, fields: Json = {}): Promise<Json> {
    return this.done('tool', { channel, name, ...fields });
  }

  answered(channel: string): Promise<Json> {
    return this.done('answered', { channel });
  }

  /** Text without a channel, which is read before any of a channel that waits: nothing else begins for 3.6 s. */
  async hold(): Promise<void> {
    const text = ['Hold', 'Hold', 'Hold', 'Hold'].map(long).join(' ');
    await this.done('speak', { text });
    await this.reads('-: Hold…');
  }

  control(action: string, fields: Json = {}): Promise<Json> {
    return this.done('control', { action, ...fields });
  }

  skip(): Promise<Json> {
    return this.control('skip');
  }

  set(key: string, value: unknown): Promise<Json> {
    this.#changed.add(key);
    return this.done('set', { key, value });
  }

  async get(key: string): Promise<any> {
    return (await this.done('get', { key }))['value'];
  }

  #states(): Json[] {
    return this.heard.flatMap(({ event }) => (event['event'] === 'state' ? [event] : []));
  }

  /** The last state. */
  now(): Json {
    return this.#states().at(-1)!;
  }

  /** `<channel, or a dash>: <text>` of every chunk that began and `♪ <kind>` of every earcon, in order. */
  score(): string[] {
    return this.timed().map(([line]) => line);
  }

  /** The same with the moments they were heard at. */
  timed(): [line: string, at: number][] {
    const lines: [string, number][] = [];
    let last = '';
    for (const { at, event } of this.heard) {
      if (event['event'] === 'earcon') lines.push([`♪ ${event['kind']}`, at]);
      if (event['event'] !== 'state') continue;
      const now = event['now_playing'];
      const here = now === null ? '' : `${now.item_id} ${now.chunk}`;
      if (now !== null && here !== last)
        lines.push([`${now.channel ?? '-'}: ${short(now.text)}`, at]);
      last = here;
    }
    return lines;
  }

  /** The chunks of `score` alone, without those of `hold`. */
  lines(): string[] {
    return this.score().filter((line) => !line.startsWith('♪') && line !== '-: Hold…');
  }

  chimes(): string[] {
    return this.score().flatMap((line) => (line.startsWith('♪ ') ? [line.slice(2)] : []));
  }

  /** `chimes`, once there are so many. */
  async signs(count: number): Promise<string[]> {
    await this.#until(() => this.chimes().length >= count, `${count} earcons`);
    await this.settle();
    return this.chimes();
  }

  /** Waits until this is the last chunk. */
  async reads(line: string): Promise<void> {
    await this.#until(() => {
      const chunks = this.score().filter((each) => !each.startsWith('♪'));
      return chunks.at(-1) === line && this.now()['now_playing'] !== null;
    }, line);
  }

  /** Waits until `score` has this line for the `times`th time. */
  async began(line: string, times = 1): Promise<void> {
    await this.#until(() => this.score().filter((each) => each === line).length >= times, line);
  }

  /** Waits until nothing is read any more. @returns `lines` */
  async all(): Promise<string[]> {
    for (;;) {
      await this.#until(() => this.now()['now_playing'] === null, 'silence');
      await this.settle();
      if (this.now()['now_playing'] === null) return this.lines();
    }
  }

  /** What was done before has been heard. @returns `lines` */
  async soFar(): Promise<string[]> {
    await this.settle();
    return this.lines();
  }

  /** Long enough that whatever waits for a time (400 ms) has come; then as `all`. */
  async afterWaits(): Promise<string[]> {
    await sleep(550);
    return this.all();
  }

  /** Waits for the next state after a change of its own. */
  async settle(): Promise<void> {
    const mark = (await this.get('volume')) === 77 ? 78 : 77;
    await this.set('volume', mark);
    await this.#until(() => this.now()['volume'] === mark, 'a state');
  }

  #readLog(): string {
    const path = join(this.#runtime.home, 'logs', 'sonarad.log');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** The lines of the log since this desk was opened that contain every one of these, without their time. */
  log(...parts: string[]): string[] {
    return this.#readLog()
      .slice(this.#logged)
      .split('\n')
      .map((line) => line.slice(25))
      .filter((line) => parts.every((part) => line.includes(part)));
  }

  /** As `log`, once there is such a line: it is written after the reply. */
  async logged(...parts: string[]): Promise<string[]> {
    await this.#until(() => this.log(...parts).length > 0, `the log's ${parts.join(' … ')}`);
    return this.log(...parts);
  }

  /** Silent, every setting its default, no channel and no preference left. */
  async reset(): Promise<void> {
    await this.control('stop');
    await this.control('unmute');
    for (const key of this.#changed) if (key in defaults) await this.set(key, defaults[key]);
    if (this.#changed.has('summaries')) await this.set('summaries', { enabled: false });
    for (const { channel, open: there } of (await this.get('channel_prefs')) as Json[]) {
      if (there === true) await this.done('channel_close', { channel });
      await this.request('set', { key: 'channel_prefs', value: { channel, forget: true } });
    }
    await this.control('play');
    // Silences the earcons that play or wait, too.
    await this.set('mute_level', 2);
    await this.set('mute_level', 0);
  }

  close(): void {
    this.#client.close();
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    try {
      await until(holds);
    } catch {
      throw new Error(`waited for ${what}, heard ${JSON.stringify(this.score())}`);
    }
  }
}

/** One runtime for the group, and a desk of its own for each case, after which no channel is left. */
export function useDesk(
  transport: Transport,
  options: StartOptions = {},
): { readonly desk: Desk; readonly runtime: Runtime } {
  const used = {} as { desk: Desk; runtime: Runtime };
  beforeAll(async () => {
    used.runtime = await Runtime.start({
      ...options,
      args: ['--standalone', ...(options.args ?? [])],
    });
  });
  beforeEach(async () => {
    used.desk = await Desk.open(transport, used.runtime);
  });
  afterEach(async () => {
    await used.desk.reset();
    used.desk.close();
  });
  afterAll(() => used.runtime.stop());
  return used;
}

/** A runtime that nobody spoke to, ended afterwards; its home stays. */
export async function fresh(
  transport: Transport,
  work: (desk: Desk, runtime: Runtime) => Promise<unknown>,
  options: StartOptions = {},
): Promise<Runtime> {
  const runtime = await Runtime.start({
    ...options,
    args: ['--standalone', ...(options.args ?? [])],
  });
  let desk: Desk | undefined;
  try {
    desk = await Desk.open(transport, runtime);
    await work(desk, runtime);
  } finally {
    desk?.close();
    await runtime.stop({ keepHome: true });
  }
  return runtime;
}
