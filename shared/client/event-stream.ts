/** Events on their way to a loop that may be slow: an async iterable with a bound. */
import type { AnyEvent, GapEvent, RuntimeEvent } from './messages.ts';

export interface EventStreamOptions {
  /** Which events it takes. */
  takes(event: RuntimeEvent): boolean;
  /** Whether a missing event is to be told: one of other streams than `state`. */
  tellsGaps: boolean;
  /** Whether a state that was seen already is left out. */
  skipsSeen: boolean;
  /** The most events of each sort (states, all others) that wait to be taken. */
  limit: number;
  signal?: AbortSignal | undefined;
  /** Called once when nobody takes from it any more. */
  left(): void;
}

/**
 * Past the limit the oldest state goes: each is a whole picture. Of the other events those that come
 * then are dropped, and a `gap` event tells where, and how many.
 */
export class EventStream<E = AnyEvent> implements AsyncIterableIterator<E> {
  readonly #options: EventStreamOptions;
  #waiting: AnyEvent[] = [];
  #states = 0;
  #lastSeq = -1;
  #takers: { resolve(result: IteratorResult<E>): void; reject(error: unknown): void }[] = [];
  #ended = false;
  #failure: { error: unknown } | null = null;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    const { signal } = options;
    if (signal?.aborted) this.#aborted();
    else signal?.addEventListener('abort', this.#aborted, { once: true });
  }

  push(event: RuntimeEvent): void {
    if (this.#ended || !this.#options.takes(event)) return;
    if (event.event === 'state') this.#pushState(event);
    else if (this.#waiting.length - this.#states < this.#options.limit) this.#add(event);
    else this.#overflow();
  }

  /** The runtime is another one now: what it tells has nothing to do with what was before. */
  reconnected(): void {
    this.#lastSeq = -1;
    if (this.#ended || !this.#options.tellsGaps) return;
    if (this.#gapAtEnd()?.reason === 'reconnected') return;
    this.#add({ event: 'gap', reason: 'reconnected', dropped: null });
  }

  /** What waits is still taken; then the loop ends, or fails with the error. */
  finish(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.signal?.removeEventListener('abort', this.#aborted);
    if (error !== undefined) this.#failure = { error };
    this.#serve();
    this.#options.left();
  }

  next(): Promise<IteratorResult<E>> {
    return new Promise((resolve, reject) => {
      this.#takers.push({ resolve, reject });
      this.#serve();
    });
  }

  return(): Promise<IteratorResult<E>> {
    this.#clear();
    this.#failure = null;
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #pushState(event: Extract<RuntimeEvent, { event: 'state' }>): void {
    if (this.#options.skipsSeen && event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    if (this.#states >= this.#options.limit) {
      const oldest = this.#waiting.findIndex((each) => each.event === 'state');
      this.#waiting.splice(oldest, 1);
      this.#states--;
    }
    this.#add(event);
  }

  #overflow(): void {
    const gap = this.#gapAtEnd();
    if (gap?.reason === 'overflow') gap.dropped!++;
    else this.#add({ event: 'gap', reason: 'overflow', dropped: 1 });
  }

  /** The gap after which nothing but states came. */
  #gapAtEnd(): GapEvent | null {
    const last = this.#waiting.findLast((each) => each.event !== 'state');
    return last?.event === 'gap' ? last : null;
  }

  #add(event: AnyEvent): void {
    this.#waiting.push(event);
    if (event.event === 'state') this.#states++;
    this.#serve();
  }

  #serve(): void {
    while (this.#takers.length > 0) {
      const event = this.#waiting.shift();
      if (event) {
        if (event.event === 'state') this.#states--;
        this.#takers.shift()!.resolve({ done: false, value: event as E });
      } else if (this.#failure) {
        const { error } = this.#failure;
        this.#failure = null;
        this.#takers.shift()!.reject(error);
      } else if (this.#ended) {
        this.#takers.shift()!.resolve({ done: true, value: undefined });
      } else return;
    }
  }

  #clear(): void {
    this.#waiting = [];
    this.#states = 0;
  }

  readonly #aborted = (): void => {
    this.#clear();
    this.finish(this.#options.signal!.reason);
  };
}
