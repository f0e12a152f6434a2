/** The open channels, in opening order. */
import { longestId } from '../../shared/protocol/fields.ts';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { Batch } from './batch.ts';

export type Policy = 'latest' | 'queue';

export interface Channel {
  readonly id: string;
  /** Its place in opening order; never used twice. */
  readonly order: number;
  readonly batch: Batch;
  /** The client's; the user's goes before it. */
  clientLabel: string | null;
  hostTab: string | null;
  policy: Policy;
  /** The user went on to another: it is not resumed on its own before a new message. */
  left: boolean;
  /** `background_policy` does not hold back messages up to this id. */
  granted: number;
  closed: boolean;
  /** When it was last opened, written to, read or focused: a count that rises. */
  used: number;
}

/**
 * A documented limit: more channels close the one that was not used for the longest time among those
 * with nothing unread that are neither focused nor being read; when there is none, E_BUSY.
 */
export const MOST_CHANNELS = 1_000;

export class OpenChannels {
  readonly #byId = new Map<string, Channel>();
  #opened = 0;
  #uses = 0;

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  find(id: string): Channel | null {
    return this.#byId.get(id) ?? null;
  }

  /** @throws ProtocolError E_NOT_FOUND */
  get(id: string): Channel {
    const channel = this.#byId.get(id);
    if (!channel)
      throw new ProtocolError('E_NOT_FOUND', `no channel ${JSON.stringify(id)} is open`);
    return channel;
  }

  ids(): string[] {
    return [...this.#byId.keys()];
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): IterableIterator<Channel> {
    return this.#byId.values();
  }

  /**
   * @param id of a channel that is not open
   * @throws ProtocolError E_BAD_REQUEST for an id that may not be
   */
  open(id: string): Channel {
    checkId(id);
    const channel: Channel = {
      id,
      order: ++this.#opened,
      batch: new Batch(),
      clientLabel: null,
      hostTab: null,
      policy: 'latest',
      left: false,
      granted: 0,
      closed: false,
      used: 0,
    };
    this.#byId.set(id, channel);
    this.use(channel);
    return channel;
  }

  use(channel: Channel): void {
    channel.used = ++this.#uses;
  }

  remove(channel: Channel): void {
    channel.closed = true;
    this.#byId.delete(channel.id);
  }

  /** The one to close for another, or null. */
  longestUnused(keep: (channel: Channel) => boolean): Channel | null {
    let oldest: Channel | null = null;
    for (const channel of this) {
      if (channel.batch.unread > 0 || keep(channel)) continue;
      if (!oldest || channel.used < oldest.used) oldest = channel;
    }
    return oldest;
  }
}

/** @throws ProtocolError E_BAD_REQUEST */
export function checkId(id: string): void {
  if (id === '') throw new ProtocolError('E_BAD_REQUEST', "'channel' must not be empty");
  if (id.length > longestId) {
    const message = `'channel' must be at most ${longestId} characters`;
    throw new ProtocolError('E_BAD_REQUEST', message);
  }
}
