/** Who on a connection wants which streams: the runtime is asked for all of them together. */
import { coreStreams } from '../protocol/version.ts';
import { EventStream } from './event-stream.ts';
import type { AnyEvent, RuntimeEvent, StreamEvents, StreamName } from './messages.ts';

export interface StreamOptions {
  /** Ends the loop with the signal's reason. */
  signal?: AbortSignal;
  /** The most states, and the most other events, that wait for a slow loop; default 1024. */
  buffer?: number;
}

const streamOf: Readonly<Record<RuntimeEvent['event'], StreamName>> = {
  state: 'state',
  item: 'items',
  log: 'log',
  earcon: 'earcons',
  cue: 'cues',
};

interface Entry {
  /** null: takes whatever comes, and asks for nothing. */
  wants: readonly StreamName[] | null;
  /** The runtime has agreed. */
  confirmed: boolean;
}

export class Subscriptions {
  readonly #streams = new Map<EventStream<AnyEvent>, Entry>();
  /** Streams that stay, whoever takes from them. */
  readonly #kept = new Set<string>();
  readonly #changed: () => void;
  /** Set by a `subscribe` request. */
  manual: readonly string[] = [];

  /** @param changed called when fewer streams are wanted */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  wanted(): string[] {
    const wanted = new Set([...this.manual, ...this.#kept]);
    for (const { wants } of this.#streams.values())
      for (const name of wants ?? []) wanted.add(name);
    return [...wanted];
  }

  /** @returns whether it is a new one */
  keep(name: StreamName): boolean {
    const isNew = !this.#kept.has(name);
    this.#kept.add(name);
    return isNew;
  }

  open<S extends StreamName>(
    wants: readonly S[] | null,
    { signal, buffer = 1024 }: StreamOptions,
  ): EventStream<StreamEvents[S]> {
    const stream = new EventStream<StreamEvents[S]>({
      takes: ({ event }) => streamOf[event] !== undefined && takes(wants, streamOf[event]),
      tellsGaps: wants === null || wants.some((name) => name !== 'state'),
      skipsSeen: wants !== null,
      limit: Math.max(1, buffer),
      signal,
      left: () => {
        if (this.#streams.delete(stream) && wants) this.#changed();
      },
    });
    // An aborted signal has ended it already.
    if (!signal?.aborted) {
      this.#streams.set(stream, { wants, confirmed: wants === null });
    }
    return stream;
  }

  has(stream: EventStream<AnyEvent>): boolean {
    return this.#streams.has(stream);
  }

  confirm(stream: EventStream<AnyEvent>): void {
    const entry = this.#streams.get(stream);
    if (entry) entry.confirmed = true;
  }

  /** Whether a refusal may be another stream's fault. */
  othersUnconfirmed(stream: EventStream<AnyEvent>): boolean {
    return [...this.#streams].some(([each, { confirmed }]) => each !== stream && !confirmed);
  }

  push(event: RuntimeEvent): void {
    for (const stream of this.#streams.keys()) stream.push(event);
  }

  reconnected(): void {
    for (const stream of this.#streams.keys()) stream.reconnected();
  }

  /** The runtime refuses what not every runtime has: the loops that want it fail. */
  dropExtras(error: unknown): void {
    const isExtra = (name: string) => !coreStreams.some((each) => each === name);
    this.manual = this.manual.filter((name) => !isExtra(name));
    for (const [stream, { wants }] of [...this.#streams]) {
      if (wants?.some(isExtra)) stream.finish(error);
    }
  }

  finish(error?: unknown): void {
    for (const stream of [...this.#streams.keys()]) stream.finish(error);
  }
}

function takes(wants: readonly StreamName[] | null, name: StreamName): boolean {
  return wants === null || wants.includes(name);
}
