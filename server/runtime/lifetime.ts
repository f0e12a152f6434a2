/**
 * When the runtime ends by itself (section "Lifetime"): a while after the last client left, nothing
 * being read. The decision is taken at once for everyone: from then on every request is refused.
 */
import type { Clock } from './clock.ts';

export interface LifetimeOptions {
  clock: Clock;
  /** Seconds, fractions allowed. */
  idleExit: number;
  /** Never exits for idleness. */
  standalone: boolean;
  /** Whether something is being read; a paused item does not count. */
  reading(): boolean;
  /** Ends the process; called once. */
  exit(reason: 'idle' | 'takeover' | 'signal'): void;
}

export class Lifetime {
  readonly #options: LifetimeOptions;
  #clients = 0;
  #keepAlive = false;
  #exiting = false;
  #started = false;
  #disarm: () => void = () => {};

  constructor(options: LifetimeOptions) {
    this.#options = options;
  }

  /** The countdown starts here: once clients can find the runtime. */
  start(): void {
    this.#started = true;
    this.touch();
  }

  /** From here on no request is accepted any more. */
  get exiting(): boolean {
    return this.#exiting;
  }

  keepAlive(): void {
    this.#keepAlive = true;
    this.touch();
  }

  /** A client arrived. @returns the function to call once when it left */
  arrive(): () => void {
    this.#clients++;
    this.touch();
    let here = true;
    return () => {
      if (!here) return;
      here = false;
      this.#clients--;
      this.touch();
    };
  }

  /** Something happened (a request, speech began or ended): the countdown starts anew. */
  touch(): void {
    this.#disarm();
    this.#disarm = () => {};
    const { clock, idleExit, standalone } = this.#options;
    if (!this.#started || this.#exiting || standalone || this.#keepAlive) return;
    if (this.#clients > 0 || this.#options.reading()) return;
    this.#disarm = clock.at(clock.now() + idleExit * 1000, () => this.end('idle'));
  }

  end(reason: 'idle' | 'takeover' | 'signal'): void {
    if (this.#exiting) return;
    this.#exiting = true;
    this.#disarm();
    this.#options.exit(reason);
  }
}
