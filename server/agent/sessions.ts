/** The sessions, and which of them are dead. */
import type { Desk } from './desk.ts';
import type { Prose } from './prose.ts';
import type { Recaps } from './recaps.ts';
import { Session } from './session.ts';
import type { SessionRequest, TurnRequest } from './types.ts';

/** A channel with no agent message for this long has its state freed, ms. */
export const DEAD_AFTER_MS = 6 * 60 * 60 * 1000;
/** A documented limit: beyond it the session that was not used for the longest time is freed. */
export const MOST_SESSIONS = 1_000;

export interface SessionsOptions {
  readonly desk: Desk;
  readonly prose: Prose;
  readonly recaps: Recaps;
}

export class Sessions {
  readonly #desk: Desk;
  readonly #prose: Prose;
  readonly #recaps: Recaps;
  readonly #byChannel = new Map<string, Session>();

  constructor({ desk, prose, recaps }: SessionsOptions) {
    this.#desk = desk;
    this.#prose = prose;
    this.#recaps = recaps;
  }

  find(channel: string | null | undefined): Session | null {
    return (channel == null ? undefined : this.#byChannel.get(channel)) ?? null;
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.#byChannel.values();
  }

  /** The session of a message, which is alive now. */
  get({ channel, label }: SessionRequest, now: number): Session {
    const known = this.#byChannel.get(channel);
    const session = known ?? new Session(channel, now);
    session.used = now;
    if (!known) {
      if (this.#byChannel.size >= MOST_SESSIONS) this.#freeOldest(now);
      this.#byChannel.set(channel, session);
      this.#desk.emit({ type: 'arm', key: deadKey(channel), at: now + DEAD_AFTER_MS });
    }
    if (label !== undefined) this.label(channel, label, session);
    return session;
  }

  /** Counts for a channel without one, now or once it is opened. */
  label(channel: string, label: string, session = this.find(channel)): void {
    if (this.#desk.floor.isOpen(channel)) this.#desk.floor.ensure(channel, label);
    else if (session) session.label ??= label;
  }

  /** Whether a message is from an earlier turn; it is logged then. */
  isStale({ t, turn }: TurnRequest, session: Session, text?: string): boolean {
    const isLate = t !== undefined && session.t !== null && t < session.t;
    if (!isLate && !session.isRetired(turn)) return false;
    const why = isLate ? 'stamped before the last turn_start' : 'its turn was replaced';
    this.#desk.trace(session.channel, `dropped: late text (${why})`, text);
    return true;
  }

  /** A session may be dead by now. */
  due(channel: string, now: number): void {
    const session = this.find(channel);
    if (!session) return;
    if (now - session.used >= DEAD_AFTER_MS) {
      this.free(channel, now);
      this.closeIdle(channel);
      return;
    }
    const at = session.used + DEAD_AFTER_MS;
    this.#desk.emit({ type: 'arm', key: deadKey(channel), at });
  }

  /** Forgets the session's turn. */
  free(channel: string, now: number): void {
    const session = this.find(channel);
    if (!session) return;
    this.#prose.drop(session, 'closed', now);
    this.#recaps.cancel(session, 'closed', 'drop');
    this.#byChannel.delete(channel);
    this.#desk.emit({ type: 'disarm', key: deadKey(channel) });
  }

  /** Closes a channel with nothing unread that is neither focused nor being read. */
  closeIdle(channel: string): void {
    const { floor } = this.#desk;
    if (!floor.isOpen(channel)) return;
    const isUsed = floor.focused() === channel || floor.reading()?.channel === channel;
    if (isUsed || floor.entries(channel).some(({ heard }) => !heard)) return;
    floor.close(channel);
  }

  #freeOldest(now: number): void {
    let oldest: Session | null = null;
    for (const session of this) if (!oldest || session.used < oldest.used) oldest = session;
    if (oldest) this.free(oldest.channel, now);
  }
}

const deadKey = (channel: string) => `agent:dead:${channel}`;
