/** A model in another process: one run at a time is on its way, until it is answered or the process is gone. */
import type { Clock } from '../../runtime/clock.ts';
import { mostSamples, tooMuchSound } from '../../../shared/synth/limits.ts';
import {
  LostError,
  type LoadedModel,
  type Ran,
  type Run,
  RunError,
  StuckError,
} from './inference.ts';
import { Patience } from './patience.ts';
import { raced } from './raced.ts';
import { Turns } from './turns.ts';

/** An answer that came while this process itself stood still is read in this time, ms. */
const LAST_LOOK_MS = 250;
/** Behind a run that nobody wants any more one waits as long as it should take, and this, ms. */
const BEHIND_MS = 1_500;

export interface RemoteChannel {
  send(run: Run & { id: number }): void;
  /** Ends the process or page, whatever state it is in. */
  close(): Promise<void>;
}

interface Flight {
  id: number;
  run: Run;
  /** By the clock, ms. */
  sentAt: number;
  /** Its caller is gone. */
  signal: AbortSignal;
  resolve(ran: Ran): void;
  reject(error: Error): void;
}

export class RemoteModel implements LoadedModel {
  readonly #channel: RemoteChannel;
  readonly #clock: Clock;
  /** A run cannot be called back: what is not sent yet can be left out when it is aborted. */
  readonly #turns = new Turns();
  readonly #patience: Patience;
  #flight: Flight | null = null;
  #lastId = 0;
  #lost: LostError | null = null;
  #onLost: ((why: string, stuck: boolean) => void) | null = null;
  #closed = false;
  #ended: Promise<void> | null = null;
  #disarm: () => void = () => {};

  /** @param factor compute over sound that was measured before; null when it is not known */
  constructor(channel: RemoteChannel, clock: Clock, factor: number | null = null) {
    this.#channel = channel;
    this.#clock = clock;
    this.#patience = new Patience(factor);
  }

  async run(run: Run, signal: AbortSignal = new AbortController().signal): Promise<Ran> {
    const end = await this.#turn(signal);
    if (this.#closed || this.#lost !== null) {
      end();
      throw new LostError(this.#lost?.message ?? 'it was unloaded');
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const sentAt = this.#clock.now();
    const answer = new Promise<Ran>((resolve, reject) => {
      this.#flight = { id, run, sentAt, signal, resolve, reject };
    });
    // Also when nobody listens any more: the next run would only wait there.
    answer.then(end, end);
    this.#watch(this.#patience.longest(run));
    try {
      this.#channel.send({ id, ...run });
    } catch (error) {
      this.failed(id, error instanceof Error ? error.message : String(error));
    }
    return raced(answer, signal);
  }

  /** @throws StuckError when what it waits for is unwanted, and takes longer than it should */
  async #turn(signal: AbortSignal): Promise<() => void> {
    const flight = this.#flight;
    if (!flight?.signal.aborted) return this.#turns.take(signal);
    const now = this.#clock.now();
    const expected = flight.sentAt + (this.#patience.expected(flight.run) ?? 0);
    const late = new AbortController();
    const disarm = this.#clock.at(Math.max(now, expected) + BEHIND_MS, () =>
      late.abort(new StuckError('it still works on what is not wanted any more')),
    );
    try {
      return await this.#turns.take(AbortSignal.any([signal, late.signal]));
    } finally {
      disarm();
    }
  }

  /** Gives the run up that was just sent, when there is no answer in time. */
  #watch(ms: number): void {
    const clock = this.#clock;
    const giveUp = (): void => {
      this.#lose(new StuckError(`it did not answer in ${Math.round(ms / 1000)} s`));
    };
    this.#disarm = clock.at(clock.now() + ms, () => {
      this.#disarm = clock.at(clock.now() + LAST_LOOK_MS, giveUp);
    });
  }

  onLost(listener: (why: string, stuck: boolean) => void): void {
    this.#onLost = listener;
    this.#tellLost();
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
    const { tokens, speed } = flight.run;
    this.#patience.add(flight.run, this.#clock.now() - flight.sentAt);
    if (samples.length === 0) flight.reject(new RunError('the model made no sound'));
    else if (samples.length > mostSamples(tokens.length, speed)) {
      flight.reject(new RunError(tooMuchSound));
    } else if (!samples.every(Number.isFinite)) {
      flight.reject(new RunError('the model made something that is no sound (not a number)'));
    } else flight.resolve({ samples, ms });
  }

  /** A run failed, in words. */
  failed(id: number, reason: string): void {
    this.#landed(id)?.reject(new RunError(reason));
  }

  /** The process or page is gone. */
  gone(why: string): void {
    this.#lose(new LostError(why));
  }

  #lose(error: LostError): void {
    if (this.#closed || this.#lost !== null) return;
    this.#lost = error;
    this.#landed()?.reject(error);
    this.#tellLost();
    this.#end().catch(() => undefined);
  }

  #tellLost(): void {
    if (this.#lost) this.#onLost?.(this.#lost.message, this.#lost instanceof StuckError);
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
