/** A model in another process: one run at a time is on its way, until it is answered or the process is gone. */
import type { Clock } from '../../runtime/clock.ts';
import { LostError, type LoadedModel, type Ran, type Run, RunError } from './inference.ts';
import { raced } from './raced.ts';
import { Turns } from './turns.ts';

/** A run of a minute of sound takes less than this on anything that can be called usable. */
const STUCK_MS = 120_000;

export interface RemoteChannel {
  send(run: Run & { id: number }): void;
  /** Ends the process or page, whatever state it is in. */
  close(): Promise<void>;
}

interface Flight {
  id: number;
  resolve(ran: Ran): void;
  reject(error: Error): void;
}

export class RemoteModel implements LoadedModel {
  readonly #channel: RemoteChannel;
  readonly #clock: Clock;
  /** A run cannot be called back: what is not sent yet can be left out when it is aborted. */
  readonly #turns = new Turns();
  #flight: Flight | null = null;
  #lastId = 0;
  #lost: string | null = null;
  #onLost: ((why: string) => void) | null = null;
  #closed = false;
  #ended: Promise<void> | null = null;
  #disarm: () => void = () => {};

  constructor(channel: RemoteChannel, clock: Clock) {
    this.#channel = channel;
    this.#clock = clock;
  }

  async run(run: Run, signal: AbortSignal = new AbortController().signal): Promise<Ran> {
    const end = await this.#turns.take(signal);
    if (this.#closed || this.#lost !== null) {
      end();
      throw new LostError(this.#lost ?? 'it was unloaded');
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Ran>((resolve, reject) => (this.#flight = { id, resolve, reject }));
    // Also when nobody listens any more: the next run would only wait there.
    answer.then(end, end);
    const due = (): void => this.gone('it did not answer');
    this.#disarm = this.#clock.at(this.#clock.now() + STUCK_MS, due);
    try {
      this.#channel.send({ id, ...run });
    } catch (error) {
      this.failed(id, error instanceof Error ? error.message : String(error));
    }
    return raced(answer, signal);
  }

  onLost(listener: (why: string) => void): void {
    this.#onLost = listener;
    if (this.#lost !== null) listener(this.#lost);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#landed()?.reject(new LostError('it was unloaded'));
    await this.#end();
  }

  /** A run was answered. */
  result(id: number, samples: Float32Array, ms: number): void {
    const flight = this.#landed(id);
    if (!flight) return;
    if (samples.length === 0) flight.reject(new RunError('the model made no sound'));
    else if (!samples.every(Number.isFinite)) {
      flight.reject(new RunError('the model made something that is no sound (not a number)'));
    } else flight.resolve({ samples, ms });
  }

  /** A run failed, in words. */
  failed(id: number, reason: string): void {
    this.#landed(id)?.reject(new RunError(reason));
  }

  /** The process or page is gone. */
  gone(why: string): void {
    if (this.#closed || this.#lost !== null) return;
    this.#lost = why;
    this.#landed()?.reject(new LostError(why));
    this.#onLost?.(why);
    this.#end().catch(() => undefined);
  }

  /** What was on its way, if it is the one with this id. */
  #landed(id = this.#flight?.id): Flight | null {
    const flight = this.#flight;
    if (flight?.id !== id) return null;
    this.#flight = null;
    this.#disarm();
    return flight;
  }

  /** Once: the browser of a page may be another page's too. */
  #end(): Promise<void> {
    return (this.#ended ??= this.#channel.close());
  }
}
