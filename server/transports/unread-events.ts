/** How far one client is behind with its events, and whether it missed some. */
import { MAX_UNREAD_BYTES, MAX_UNREAD_EVENTS } from './port.ts';

export class UnreadEvents {
  readonly #caughtUp: () => void;
  #unread = 0;
  /** Of all that was accepted and not taken yet, also of this turn. */
  #bytes = 0;
  #missed = false;

  /** @param caughtUp called once all is read, when some were dropped before */
  constructor(caughtUp: () => void) {
    this.#caughtUp = caughtUp;
  }

  /** Whether an event of so many bytes may be sent now; if not, it counts as missed. */
  takes(bytes: number): boolean {
    const fits = this.#bytes === 0 || this.#bytes + bytes <= MAX_UNREAD_BYTES;
    if (fits && this.#unread < MAX_UNREAD_EVENTS) {
      this.#bytes += bytes;
      return true;
    }
    this.#missed = true;
    return false;
  }

  /** So many were handed to the system. */
  sent(events: number): void {
    this.#unread += events;
  }

  /** So many of them, of so many bytes, were taken from it. */
  read(events: number, bytes: number): void {
    this.#unread -= events;
    this.#bytes -= bytes;
    if (this.#unread > 0 || !this.#missed) return;
    this.#missed = false;
    this.#caughtUp();
  }
}
