/** What the user does with the channels: `control` next_channel, flush, back, restart and stop. */
import type { DropReason } from '../../shared/speech/chunk.ts';
import type { Message } from './batch.ts';
import { following } from './choice.ts';
import type { ReaderView } from './effects.ts';
import type { FloorKeeper } from './floor-keeper.ts';
import type { Channel } from './open-channels.ts';

export interface Flushed {
  readonly flushed: 'channel' | 'announcement' | 'direct' | 'nothing';
  readonly channel: string | null;
}

export interface WentBack {
  readonly channel: string | null;
  readonly to: 'chunk' | 'entry' | 'first' | 'replay';
}

export class Controls {
  readonly #reader: ReaderView;
  readonly #keeper: FloorKeeper;
  readonly #lastWritten: () => Channel | null;

  constructor(reader: ReaderView, keeper: FloorKeeper, lastWritten: () => Channel | null) {
    this.#reader = reader;
    this.#keeper = keeper;
    this.#lastWritten = lastWritten;
  }

  nextChannel(): { channel: string | null } {
    const keeper = this.#keeper;
    const from = keeper.given?.channel ?? keeper.place;
    const target = following(from, keeper.now);
    if (!target) return { channel: null };
    if (from && from !== target) {
      from.left = true;
      // What it had to say again, and all of it was heard before, does not wait any more.
      if (from.batch.unreadMessages().every((message) => message.heard)) from.batch.endReplay();
    }
    const { batch } = target;
    const again = batch.unread === 0 || target === from || batch.replay !== null;
    const replays = again && batch.entries.length > 0 && !keeper.isMuted(target);
    if (replays) batch.replayFrom(batch.entries[0]!);
    keeper.takeFloor(target, { announce: 'manual', again: replays });
    return { channel: target.id };
  }

  flush(): Flushed {
    const keeper = this.#keeper;
    const { given } = keeper;
    const current = this.#reader.current();
    const channel = given?.channel ?? keeper.awaited();
    let flushed: Flushed['flushed'] = 'nothing';
    if (channel) {
      flushed = given?.message ? 'channel' : 'announcement';
      this.#skipToEnd(channel, 'flush');
    } else if (current) {
      flushed = 'direct';
      keeper.emit({ type: 'cut', item: current.item });
    }
    if (flushed !== 'nothing' && this.#reader.paused()) keeper.emit({ type: 'resume' });
    return { flushed, channel: channel?.id ?? null };
  }

  back(): WentBack {
    const keeper = this.#keeper;
    const { given } = keeper;
    if (!given?.message) {
      this.restart(null);
      return { channel: null, to: 'replay' };
    }
    const { channel, message } = given;
    if ((this.#reader.current()?.chunk ?? 0) > 0) {
      keeper.emit({ type: 'previous' });
      return { channel: channel.id, to: 'chunk' };
    }
    const before = channel.batch.before(message);
    if (!before) {
      keeper.emit({ type: 'restart_item' });
      return { channel: channel.id, to: 'first' };
    }
    channel.batch.setUnread(before, true);
    keeper.takeFloor(channel, { announce: 'never', wanted: true });
    return { channel: channel.id, to: 'entry' };
  }

  /** @param channel null: what is read, else what was read last */
  restart(channel: Channel | null): void {
    const keeper = this.#keeper;
    const { given } = keeper;
    if (channel) {
      if (given?.channel === channel) keeper.emit({ type: 'restart_item' });
      else this.replay(channel, 'manual');
    } else if (given?.message) {
      const { batch } = given.channel;
      const first = batch.entries[0]!;
      batch.replayFrom(first);
      // In its place: text that waits in the reader would come between.
      if (given.message === first) keeper.emit({ type: 'restart_item' });
      else keeper.takeFloor(given.channel, { announce: 'never', wanted: true });
    } else if (this.#reader.current()) {
      keeper.emit({ type: 'restart_item' });
    } else {
      const heard = this.#latestHeard();
      if (heard) this.replay(heard, 'switch');
      // The reader's own last item; never one of a channel that is gone.
      else if (!keeper.lastItemOurs) keeper.emit({ type: 'restart_item' });
    }
  }

  /** @param channel null: all of them; what is read is then not cut here */
  stop(channel: Channel | null, reason: 'stop' | 'mute'): void {
    if (channel) this.#skipToEnd(channel, reason);
    else for (const each of this.#keeper.channels) this.#keeper.skipToEnd(each, reason, false);
  }

  /** Reads a batch again, from the top when no message is named; nothing where there is none to read. */
  replay(channel: Channel, announce: 'manual' | 'switch', from?: Message): void {
    const first = channel.batch.entries[0];
    const start = from ?? first;
    if (!start || this.#keeper.isMuted(channel)) return;
    channel.batch.postpone(start);
    channel.batch.replayFrom(start);
    this.#keeper.takeFloor(channel, { announce, again: start === first, wanted: true });
  }

  #skipToEnd(channel: Channel, reason: DropReason): void {
    this.#keeper.skipToEnd(channel, reason);
    channel.batch.endMessage();
  }

  /** What `restart` replays while nothing is read. */
  #latestHeard(): Channel | null {
    const { last, focused } = this.#keeper;
    if (last && !last.closed) return last;
    const chosen = [focused, this.#lastWritten()];
    return chosen.find((channel) => channel && channel.batch.entries.length > 0) ?? null;
  }
}
