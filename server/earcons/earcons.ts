/** The earcons of one runtime: the queue, the clips and the output, joined. */
import type { Waveform } from '../../shared/audio/wav-file.ts';
import { earconKinds, type EarconKind } from '../../shared/speech/chunk.ts';
import type { Clip, Output } from '../audio/port.ts';
import type { Clock } from '../runtime/clock.ts';
import { EarconQueue, type QueueEffect } from './earcon-queue.ts';

/** A clip that is not over so long after its length, ms, is given up. */
export const LATE_MS = 2000;

/** Where the clips come from. Neither call rejects or stays out for ever. */
export interface EarconSource {
  /** Of the user's own clips; null when there is none. */
  readonly folder: string | null;
  /** @returns null when there is no clip, or `signal` was aborted */
  load(kind: EarconKind, signal: AbortSignal): Promise<Waveform | null>;
  /** The kinds that the user's clips replace now. */
  custom(signal: AbortSignal): Promise<EarconKind[]>;
}

export interface EarconsOptions {
  output: Pick<Output, 'clip' | 'stopClip'>;
  files: EarconSource;
  clock: Clock;
  log(line: string): void;
  /** An earcon was given to the output: the event `earcon` is due. */
  played(kind: EarconKind): void;
}

/** What `get earcons` answers. */
export interface EarconsDescription {
  folder: string | null;
  kinds: readonly EarconKind[];
  custom: EarconKind[];
}

/** What was started: its file is read, then its clip sounds. */
interface Started {
  readonly id: number;
  readonly reading: AbortController;
  clip: Clip | null;
  /** Of the time it has for its end. */
  disarm(): void;
}

export class Earcons {
  readonly #options: EarconsOptions;
  readonly #queue = new EarconQueue();
  readonly #closing = new AbortController();
  #started: Started | null = null;
  #disarmGap = () => {};
  #waiters: (() => void)[] = [];
  #describing: Promise<EarconsDescription> | null = null;

  constructor(options: EarconsOptions) {
    this.#options = options;
  }

  /** Sounds it now or after those before it, or drops it with a line in the log. Returns at once. */
  play(kind: EarconKind): void {
    this.#tell((now) => this.#queue.play(kind, now));
  }

  /** At level 2 what waits is dropped, what sounds is faded out, and what comes is not played. */
  setMuteLevel(level: number): void {
    this.#tell((now) => this.#queue.setMuteLevel(level, now));
  }

  /**
   * Calls back once none plays or waits, never within this call; not after `close`.
   * @returns the function that cancels it
   */
  whenQuiet(callback: () => void): () => void {
    const waiter = () => callback();
    this.#waiters.push(waiter);
    if (this.#queue.isQuiet) queueMicrotask(() => this.#callWaiters());
    return () => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
    };
  }

  /** The user's files are looked at again; askers at the same time share one look. Never rejects. */
  describe(): Promise<EarconsDescription> {
    this.#describing ??= this.#describe().finally(() => {
      this.#describing = null;
    });
    return this.#describing;
  }

  /** Silences what sounds and forgets what waits. Nothing is called back or sounded afterwards. */
  close(): void {
    this.#closing.abort();
    this.#disarmGap();
    this.#cut();
  }

  async #describe(): Promise<EarconsDescription> {
    const { files } = this.#options;
    const custom = await files.custom(this.#closing.signal);
    return { folder: files.folder, kinds: earconKinds, custom };
  }

  #tell(call: (now: number) => void): void {
    if (this.#closing.signal.aborted) return;
    call(this.#options.clock.now());
    for (const effect of this.#queue.take()) this.#do(effect);
  }

  #do(effect: QueueEffect): void {
    const { clock, log } = this.#options;
    switch (effect.type) {
      case 'start':
        void this.#start(effect.id, effect.kind);
        return;
      case 'cut':
        this.#cut();
        return;
      case 'arm':
        this.#disarmGap();
        this.#disarmGap = clock.at(effect.at, () => this.#tell((now) => this.#queue.due(now)));
        return;
      case 'disarm':
        this.#disarmGap();
        return;
      case 'trace':
        log(effect.line);
        return;
      case 'quiet':
        this.#callWaiters();
        return;
    }
  }

  async #start(id: number, kind: EarconKind): Promise<void> {
    const started: Started = { id, reading: new AbortController(), clip: null, disarm() {} };
    this.#started = started;
    const wave = await this.#options.files.load(kind, started.reading.signal);
    // Cut in the meantime.
    if (this.#started !== started) return;
    if (wave) this.#sound(started, kind, wave);
    else this.#end(started);
  }

  #sound(started: Started, kind: EarconKind, { samples, sampleRate }: Waveform): void {
    const { output, clock, log, played } = this.#options;
    this.#tell(() => this.#queue.sounding(started.id));
    const ms = LATE_MS + (samples.length * 1000) / sampleRate;
    started.disarm = clock.at(clock.now() + ms, () => {
      log(`earcon ${kind}: the output has not ended it in time`);
      // It must not sound over the next one after all.
      if (started.clip !== null) output.stopClip(started.clip);
      this.#end(started);
    });
    started.clip = output.clip(samples, sampleRate, { onEnd: () => this.#end(started) });
    played(kind);
  }

  #end(started: Started): void {
    if (this.#started !== started) return;
    started.disarm();
    this.#started = null;
    this.#tell((now) => this.#queue.ended(started.id, now));
  }

  #cut(): void {
    const started = this.#started;
    if (!started) return;
    this.#started = null;
    started.disarm();
    started.reading.abort();
    if (started.clip !== null) this.#options.output.stopClip(started.clip);
  }

  #callWaiters(): void {
    // One of them may play the next earcon: the others wait for that one too.
    while (this.#queue.isQuiet && !this.#closing.signal.aborted) {
      const waiter = this.#waiters.shift();
      if (!waiter) return;
      waiter();
    }
  }
}
