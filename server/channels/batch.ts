/**
 * A channel's batch: its messages in the order they are read. An unread one is still to be read, be it for
 * the first time or by a replay; the one being read is unread until it ended.
 */
import type { Entry } from '../../shared/speech/chunk.ts';

export type Message = { -readonly [K in keyof Entry]: Entry[K] } & { unread: boolean };

/**
 * Heard messages of one batch that are kept for a replay, at most; the oldest go first. A batch that
 * never catches up would grow for ever.
 */
export const KEEP_HEARD = { messages: 2_000, characters: 1_000_000 } as const;

export class Batch {
  #entries: Message[] = [];
  /** Nothing before this index is unread. */
  #from = 0;
  #unread = 0;
  /** Unread ones that `background_policy` never holds back. */
  #free = 0;
  /** Unread ones, by id. */
  #decisions: Message[] = [];
  #characters = 0;
  #latest = 0;
  /** The last id of a message that ended; 0 for none. */
  #boundary = 0;
  /** The last id of the replay in progress. */
  #replay: number | null = null;

  get entries(): readonly Message[] {
    return this.#entries;
  }

  get unread(): number {
    return this.#unread;
  }

  /** The unread decisions, the oldest first. */
  get decisions(): readonly Message[] {
    return this.#decisions;
  }

  get replay(): number | null {
    return this.#replay;
  }

  /** The id of the newest message that ever stood here; 0 for none. */
  get latest(): number {
    return this.#latest;
  }

  append(message: Message): void {
    this.#insert(this.#entries.length, message);
  }

  /** Puts it before the unread messages. */
  putFirst(message: Message): void {
    this.#insert(this.#firstIndex(), message);
  }

  clear(): void {
    this.#replace([]);
    this.#boundary = 0;
    this.#replay = null;
  }

  setUnread(message: Message, unread: boolean): void {
    if (message.unread === unread) return;
    message.unread = unread;
    this.#count(message, unread ? 1 : -1);
    if (unread) this.#from = Math.min(this.#from, this.#entries.indexOf(message));
  }

  /** It was read to its end, or will not be. */
  setHeard(message: Message): void {
    message.heard = true;
    this.setUnread(message, false);
  }

  /**
   * The first unread message that `allows` names, but for those in `skip`. `allows` never names an
   * agent's message after one it refused.
   */
  first(allows: ((entry: Entry) => boolean) | null, skip: ReadonlySet<Entry>): Message | null {
    if (this.#unread === 0) return null;
    for (let index = this.#firstIndex(); index < this.#entries.length; index++) {
      const message = this.#entries[index]!;
      if (!message.unread || skip.has(message)) continue;
      if (!allows || allows(message)) return message;
      if (this.#free === 0) return null;
    }
    return null;
  }

  unreadMessages(): Message[] {
    return this.#unread === 0
      ? []
      : this.#entries.slice(this.#firstIndex()).filter((message) => message.unread);
  }

  /** The message before this one, heard or not. */
  before(message: Message): Message | null {
    return this.#entries[this.#entries.indexOf(message) - 1] ?? null;
  }

  /** What a host spoke and nobody heard is not passed over by a replay from `start` on: it is read after it. */
  postpone(start: Message): void {
    const end = this.#entries.indexOf(start);
    const isPassed = (message: Message, index: number) =>
      index < end && message.unread && !message.heard && message.source === 'host';
    const passed = this.#entries.filter(isPassed);
    if (passed.length === 0) return;
    this.#entries = [...this.#entries.filter((message) => !passed.includes(message)), ...passed];
    this.#from = 0;
  }

  /** Everything from `first` on becomes unread and what stands before it heard. */
  replayFrom(first: Message): void {
    const start = this.#entries.indexOf(first);
    this.#entries.forEach((message, index) => {
      if (index < start) this.setHeard(message);
      else if (!message.unread) {
        message.unread = true;
        this.#count(message, 1);
      }
    });
    this.#from = start;
    this.#replay = this.#latest;
  }

  /** What a replay has not read again yet is left out. */
  endReplay(): void {
    if (this.#replay === null) return;
    this.#replay = null;
    for (const message of this.unreadMessages()) {
      if (message.heard) this.setUnread(message, false);
    }
  }

  /** What is here now goes when all of it is heard and something newer is there. */
  endMessage(): void {
    this.#boundary = this.#latest;
  }

  remove(which: (entry: Entry) => boolean): void {
    const kept = this.#entries.filter((message) => !which(message));
    if (kept.length < this.#entries.length) this.#replace(kept);
    this.settle();
  }

  /** Wanted after each change of what is unread: ends a replay that is over, drops what is too old. */
  settle(): void {
    if (this.#replay !== null && !this.#hasUnreadTo(this.#replay)) this.#replay = null;
    const ended = this.#boundary;
    if (ended > 0 && this.#latest > ended && !this.#hasUnreadTo(ended)) {
      this.#boundary = 0;
      this.#replace(this.#entries.filter((message) => message.id > ended));
    }
    this.#trim();
  }

  #hasUnreadTo(id: number): boolean {
    for (let index = this.#firstIndex(); index < this.#entries.length; index++) {
      const message = this.#entries[index]!;
      if (message.unread && message.id <= id) return true;
    }
    return false;
  }

  #insert(index: number, message: Message): void {
    this.#entries.splice(index, 0, message);
    this.#latest = message.id;
    this.#characters += lengthOf(message);
    if (message.unread) {
      this.#count(message, 1);
      this.#from = Math.min(this.#from, index);
    }
    this.settle();
  }

  #firstIndex(): number {
    while (this.#from < this.#entries.length && !this.#entries[this.#from]!.unread) this.#from++;
    return this.#from;
  }

  #count(message: Message, by: 1 | -1): void {
    this.#unread += by;
    if (message.source !== 'agent') this.#free += by;
    if (!message.decision) return;
    const later = this.#decisions.findIndex((each) => each.id >= message.id);
    if (by < 0) this.#decisions.splice(later, 1);
    else this.#decisions.splice(later < 0 ? this.#decisions.length : later, 0, message);
  }

  #replace(entries: Message[]): void {
    this.#entries = entries;
    this.#from = 0;
    this.#unread = 0;
    this.#free = 0;
    this.#decisions = [];
    this.#characters = 0;
    for (const message of entries) {
      this.#characters += lengthOf(message);
      if (message.unread) this.#count(message, 1);
    }
  }

  #trim(): void {
    let gone = 0;
    while (
      gone < this.#firstIndex() &&
      gone < this.#entries.length - 1 &&
      (this.#entries.length - gone > KEEP_HEARD.messages ||
        this.#characters > KEEP_HEARD.characters)
    ) {
      this.#characters -= lengthOf(this.#entries[gone]!);
      gone++;
    }
    if (gone === 0) return;
    this.#entries.splice(0, gone);
    this.#from -= gone;
  }
}

function lengthOf(message: Entry): number {
  return message.chunks.reduce((sum, chunk) => sum + chunk.text.length, 0);
}
