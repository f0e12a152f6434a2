/** A runtime with channels on, and somebody who speaks into them and hears in which order they are read. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { post } from '../harness/http-client.ts';
import { Listener } from '../harness/listener.ts';
import { Runtime, type StartOptions, until } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';

type Transport = 'tcp' | 'http';

const REST =
  'goes on and on, for long enough that nothing in here ever ends early by itself while it is looked at.';

/** One sentence of 0.9 s that begins with `word`; `heard` shows it as `<word>…`. */
export const long = (word: string) => `${word} ${REST}`;

const short = (text: string) => (text.endsWith(` ${REST}`) ? `${text.split(' ', 1)[0]}…` : text);

export class Rooms {
  readonly listener: Listener;

  private constructor(listener: Listener) {
    this.listener = listener;
  }

  /** Enables the extension, and subscribes. */
  static async open(transport: Transport, { file }: Runtime): Promise<Rooms> {
    const listener = await Listener.open(transport, file);
    const rooms = new Rooms(listener);
    const hello = { token: file.token, extensions: ['channels'] };
    const { extensions } = await rooms.request('hello', hello);
    if (!(extensions as string[]).includes('channels')) throw new Error('no channels here');
    return rooms;
  }

  request(type: string, fields: Json = {}): Promise<Json> {
    return this.listener.client.request(type, fields);
  }

  /** @returns the code of the error, or undefined */
  async refused(type: string, fields: Json = {}): Promise<string | undefined> {
    return (await this.request(type, fields))['error']?.code as string | undefined;
  }

  /** @throws Error unless setting it is E_BAD_REQUEST */
  async refuses(key: string, value: unknown): Promise<void> {
    const code = await this.refused('set', { key, value });
    if (code !== 'E_BAD_REQUEST')
      throw new Error(`${JSON.stringify(value)}: ${code ?? 'accepted'}`);
  }

  async done(type: string, fields: Json = {}): Promise<Json> {
    const reply = await this.request(type, fields);
    if (reply['ok'] !== true) throw new Error(`${type}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** Opens it with the policy queue, unless `fields` say otherwise. */
  enter(channel: string, fields: Json = {}): Promise<Json> {
    return this.done('channel_open', { channel, policy: 'queue', ...fields });
  }

  say(channel: string, text: string, fields: Json = {}): Promise<Json> {
    return this.done('speak', { channel, text, ...fields });
  }

  /** Text without a channel. */
  async direct(text: string, fields: Json = {}): Promise<number> {
    return (await this.done('speak', { text, ...fields }))['item_id'] as number;
  }

  control(action: string, fields: Json = {}): Promise<Json> {
    return this.done('control', { action, ...fields });
  }

  /** `skip`: the message being read counts as heard, and the next one begins. */
  skip(): Promise<Json> {
    return this.control('skip');
  }

  set(key: string, value: unknown): Promise<Json> {
    return this.done('set', { key, value });
  }

  prefer(channel: string, fields: Json): Promise<Json> {
    return this.set('channel_prefs', { channel, ...fields });
  }

  async preferences(): Promise<Json[]> {
    return (await this.done('get', { key: 'channel_prefs' }))['value'] as Json[];
  }

  /** `<channel, or a dash>: <text>` of every chunk that began, in order; long ones shortened. */
  heard(): string[] {
    const lines: string[] = [];
    let last = '';
    for (const { now_playing: now } of this.listener.states()) {
      const here = now === null ? '' : `${now.item_id} ${now.chunk}`;
      if (now !== null && here !== last) lines.push(`${now.channel ?? '-'}: ${short(now.text)}`);
      last = here;
    }
    return lines;
  }

  /** Waits until this is the last line of `heard`. */
  async reads(line: string): Promise<void> {
    await this.#until(
      () => this.heard().at(-1) === line && this.now()['now_playing'] !== null,
      line,
    );
  }

  /** Waits until `heard` has this line for the `times`th time. */
  async began(line: string, times = 1): Promise<void> {
    await this.#until(() => this.heard().filter((each) => each === line).length >= times, line);
  }

  /** Waits until nothing is read any more. @returns `heard` */
  async all(): Promise<string[]> {
    for (;;) {
      await this.#until(() => this.now()['now_playing'] === null, 'silence');
      await this.listener.settle();
      if (this.now()['now_playing'] === null) return this.heard();
    }
  }

  /** What was done before has been heard. @returns `heard` */
  async soFar(): Promise<string[]> {
    await this.listener.settle();
    return this.heard();
  }

  /** The last state. */
  now(): Json {
    return this.listener.now();
  }

  /** Reads messages to their end, before a case begins: the channel is caught up, and read last. */
  async caughtUp(channel: string, ...texts: string[]): Promise<void> {
    for (const text of texts) await this.say(channel, text);
    await this.all();
  }

  /** Silent, unmuted, no channel open and no preference left. */
  async reset(): Promise<void> {
    await this.control('stop');
    await this.control('unmute');
    await this.set('channel_announce', 'on');
    await this.set('announce_voice', null);
    for (const { channel, open } of await this.preferences()) {
      if (open === true) await this.done('channel_close', { channel });
      await this.request('set', { key: 'channel_prefs', value: { channel, forget: true } });
    }
  }

  close(): void {
    this.listener.close();
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    try {
      await until(holds);
    } catch {
      throw new Error(`waited for ${what}, heard ${JSON.stringify(this.heard())}`);
    }
  }
}

/**
 * One runtime for the group, and a listener of its own for each case, after which no channel is left. That a
 * channel was read last is: to begin there, take `useFresh`.
 */
export function useRooms(transport: Transport): {
  readonly rooms: Rooms;
  readonly runtime: Runtime;
} {
  const used = {} as { rooms: Rooms; runtime: Runtime };
  beforeAll(async () => {
    used.runtime = await Runtime.start({ args: ['--standalone'] });
  });
  beforeEach(async () => {
    used.rooms = await Rooms.open(transport, used.runtime);
  });
  afterEach(async () => {
    await used.rooms.reset();
    used.rooms.close();
  });
  afterAll(() => used.runtime.stop());
  return used;
}

/** A runtime that nobody spoke to, ended afterwards. */
export async function fresh(
  transport: Transport,
  work: (rooms: Rooms, runtime: Runtime) => Promise<unknown>,
  options: StartOptions = {},
): Promise<Runtime> {
  const runtime = await Runtime.start({
    ...options,
    args: ['--standalone', ...(options.args ?? [])],
  });
  let rooms: Rooms | undefined;
  try {
    rooms = await Rooms.open(transport, runtime);
    await work(rooms, runtime);
  } finally {
    rooms?.close();
    await runtime.stop({ keepHome: true });
  }
  return runtime;
}

/** The same over a home that is there already, ended without warning. */
export async function killed(
  transport: Transport,
  home: string,
  work: (rooms: Rooms) => Promise<unknown>,
): Promise<void> {
  const runtime = await Runtime.start({ home, args: ['--standalone'] });
  const rooms = await Rooms.open(transport, runtime);
  try {
    await work(rooms);
  } finally {
    await runtime.kill();
    rooms.close();
  }
}

/** Whether the extension is enabled, without asking for it. */
export async function enabled({ file }: Runtime): Promise<string[]> {
  return (await post(file, '/v1/hello')).body['extensions'] as string[];
}
