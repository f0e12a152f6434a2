/**
 * Which earcon sounds when: one at a time, in order. No clock and no sound of its own: the time comes
 * with each call, and the caller takes the effects after it.
 */
import type { EarconKind } from '../../shared/speech/chunk.ts';

/** From the end of one to the start of the next, ms. */
export const GAP_MS = 60;
/** So many wait or play at a time. */
export const MOST = 3;
/** At this mute level earcons are silent too. */
const SILENT_LEVEL = 2;

export type QueueEffect =
  /** Sound it; then `sounding`, at its end `ended`, with this id. */
  | { readonly type: 'start'; readonly id: number; readonly kind: EarconKind }
  /** Stop what was started with this id; it is over already. */
  | { readonly type: 'cut'; readonly id: number }
  /** `due` is wanted at `at`, ms; replaces the one asked for before. */
  | { readonly type: 'arm'; readonly at: number }
  | { readonly type: 'disarm' }
  | { readonly type: 'trace'; readonly line: string }
  /** None plays or waits any more. */
  | { readonly type: 'quiet' };

interface Current {
  readonly id: number;
  readonly kind: EarconKind;
  isSounding: boolean;
}

export class EarconQueue {
  #level = 0;
  #current: Current | null = null;
  #waiting: EarconKind[] = [];
  /** The next may start then, ms. */
  #freeAt = -Infinity;
  #isArmed = false;
  #nextId = 1;
  #effects: QueueEffect[] = [];

  get isQuiet(): boolean {
    return this.#current === null && this.#waiting.length === 0;
  }

  play(kind: EarconKind, now: number): void {
    const last = this.#waiting.at(-1) ?? this.#current?.kind;
    const count = this.#waiting.length + (this.#current ? 1 : 0);
    if (this.#level >= SILENT_LEVEL) this.#drop(kind, `mute level ${this.#level}`);
    else if (kind === last) this.#drop(kind, 'the same one is queued right before');
    else if (count >= MOST) this.#drop(kind, `${MOST} wait or play`);
    else {
      this.#waiting.push(kind);
      this.#advance(now);
    }
  }

  /** What was started is heard from now on. */
  sounding(id: number): void {
    if (this.#current?.id === id) this.#current.isSounding = true;
  }

  /** What was started is over, or could not be sounded. Unknown: no effect. */
  ended(id: number, now: number): void {
    if (this.#current?.id !== id) return;
    // What was never heard leaves no sound to keep away from.
    if (this.#current.isSounding) this.#freeAt = now + GAP_MS;
    this.#current = null;
    if (this.isQuiet) this.#effects.push({ type: 'quiet' });
    this.#advance(now);
  }

  /** The time that `arm` asked for has come. */
  due(now: number): void {
    this.#isArmed = false;
    this.#advance(now);
  }

  setMuteLevel(level: number, now: number): void {
    this.#level = level;
    if (level < SILENT_LEVEL || this.isQuiet) return;
    const reason = `mute level ${level}`;
    const current = this.#current;
    if (current) {
      this.#effects.push({ type: 'cut', id: current.id });
      if (current.isSounding) this.#freeAt = now + GAP_MS;
      const line = `earcon ${current.kind} ${current.isSounding ? 'cut' : 'dropped'}: ${reason}`;
      this.#effects.push({ type: 'trace', line });
    }
    for (const kind of this.#waiting) this.#drop(kind, reason);
    this.#current = null;
    this.#waiting = [];
    this.#disarm();
    this.#effects.push({ type: 'quiet' });
  }

  /** What the calls since the last `take` ask for, in order. */
  take(): QueueEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #advance(now: number): void {
    if (this.#current) return;
    const [kind] = this.#waiting;
    if (kind === undefined) return;
    if (now < this.#freeAt) {
      if (!this.#isArmed) this.#effects.push({ type: 'arm', at: this.#freeAt });
      this.#isArmed = true;
      return;
    }
    this.#disarm();
    this.#waiting.shift();
    this.#current = { id: this.#nextId++, kind, isSounding: false };
    this.#effects.push({ type: 'start', id: this.#current.id, kind });
  }

  #disarm(): void {
    if (this.#isArmed) this.#effects.push({ type: 'disarm' });
    this.#isArmed = false;
  }

  #drop(kind: EarconKind, reason: string): void {
    this.#effects.push({ type: 'trace', line: `earcon ${kind} dropped: ${reason}` });
  }
}
