/** A client's side of a runtime, over one connection, or over several when it reconnects. */
import type { ItemPhase, RuntimeFile } from '../protocol/events.ts';
import { coreStreams } from '../protocol/version.ts';
import type { Connection } from './connection.ts';
import { ConnectionLost } from './errors.ts';
import type { Established } from './establish.ts';
import type { EventStream } from './event-stream.ts';
import { followItem, type Ending } from './follow-item.ts';
import type {
  AnyEvent,
  SettingKey,
  Settings,
  FieldsOf,
  ReplyFields,
  ReplyOf,
  RequestFields,
  RuntimeEvent,
  SpeakFields,
  StreamEvents,
  StreamName,
  VoicesFields,
  VoicesReply,
  Welcome,
} from './messages.ts';
import { type StreamOptions, Subscriptions } from './subscriptions.ts';
import { abortable } from './wait.ts';

export interface RequestOptions {
  /** Ends the wait with the signal's reason; what was sent is carried out all the same. */
  signal?: AbortSignal;
}

/** What to say besides the text, and when to stop waiting. */
export type SpeakOptions = Omit<SpeakFields, 'text' | 'channel'> & RequestOptions;

/** How an item ended. */
export interface SpokenItem {
  item_id: number;
  phase: Exclude<ItemPhase, 'started'>;
}

/** Connects anew after a loss; rejects when there is no more hope. */
export type Reconnect = (signal: AbortSignal) => Promise<Established>;

/** The arguments of `request`: fields may be left out where none is required. */
type RequestArguments<T extends string> =
  Record<never, never> extends FieldsOf<T>
    ? [fields?: FieldsOf<T>, options?: RequestOptions]
    : [fields: FieldsOf<T>, options?: RequestOptions];

export class Sonara {
  /** Resolves when the connection is over for good; with the reason unless `close` ended it. */
  readonly closed: Promise<Error | undefined>;
  readonly #reconnect: Reconnect | null;
  readonly #subscriptions = new Subscriptions(() => void this.#resubscribe());
  readonly #followers = new Set<Ending>();
  readonly #closing = new AbortController();
  #established: Established;
  /** null while a new one is sought. */
  #connection: Connection | null = null;
  #waiting: { resolve(connection: Connection): void; reject(error: unknown): void }[] = [];
  #over: ConnectionLost | Error | null = null;
  #resolveClosed!: (error: Error | undefined) => void;

  /** @param reconnect null: a lost connection ends this */
  constructor(first: Established, reconnect: Reconnect | null) {
    this.#reconnect = reconnect;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    this.#established = first;
    this.#adopt(first);
  }

  /** The reply to hello. After a reconnection, that of the runtime connected to now. */
  get welcome(): Readonly<Welcome> {
    return this.#established.welcome;
  }

  /** What its runtime.json said. */
  get runtime(): Readonly<RuntimeFile> {
    return this.#established.file;
  }

  /**
   * Sends one request. They are carried out, and replied to, in the order of the calls. While a new
   * connection is sought it waits for that; it is never sent twice.
   * @throws SonaraError when refused, ConnectionLost when the reply will not come
   */
  async request<T extends string>(
    type: T,
    ...[fields, { signal } = {}]: RequestArguments<T>
  ): Promise<ReplyOf<T>> {
    signal?.throwIfAborted();
    const connection = this.#connection ?? (await this.#next(signal));
    if (type === 'subscribe') {
      return (await this.#subscribe(connection, fields, signal)) as ReplyOf<T>;
    }
    return connection.request(type, fields ?? ({} as FieldsOf<T>), signal);
  }

  /** Adds one text as one item. Into a channel: `request('speak', {text, channel})`. */
  async speak(
    text: string,
    { signal, ...fields }: SpeakOptions = {},
  ): Promise<{ item_id: number }> {
    const reply = await this.request('speak', { ...fields, text }, withSignal(signal));
    // Without a channel it is the reader's at once.
    return { ...reply, item_id: reply.item_id! };
  }

  /**
   * Adds one text and waits for the item's end, however long that is. An abort ends the wait, not the item.
   * @throws ConnectionLost also when the runtime went before the item ended
   */
  speakAndWait(text: string, { signal, ...fields }: SpeakOptions = {}): Promise<SpokenItem> {
    return followItem({
      followers: this.#followers,
      signal,
      begin: async () => {
        const connection = this.#connection ?? (await this.#next(signal));
        // Before the text, so that the end cannot be missed.
        const subscribed = this.#subscriptions.keep('items') ? this.#resubscribe() : null;
        const [reply] = await Promise.all([
          connection.request('speak', { ...fields, text }, signal),
          subscribed,
        ]);
        return reply.item_id!;
      },
    });
  }

  /** play, pause, toggle, stop, skip, previous, next, restart, mute, unmute, ... */
  async control(
    action: RequestFields['control']['action'],
    { signal }: RequestOptions = {},
  ): Promise<void> {
    await this.request('control', { action }, withSignal(signal));
  }

  /** @returns the value now in force */
  async set<K extends string>(
    key: K,
    value: K extends SettingKey ? Settings[K] : unknown,
    { signal }: RequestOptions = {},
  ): Promise<K extends SettingKey ? Settings[K] : unknown> {
    const reply = await this.request('set', { key, value }, withSignal(signal));
    return reply.value as K extends SettingKey ? Settings[K] : unknown;
  }

  async get<K extends string>(
    key: K,
    { signal }: RequestOptions = {},
  ): Promise<K extends SettingKey ? Settings[K] : unknown> {
    const reply = await this.request('get', { key }, withSignal(signal));
    return reply.value as K extends SettingKey ? Settings[K] : unknown;
  }

  /** The voices of one engine, or of all. */
  voices({ signal, ...fields }: VoicesFields & RequestOptions = {}): Promise<VoicesReply> {
    return this.request('voices', fields, withSignal(signal));
  }

  /**
   * The events of some streams from now on; the current state comes first where `state` is among them.
   * What is asked for after this call cannot be missed. Ending the loop ends the subscription. It fails
   * with ConnectionLost when the connection is over, and ends when `close` was called.
   */
  events<S extends StreamName>(
    streams: readonly S[],
    options?: StreamOptions,
  ): AsyncIterableIterator<StreamEvents[S]>;
  /** Every event that comes, without asking for any: see the request `subscribe`. */
  events(): AsyncIterableIterator<AnyEvent>;
  events(
    streams: readonly StreamName[] | null = null,
    options: StreamOptions = {},
  ): AsyncIterableIterator<AnyEvent> {
    const stream = this.#subscriptions.open(streams, options);
    if (this.#over) stream.finish(this.#closing.signal.aborted ? undefined : this.#over);
    else if (streams && this.#connection) void this.#subscribeFor(stream, this.#connection);
    return stream;
  }

  /** Ends it; requests without a reply are rejected, event loops end. */
  close(): void {
    if (this.#over) return;
    this.#closing.abort(new ConnectionLost('the connection was closed'));
    this.#connection?.close();
    this.#end(this.#closing.signal.reason as ConnectionLost);
  }

  #adopt(established: Established): void {
    const { connection } = established;
    this.#established = established;
    this.#connection = connection;
    connection.listen({
      event: (event) => this.#event(event),
      lost: (error) => this.#lost(error),
    });
  }

  #event(event: RuntimeEvent): void {
    this.#subscriptions.push(event);
    if (event.event === 'item') for (const follower of this.#followers) follower.item(event);
  }

  #lost(error: ConnectionLost): void {
    this.#connection = null;
    for (const follower of this.#followers) follower.lost(error);
    if (this.#closing.signal.aborted || this.#over) return;
    if (!this.#reconnect) return this.#end(error);
    void this.#reconnect(this.#closing.signal).then(
      (established) => this.#resume(established),
      (reason: unknown) => this.#end(reason as Error),
    );
  }

  #resume(established: Established): void {
    if (this.#over) return established.connection.close();
    this.#subscriptions.reconnected();
    this.#adopt(established);
    void this.#resubscribe();
    const { connection } = established;
    for (const { resolve } of this.#waiting.splice(0)) resolve(connection);
  }

  #end(error: Error): void {
    if (this.#over) return;
    this.#over = error;
    const reason = this.#closing.signal.aborted ? undefined : error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const follower of this.#followers) follower.lost(error);
    this.#subscriptions.finish(reason);
    this.#resolveClosed(reason);
  }

  /** The connection to come. */
  #next(signal: AbortSignal | undefined): Promise<Connection> {
    if (this.#over) return Promise.reject(this.#over);
    return abortable(signal, (resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      return () => {};
    });
  }

  /** A request of the user's: it replaces what the one before it asked for. */
  async #subscribe(
    connection: Connection,
    fields: unknown,
    signal: AbortSignal | undefined,
  ): Promise<ReplyFields> {
    const before = this.#subscriptions.manual;
    const asked = (fields as FieldsOf<'subscribe'> | undefined)?.events ?? coreStreams;
    this.#subscriptions.manual = asked;
    try {
      return { ...(await connection.request('subscribe', { events: this.#wanted() }, signal)) };
    } catch (error) {
      const refused = !(error instanceof ConnectionLost) && !signal?.aborted;
      if (refused && this.#subscriptions.manual === asked) this.#subscriptions.manual = before;
      throw error;
    }
  }

  /** Asks for a new loop's streams; where they are refused the loop fails. */
  async #subscribeFor(stream: EventStream<AnyEvent>, connection: Connection): Promise<void> {
    for (let retried = false; ; retried = true) {
      const othersToo = this.#subscriptions.othersUnconfirmed(stream);
      try {
        await connection.request('subscribe', { events: this.#wanted() });
        return this.#subscriptions.confirm(stream);
      } catch (error) {
        if (error instanceof ConnectionLost) return;
        // The one at fault has failed by now: replies come in order.
        if (othersToo && !retried) continue;
        return stream.finish(error);
      }
    }
  }

  /** What is wanted has changed, or the runtime. */
  async #resubscribe(): Promise<void> {
    for (let retried = false; this.#connection; retried = true) {
      try {
        await this.#connection.request('subscribe', { events: this.#wanted() });
        return;
      } catch (error) {
        if (error instanceof ConnectionLost) return;
        // At first a new loop may be at fault, which has failed by now; then a runtime that lacks what
        // its predecessor had.
        if (retried) return this.#subscriptions.dropExtras(error);
      }
    }
  }

  #wanted(): string[] {
    return this.#subscriptions.wanted();
  }
}

function withSignal(signal: AbortSignal | undefined): RequestOptions {
  return signal ? { signal } : {};
}
