/** How far one client is behind with its events, and whether it missed some. */
import { MAX_UNREAD_EVENTS } from './port.ts';

export class UnreadEvents {
  readonly #caughtUp: () => void;
  #unread = 0;
  #missed = false;

  /** @param caughtUp called once all is read, when some were dropped before */
  constructor(caughtUp: () => void) {
    this.#caughtUp = caughtUp;
  }

  /** Whether an event may be sent now; if not, it counts as missed. */
  takes(): boolean {
    if (this.#unread < MAX_UNREAD_EVENTS) return true;
    this.#missed = true;
    return false;
  }

  /** So many were handed to the system. */
  sent(events: number): void {
    this.#unread += events;
  }

  /** So many of them were taken from it. */
  read(events: number): void {
    this.#unread -= events;
    if (this.#unread > 0 || !this.#missed) return;
    this.#missed = false;
    this.#caughtUp();
  }
}
