/** Drives the process of the embedded voice: one request at a time, in order. */
import type { Clock } from '../../runtime/clock.ts';
import type { ForkedModule } from '../../platform/process.ts';
import { EngineError } from '../port.ts';
import type { FliteReply, FliteRequest } from './flite-messages.ts';

export type LaunchFlite = () => ForkedModule;
export type Utterance = { sampleRate: number; pcm: Int16Array };

/** A part takes 0.1 s: after this long the process is stuck. */
const stuckMs = 10_000;
const idleMs = 10 * 60_000;
const attempts = 2;

interface Job {
  request: Omit<FliteRequest, 'id'>;
  attempt: number;
  /** Settles the promise of the caller; at most the first call has an effect. */
  done(outcome: Utterance | Error): void;
  /** Nobody waits for it any more. */
  dropped: boolean;
}

export class FliteClient {
  readonly #launch: LaunchFlite;
  readonly #clock: Clock;
  /** Told after every request: what is wrong with the voice, or nothing. */
  readonly #onHealth: (problem: string | undefined) => void;
  #child: ForkedModule | undefined;
  #queue: Job[] = [];
  #running: { id: number; job: Job } | undefined;
  #lastId = 0;
  #disarm: () => void = () => {};
  #closed = false;

  constructor(launch: LaunchFlite, clock: Clock, onHealth: (problem?: string) => void) {
    this.#launch = launch;
    this.#clock = clock;
    this.#onHealth = onHealth;
  }

  /** Starts the process and lets it speak once, unheard: the first time costs 100 ms more. */
  warm(): void {
    if (this.#child || this.#queue.length > 0) return;
    const text = 'Ready, when you are, at 12 past 7.';
    this.speak({ voice: 'slt', stretch: 1, text }).catch(() => {});
  }

  /**
   * @throws EngineError when flite cannot speak it, or the process ended at it twice; the signal's
   * reason when aborted (a request that waits is then dropped, a running one's result ignored)
   */
  async speak(request: Job['request'], signal?: AbortSignal): Promise<Utterance> {
    signal?.throwIfAborted();
    if (this.#closed) throw new EngineError('the embedded voice is closed');
    let onAbort = () => {};
    try {
      return await new Promise<Utterance>((resolve, reject) => {
        const job: Job = {
          request,
          attempt: 0,
          dropped: false,
          done: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
        };
        onAbort = () => {
          job.dropped = true;
          this.#queue = this.#queue.filter((other) => other !== job);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#queue.push(job);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#closed = true;
    const open = [...(this.#running ? [this.#running.job] : []), ...this.#queue];
    this.#running = undefined;
    this.#queue = [];
    for (const job of open) job.done(new EngineError('the embedded voice is closed'));
    this.#end();
  }

  #next(): void {
    if (this.#running || this.#closed) return;
    this.#disarm();
    const job = this.#queue.shift();
    if (!job) {
      if (this.#child) this.#arm(idleMs, () => this.#end());
      return;
    }
    try {
      this.#child ??= this.#start();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#fail(job, `the embedded voice cannot be started: ${why}`);
      this.#next();
      return;
    }
    job.attempt += 1;
    this.#lastId += 1;
    this.#running = { id: this.#lastId, job };
    // Its end is then handled like that of any process that ended by itself.
    this.#arm(stuckMs, () => this.#child?.kill());
    this.#child.send({ ...job.request, id: this.#lastId } satisfies FliteRequest);
  }

  #start(): ForkedModule {
    const child = this.#launch();
    child.onMessage((message) => {
      if (child === this.#child) this.#reply(message as FliteReply);
    });
    child.onExit((reason) => {
      if (child === this.#child) this.#lost(reason);
    });
    return child;
  }

  #reply(reply: FliteReply): void {
    if (reply.id !== this.#running?.id) return;
    const { job } = this.#running;
    this.#running = undefined;
    this.#onHealth(undefined);
    if ('error' in reply) job.done(new EngineError(`the embedded voice failed: ${reply.error}`));
    else job.done({ sampleRate: reply.sampleRate, pcm: reply.pcm });
    this.#next();
  }

  #lost(reason: string): void {
    this.#child = undefined;
    const job = this.#running?.job;
    this.#running = undefined;
    if (job && !job.dropped) {
      if (job.attempt < attempts) this.#queue.unshift(job);
      else this.#fail(job, `the embedded voice stopped (${reason})`);
    }
    this.#next();
  }

  #fail(job: Job, message: string): void {
    this.#onHealth(message);
    job.done(new EngineError(message));
  }

  #end(): void {
    this.#disarm();
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
  }

  #arm(ms: number, due: () => void): void {
    this.#disarm();
    this.#disarm = this.#clock.at(this.#clock.now() + ms, due);
  }
}
