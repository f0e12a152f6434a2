/** Lets the audio clock run only while it is needed, and notices when it should run and does not. */

/** How long the clock runs on with nothing to sound, ms: a resume costs a few ms, so not at once. */
const IDLE_MS = 1500;
/**
 * How long READ may stand still while there are samples to take, ms. A sound server that buffers two
 * seconds takes them in bursts; a device that has to wake up takes longer still to begin.
 */
const STALL_MS = 3000;
const WAKE_MS = 6000;
const CHECK_MS = 250;
const CHECKS_A_SECOND = 1000 / CHECK_MS;

export interface WatchedClock {
  /** Frames taken so far. */
  position(): number;
  /** Whether there are samples to take, and nothing forbids it. */
  mustMove(): boolean;
  run(running: boolean): void;
  /** Called once a second while there is a play that is not paused: somebody is here. */
  alive(): void;
  stalled(): void;
}

export class ClockWatch {
  readonly #clock: WatchedClock;
  #running = true;
  #idle: ReturnType<typeof setTimeout> | null = null;
  #check: ReturnType<typeof setInterval> | null = null;

  constructor(clock: WatchedClock) {
    this.#clock = clock;
  }

  /** @param active there is a play, and it is not paused */
  look(active: boolean): void {
    if (!active) {
      if (this.#running) this.#idle ??= setTimeout(() => this.#rest(), IDLE_MS);
      return;
    }
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    this.#check ??= this.#watch();
    if (this.#running) return;
    this.#running = true;
    this.#clock.run(true);
  }

  #rest(): void {
    this.#idle = null;
    if (this.#check) clearInterval(this.#check);
    this.#check = null;
    this.#running = false;
    this.#clock.run(false);
  }

  #watch(): ReturnType<typeof setInterval> {
    let last = this.#clock.position();
    let still = 0;
    let limit = WAKE_MS;
    let checks = 0;
    return setInterval(() => {
      const now = this.#clock.position();
      if (now !== last) limit = STALL_MS;
      still = now === last && this.#clock.mustMove() ? still + CHECK_MS : 0;
      last = now;
      if (still === limit) this.#clock.stalled();
      if (++checks % CHECKS_A_SECOND === 0) this.#clock.alive();
    }, CHECK_MS);
  }
}
