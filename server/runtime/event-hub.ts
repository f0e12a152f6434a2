/** Sends each event to everyone who asked for its stream; a listener never holds up another. */
export interface EventListener {
  /** @param json the whole event, serialized once for all listeners. Must not block or throw. */
  event(name: string, json: string): void;
}

export interface Subscription {
  /** Replaces the streams; an empty list keeps the listener but sends nothing. */
  streams(streams: readonly string[]): void;
  close(): void;
}

/** A subscription that can be brought up to date. */
export interface StateSubscription extends Subscription {
  /** Sends the current state once more, as a client that missed it needs. */
  resend(): void;
}

export class EventHub {
  readonly #listeners = new Map<EventListener, ReadonlySet<string>>();

  subscribe(listener: EventListener): Subscription {
    this.#listeners.set(listener, new Set());
    return {
      streams: (streams) => void this.#listeners.set(listener, new Set(streams)),
      close: () => void this.#listeners.delete(listener),
    };
  }

  /** @param name the event's name on SSE, which is its `event` field */
  send(stream: string, name: string, json: string): void {
    for (const [listener, streams] of this.#listeners) {
      if (streams.has(stream)) listener.event(name, json);
    }
  }

  get size(): number {
    return this.#listeners.size;
  }
}
