/**
 * Who has the floor: what the reader was given, what it is given next, and the announcements between.
 * Deterministic; effects are gathered in order until they are taken.
 */
import type { DropReason, Entry } from '../../shared/speech/chunk.ts';
import { isSwitch, type Switch } from './announcement.ts';
import type { Message } from './batch.ts';
import { choose, type Circumstances, readable } from './choice.ts';
import type { ChannelEffect, ChannelSettings, Handout, ReaderView } from './effects.ts';
import { Handouts } from './handouts.ts';
import { type Channel, OpenChannels } from './open-channels.ts';
import type { Preferences } from './preferences.ts';
import { dropTrace } from './trace.ts';

/** What the reader has of a channel: a message, or with null its announcement. */
interface Given {
  readonly item: number;
  readonly channel: Channel;
  readonly message: Message | null;
  /** The announcement of a switch the user made: it is wanted also when nothing follows. */
  readonly manual: boolean;
}

/** Where the floor stands; `ahead` moves a copy of it on. */
interface Cursor {
  /** The channel being read, until its batch is read. */
  holder: Channel | null;
  /** The one that read last, also when it was closed since. */
  last: Channel | null;
  due: Switch | null;
  /** Its announcement was the last thing said: its message follows without another. */
  announced: Channel | null;
  /** Messages that count as read. */
  readonly skip: Set<Entry>;
}

export class FloorKeeper {
  readonly channels = new OpenChannels();
  readonly #reader: ReaderView;
  readonly #settings: () => ChannelSettings;
  readonly #prefs: Preferences;
  readonly #handouts: Handouts;
  #effects: ChannelEffect[] = [];
  readonly #at: Cursor = { holder: null, last: null, due: null, announced: null, skip: new Set() };
  #given: Given | null = null;
  /** What `next` gave out and the reader has not taken yet. */
  #offered: Handout | null = null;
  /** Items cut here, whose end says nothing about what was heard. */
  readonly #cut = new Set<number>();
  /** The chime before an announcement. */
  #chime: 'waiting' | 'over' | null = null;
  #place: Channel | null = null;
  #focused: Channel | null = null;
  #wanted: Channel | null = null;
  #lastItemOurs = false;

  constructor(reader: ReaderView, settings: () => ChannelSettings, prefs: Preferences) {
    this.#reader = reader;
    this.#settings = settings;
    this.#prefs = prefs;
    this.#handouts = new Handouts(settings, prefs);
  }

  get given(): Given | null {
    return this.#given;
  }

  get last(): Channel | null {
    return this.#at.last;
  }

  get focused(): Channel | null {
    return this.#focused;
  }

  /** The last item that ended was a channel's. */
  get lastItemOurs(): boolean {
    return this.#lastItemOurs;
  }

  get now(): Circumstances {
    return {
      channels: this.channels,
      focused: this.#focused,
      wanted: this.#wanted,
      holdsBack: this.#settings().background === 'earcon_only',
      isMuted: (channel) => this.isMuted(channel),
    };
  }

  isMuted(channel: Channel): boolean {
    return this.#prefs.of(channel.id).muted ?? false;
  }

  labelOf(channel: Channel): string | null {
    return this.#handouts.labelOf(channel);
  }

  emit(effect: ChannelEffect): void {
    this.#effects.push(effect);
  }

  take(): ChannelEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  next(): Handout | null {
    this.#settleSwitch();
    const handout = this.#upcoming(this.#at);
    if (!handout?.held) {
      if (this.#chime === 'over') this.#chime = null;
    } else if (this.#chime !== 'over') {
      if (this.#chime === null) this.emit({ type: 'earcon', kind: 'session_change' });
      this.#chime = 'waiting';
      return null;
    } else this.#chime = null;
    this.#offered = handout;
    return handout;
  }

  handed(item: number): void {
    const handout = this.#offered;
    const channel = handout && this.channels.find(handout.channel);
    this.#offered = null;
    if (!handout || !channel) return;
    const message = handout.kind === 'message' ? (handout.entry as Message) : null;
    const manual = !message && (this.#at.due?.manual ?? false);
    this.#given = { item, channel, message, manual };
    this.#at.holder = channel;
    this.#at.announced = message ? null : channel;
    if (message) this.#at.last = channel;
    this.#place = channel;
    this.channels.use(channel);
    if (this.#wanted !== channel) this.#want(null);
    if (!message) {
      this.#at.due = null;
      this.#handouts.forget(channel);
    }
  }

  ended(item: number): void {
    if (this.#cut.delete(item)) return;
    const given = this.#given;
    this.#lastItemOurs = given?.item === item;
    if (!given || given.item !== item) return;
    this.#given = null;
    if (!given.message) return;
    given.channel.batch.setHeard(given.message);
    this.#changed(given.channel);
  }

  ahead(max: number): Handout[] {
    const message = this.#given?.message;
    const cursor = { ...this.#at, skip: new Set<Entry>(message ? [message] : []) };
    const list: Handout[] = [];
    while (list.length < max) {
      const handout = this.#upcoming(cursor);
      const channel = handout && this.channels.find(handout.channel);
      if (!channel) break;
      list.push(handout);
      cursor.holder = channel;
      cursor.announced = channel;
      if (handout.kind === 'message') {
        cursor.last = channel;
        cursor.skip.add(handout.entry);
      } else cursor.due = null;
    }
    return list;
  }

  chimeEnded(): void {
    if (this.#chime === 'waiting') this.#chime = 'over';
  }

  /** Where `next_channel` goes on from: said, read, or switched to last; also when it was closed since. */
  get place(): Channel | null {
    return this.#place;
  }

  /** Of a channel that waits for its chime while nothing else is read. */
  awaited(): Channel | null {
    if (this.#chime === null || this.#reader.current()) return null;
    const handout = this.#upcoming(this.#at);
    return handout?.kind === 'announce' ? this.channels.find(handout.channel) : null;
  }

  focus(channel: Channel): void {
    const before = this.#focused;
    if (before) before.granted = before.batch.latest;
    this.#want(null);
    this.#focused = channel;
    channel.left = false;
    this.channels.use(channel);
  }

  /**
   * Gives a channel the floor now and cuts what is read, whatever it is; a message cut in another
   * channel is read again later.
   */
  takeFloor(channel: Channel, how: Taking): void {
    const at = this.#at;
    const { again = false, wanted = false } = how;
    const manual = how.announce === 'manual';
    const says = manual || (how.announce === 'switch' && isSwitch(channel, at.last));
    at.due = says ? { channel, again, manual } : null;
    at.holder = channel;
    at.announced = null;
    if (how.announce === 'never') at.last = channel;
    if (how.announce !== 'switch') this.#place = channel;
    channel.left = false;
    this.channels.use(channel);
    if (wanted || manual) this.#want(channel);
    // A chime of some time ago.
    if (this.#chime === 'over') this.#chime = null;

    const current = this.#reader.current();
    if (!current) return;
    this.disown();
    const handout = at.due && this.#handouts.announcement(channel, again);
    if (handout && !handout.held) {
      this.#offered = handout;
      this.emit({ type: 'interrupt', item: current.item, handout });
    } else this.emit({ type: 'cut', item: current.item });
  }

  /** It is being read, or has the floor until it is. */
  holds(channel: Channel): boolean {
    return this.#at.holder === channel;
  }

  /** What is read is no longer ours: its end will say nothing. @returns its item */
  disown(): number | null {
    const given = this.#given;
    if (!given) return null;
    this.#given = null;
    if (!given.message) this.#at.announced = null;
    this.#lastItemOurs = true;
    this.#cut.add(given.item);
    return given.item;
  }

  cutGiven(): void {
    const item = this.disown();
    if (item !== null) this.emit({ type: 'cut', item });
  }

  /**
   * Drops unread messages: they count as heard from now on.
   * @param cut whether what is read is cut here; else the reader is stopped by whoever calls
   */
  drop(
    channel: Channel,
    reason: DropReason,
    which: (entry: Entry) => boolean = () => true,
    cut = true,
  ): number {
    let dropped = 0;
    for (const message of channel.batch.unreadMessages()) {
      if (!which(message)) continue;
      dropped++;
      this.#trace(channel, message, reason);
      this.#cutIfRead(message, cut);
      channel.batch.setHeard(message);
    }
    this.#dropped(channel, dropped, cut);
    return dropped;
  }

  /**
   * Takes messages out of the batch.
   * @param reason for the line in the log of those never heard; null: no line
   * @param stays another message follows at once: the channel keeps the floor, and its announcement
   * @returns how many there were, and how many of them never heard
   */
  takeOut(
    channel: Channel,
    reason: DropReason | null,
    which: (entry: Entry) => boolean,
    stays = false,
  ): { taken: number; neverHeard: number } {
    let unread = 0;
    let neverHeard = 0;
    const out = new Set<Entry>();
    for (const message of channel.batch.entries) {
      if (!which(message)) continue;
      out.add(message);
      if (!message.unread) continue;
      unread++;
      if (!message.heard) neverHeard++;
      if (reason !== null) this.#trace(channel, message, reason);
      this.#cutIfRead(message, true);
    }
    if (out.size > 0) channel.batch.remove((entry) => out.has(entry));
    if (!stays) this.#dropped(channel, unread, true);
    return { taken: out.size, neverHeard };
  }

  /** Skips a channel to its end: its messages, the one read, its announcement, its replay. */
  skipToEnd(channel: Channel, reason: DropReason, cut = true): number {
    const dropped = this.drop(channel, reason, undefined, cut);
    channel.batch.endReplay();
    this.release(channel, cut);
    return dropped;
  }

  /** Takes the floor from a channel, and its announcement back. */
  release(channel: Channel, cut = true): void {
    const at = this.#at;
    if (this.#given?.channel === channel) {
      if (cut) this.cutGiven();
      else this.disown();
    }
    if (at.due?.channel === channel) at.due = null;
    if (at.holder === channel) at.holder = null;
    if (this.#offered?.channel === channel.id) this.#offered = null;
  }

  close(channel: Channel): void {
    this.skipToEnd(channel, 'closed');
    channel.batch.clear();
    this.channels.remove(channel);
    this.#handouts.forget(channel);
    if (this.#focused === channel) this.#focused = null;
    if (this.#wanted === channel) this.#wanted = null;
  }

  /** The same id was opened again. */
  reopened(channel: Channel): void {
    if (this.#at.last?.id === channel.id) this.#at.last = channel;
    if (this.#place?.id === channel.id) this.#place = channel;
  }

  #dropped(channel: Channel, count: number, cut: boolean): void {
    if (count === 0) return;
    this.#changed(channel);
    // An announcement with nothing behind it any more.
    const wanted = this.#given?.channel === channel ? this.#given.manual : this.#at.due?.manual;
    if (channel.batch.unread === 0 && !wanted) this.release(channel, cut);
  }

  #changed(channel: Channel): void {
    channel.batch.settle();
    if (this.#at.holder === channel && !readable(channel, this.now, none)) this.#at.holder = null;
  }

  #trace(channel: Channel, message: Message, reason: DropReason): void {
    if (message.heard) return;
    const item = this.#given?.message === message ? this.#given.item : null;
    this.emit(dropTrace(channel.id, message, item, reason));
  }

  #cutIfRead(message: Message, cut: boolean): void {
    if (this.#given?.message !== message) return;
    if (cut) this.cutGiven();
    else this.disown();
  }

  #want(channel: Channel | null): void {
    const before = this.#wanted;
    if (before && before !== channel) before.granted = before.batch.latest;
    this.#wanted = channel;
  }

  /** A switch that cannot be announced is over. */
  #settleSwitch(): void {
    const { due } = this.#at;
    if (!due || this.#handouts.announcement(due.channel, due.again)) return;
    this.#at.due = null;
    this.#at.announced = due.channel;
  }

  #upcoming({ due, holder, last, announced, skip }: Cursor): Handout | null {
    const asked = due && this.#handouts.announcement(due.channel, due.again);
    if (asked) return asked;
    const { now } = this;
    const channel = choose(holder, now, skip);
    const message = channel && readable(channel, now, skip);
    if (!message) return null;
    const says = announced !== channel && isSwitch(channel, last);
    const announcement = says && this.#handouts.announcement(channel, false);
    return announcement || this.#handouts.message(channel, message);
  }
}

/** How a channel takes the floor at once. */
interface Taking {
  /** `manual`: the user switched, always announced; `switch`: as a hand-off would be. */
  readonly announce: 'manual' | 'switch' | 'never';
  /** Its batch is read from the top. */
  readonly again?: boolean;
  /** The user wants to hear it: `background_policy` holds nothing of it back. */
  readonly wanted?: boolean;
}

const none: ReadonlySet<Entry> = new Set();
