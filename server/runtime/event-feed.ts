/**
 * What subscribers get to see: item and log events, and a numbered snapshot of the state whenever it is
 * different. Events leave at the end of the current turn of the event loop, in order, so that the reply
 * to a request comes before the events it caused.
 */
import type { EarconEvent, ItemEvent, LogEvent, StateEvent } from '../../shared/protocol/events.ts';
import { EventHub, type EventListener, type StateSubscription } from './event-hub.ts';

/** Streams of single events. */
type Told = 'items' | 'log' | 'earcons';

export type Snapshot = Omit<StateEvent, 'event' | 'seq'>;

export class EventFeed {
  readonly #snapshot: () => Snapshot;
  readonly #queued: () => number;
  readonly #hub = new EventHub();
  #outgoing: (() => void)[] = [];
  #seq = 1;
  /** The state last told, serialized. */
  #last: string;
  /** The same with what waits in the reader alone. */
  #told: string;

  /**
   * @param snapshot the state now; its fields always in the same order
   * @param queued what waits in the reader alone: a message that waits in a channel is told with the next change
   */
  constructor(snapshot: () => Snapshot, queued: () => number) {
    this.#snapshot = snapshot;
    this.#queued = queued;
    const now = snapshot();
    this.#last = JSON.stringify(now);
    this.#told = JSON.stringify({ ...now, queued: queued() });
  }

  subscribe(listener: EventListener): StateSubscription {
    const subscription = this.#hub.subscribe(listener);
    let wantsState = false;
    const sendState = () => {
      if (wantsState) listener.event('state', this.#stateEvent());
    };
    return {
      close: () => subscription.close(),
      resend: () => {
        // What was enqueued before is older: it must not come after.
        this.flush();
        sendState();
      },
      streams: (streams) => {
        // What happened before this moment must not reach the new subscriber after its first state.
        this.flush();
        subscription.streams(streams);
        wantsState = streams.includes('state');
        sendState();
      },
    };
  }

  send(stream: Told, event: ItemEvent | LogEvent | EarconEvent): void {
    this.#enqueue(stream, event.event, JSON.stringify(event));
  }

  /** A new state event when, and only when, something in the reader's state is different. */
  changed(): void {
    const snapshot = this.#snapshot();
    const told = JSON.stringify({ ...snapshot, queued: this.#queued() });
    if (told === this.#told) return;
    this.#told = told;
    this.#last = snapshot.queued === this.#queued() ? told : JSON.stringify(snapshot);
    this.#seq++;
    this.#enqueue('state', 'state', this.#stateEvent());
  }

  /** Sends what waits for the end of the turn, now. */
  flush(): void {
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    for (const send of outgoing) send();
  }

  #stateEvent(): string {
    return `{"event":"state","seq":${this.#seq},${this.#last.slice(1)}`;
  }

  #enqueue(stream: 'state' | Told, name: string, json: string): void {
    if (this.#hub.size === 0) return;
    if (this.#outgoing.length === 0) queueMicrotask(() => this.flush());
    this.#outgoing.push(() => this.#hub.send(stream, name, json));
  }
}
