/**
 * The channels extension (section "Extension channels"): named sources that share the one reader. It
 * implements the port the agent writes through. No clock, no input or output: what a call asks for is
 * gathered, and taken with `take` when the call has returned.
 */
import type {
  ChannelOpen,
  ChannelPrefs as ChannelPrefsChange,
} from '../../shared/protocol/channel-requests.ts';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import type { DropReason, Entry, NewMessage } from '../../shared/speech/chunk.ts';
import { Controls, type Flushed, type WentBack } from './controls.ts';
import type { ChannelEffect, ChannelSettings, Handout, ReaderView } from './effects.ts';
import { FloorKeeper } from './floor-keeper.ts';
import type { Message } from './batch.ts';
import { type Channel, checkId, MOST_CHANNELS, type Policy } from './open-channels.ts';
import { type ChannelPrefs, Preferences } from './preferences.ts';

export type { Announcement, ChannelEffect, ChannelSettings, Handout } from './effects.ts';
export type { Flushed, WentBack } from './controls.ts';
export type { MessageHandout, ReaderView } from './effects.ts';
export type { ChannelPrefs } from './preferences.ts';
export type { Policy } from './open-channels.ts';
export { MOST_CHANNELS } from './open-channels.ts';

export interface ChannelsOptions {
  readonly reader: ReaderView;
  readonly settings: () => ChannelSettings;
  /** As they were saved, the most recently changed last. */
  readonly prefs?: Iterable<readonly [string, ChannelPrefs]>;
}

/** A row of `channel_prefs`. */
export interface PrefsRow {
  readonly channel: string;
  readonly open: boolean;
  readonly reading: boolean;
  readonly client_label: string | null;
  readonly host_tab: string | null;
  readonly label: string | null;
  readonly voice: string | null;
  readonly muted: boolean;
}

export class Channels {
  readonly #prefs: Preferences;
  readonly #keeper: FloorKeeper;
  readonly #controls: Controls;
  #lastWritten: Channel | null = null;
  #entries = 0;

  constructor(options: ChannelsOptions) {
    this.#prefs = new Preferences(options.prefs ?? []);
    this.#keeper = new FloorKeeper(options.reader, options.settings, this.#prefs);
    this.#controls = new Controls(options.reader, this.#keeper, () => this.#lastWritten);
  }

  // Requests. Each gives the documented fields of its reply and throws ProtocolError.

  /** @throws E_BAD_REQUEST for an id that may not be, E_BUSY when too many are open */
  openChannel(request: ChannelOpen): { channel: string; created: boolean; policy: Policy } {
    const { label, host_tab: hostTab, policy } = request;
    const created = !this.isOpen(request.channel);
    const channel = this.#ensure(request.channel);
    if (label && !(request.keep_label && channel.clientLabel)) channel.clientLabel = label;
    if (hostTab) channel.hostTab = hostTab;
    if (policy) channel.policy = policy;
    return { channel: channel.id, created, policy: channel.policy };
  }

  /** @throws E_NOT_FOUND */
  closeChannel(id: string): void {
    const channel = this.#keeper.channels.get(id);
    this.#keeper.close(channel);
    if (this.#lastWritten === channel) this.#lastWritten = null;
  }

  /** @throws E_NOT_FOUND */
  focus(id: string): void {
    this.#keeper.focus(this.#keeper.channels.get(id));
  }

  /**
   * `speak` with a channel: a host's message.
   * @returns `entry`: its id (`itemOf` says whether the reader has it), `dropped`: the unread it replaced
   */
  speak(
    id: string,
    message: NewMessage,
    options: { mode?: 'append' | 'replace' | null | undefined; interrupt?: boolean } = {},
  ): { entry: number; dropped: number } {
    const keeper = this.#keeper;
    const channel = this.#ensure(id);
    const { batch } = channel;
    const read = keeper.given?.channel === channel ? keeper.given.message : null;
    const caughtUp = batch.unread === 0;
    const now = options.interrupt === true && !keeper.isMuted(channel);

    const mode = options.mode ?? (channel.policy === 'latest' ? 'replace' : 'append');
    // What a replay still has to read again is no unread text, as long as the replay has the floor.
    const replaying = batch.replay !== null && keeper.holds(channel);
    const dropped =
      mode === 'replace'
        ? keeper.takeOut(
            channel,
            'replaced by newer text (policy latest)',
            (entry) => isUnread(entry) && entry !== read && !(replaying && entry.heard),
            true,
          ).neverHeard
        : 0;
    if (caughtUp) batch.clear();
    const added = this.#newMessage(message, { heard: false, unread: true });
    // Its own message gives way for good; another channel's is read again.
    if (now && read) batch.setHeard(read);
    if (options.interrupt) batch.putFirst(added);
    else batch.append(added);
    this.#written(channel);
    channel.left = false;
    const announcing = keeper.given?.channel === channel && !keeper.given.message;
    if (now && !announcing) keeper.takeFloor(channel, { announce: 'switch' });
    return { entry: added.id, dropped };
  }

  /** `control next_channel` */
  nextChannel(): { channel: string | null } {
    return this.#controls.nextChannel();
  }

  /** `control flush`, as far as the channels go */
  flush(): Flushed {
    return this.#controls.flush();
  }

  /** `control back` */
  back(): WentBack {
    return this.#controls.back();
  }

  /** `control restart`, with a channel or without. @throws E_NOT_FOUND */
  restart(id?: string | null): void {
    this.#controls.restart(id == null ? null : this.#keeper.channels.get(id));
  }

  /**
   * `control stop`. Without a channel every channel is skipped to its end; the reader is then stopped by
   * the caller, nothing is cut here.
   * @param reason `mute` when the mute level stops everything
   * @throws E_NOT_FOUND
   */
  stop(id?: string | null, reason: 'stop' | 'mute' = 'stop'): void {
    this.#controls.stop(id == null ? null : this.#keeper.channels.get(id), reason);
  }

  /** Whether the reader has something of this channel, its announcement too. @throws E_NOT_FOUND */
  isReading(id: string): boolean {
    return this.#keeper.given?.channel === this.#keeper.channels.get(id);
  }

  /** `get channel_prefs` */
  prefsList(): PrefsRow[] {
    const keeper = this.#keeper;
    const row = (id: string): PrefsRow => {
      const channel = keeper.channels.find(id);
      const { label, voice, muted } = this.#prefs.of(id);
      return {
        channel: id,
        open: channel !== null,
        reading: channel !== null && keeper.given?.channel === channel,
        client_label: channel?.clientLabel ?? null,
        host_tab: channel?.hostTab ?? null,
        label: label ?? null,
        voice: voice ?? null,
        muted: muted ?? false,
      };
    };
    const saved = this.#prefs.list().map(([id]) => id);
    const closed = saved.filter((id) => !keeper.channels.has(id)).toReversed();
    return [...keeper.channels.ids(), ...closed].map(row);
  }

  /** `set channel_prefs`. @throws E_BAD_REQUEST for an id that may not be and for the focused, forgotten */
  setPrefs(change: ChannelPrefsChange): PrefsRow[] {
    const keeper = this.#keeper;
    checkId(change.channel);
    const channel = keeper.channels.find(change.channel);
    if (change.forget) {
      if (channel && channel === keeper.focused) {
        throw new ProtocolError('E_BAD_REQUEST', 'the focused channel cannot be forgotten');
      }
      if (channel) this.closeChannel(channel.id);
      if (this.#prefs.forget(change.channel)) keeper.emit({ type: 'prefs' });
    } else {
      const wasMuted = channel !== null && keeper.isMuted(channel);
      if (this.#prefs.change(change, (id) => this.isOpen(id))) keeper.emit({ type: 'prefs' });
      if (channel && !wasMuted && keeper.isMuted(channel)) this.#silence(channel);
    }
    return this.prefsList();
  }

  /** To be saved, the most recently changed last. */
  savedPrefs(): readonly (readonly [string, ChannelPrefs])[] {
    return this.#prefs.list();
  }

  // With the reader.

  /** Asked only while the reader has nothing; then `handed`. Its effects are taken as after any call. */
  next(): Handout | null {
    return this.#keeper.next();
  }

  /** The reader took what `next` gave, or the announcement of an `interrupt`, under this id. */
  handed(item: number): void {
    this.#keeper.handed(item);
  }

  /** An item ended, no matter how; those that are not a channel's too. */
  ended(item: number): void {
    this.#keeper.ended(item);
  }

  /** What `next` would give after what the reader has, if nothing changed; at most `max`. */
  ahead(max: number): readonly Handout[] {
    return this.#keeper.ahead(max);
  }

  /** All earcons queued are over, or the one asked for was dropped and none is queued. */
  chimeEnded(): void {
    this.#keeper.chimeEnded();
  }

  /** The unread messages of all channels but the one being read. */
  queued(): number {
    let unread = this.#keeper.given?.message ? -1 : 0;
    for (const channel of this.#keeper.channels) unread += channel.batch.unread;
    return unread;
  }

  /** The reader's item of a message it has now. */
  itemOf(entry: number): number | null {
    const { given } = this.#keeper;
    return given?.message?.id === entry ? given.item : null;
  }

  take(): ChannelEffect[] {
    return this.#keeper.take();
  }

  // The agent's port.

  ensure(id: string, label?: string | null): void {
    const channel = this.#ensure(id);
    if (label && !channel.clientLabel) channel.clientLabel = label;
  }

  isOpen(id: string): boolean {
    return this.#keeper.channels.has(id);
  }

  open(): readonly string[] {
    return this.#keeper.channels.ids();
  }

  close(id: string): void {
    if (this.isOpen(id)) this.closeChannel(id);
  }

  nameOf(id: string): string {
    const channel = this.#keeper.channels.find(id);
    return (channel && this.#keeper.labelOf(channel)) ?? this.#prefs.of(id).label ?? id;
  }

  hostTab(id: string): string | null {
    return this.#keeper.channels.find(id)?.hostTab ?? null;
  }

  isMuted(id: string): boolean {
    return this.#prefs.of(id).muted ?? false;
  }

  add(id: string, message: NewMessage, options: { stored?: boolean } = {}): number {
    const channel = this.#ensure(id);
    const stored = options.stored ?? false;
    const unread = !stored || channel.batch.replay !== null;
    const added = this.#newMessage(message, { heard: stored, unread });
    channel.batch.append(added);
    if (!stored) channel.left = false;
    this.#written(channel);
    return added.id;
  }

  endMessage(id: string): void {
    this.#keeper.channels.find(id)?.batch.endMessage();
  }

  /** The batch itself: it may change with the next call. */
  entries(id: string): readonly Entry[] {
    return this.#keeper.channels.find(id)?.batch.entries ?? [];
  }

  drop(id: string, reason: DropReason, which?: (entry: Entry) => boolean): number {
    const channel = this.#keeper.channels.find(id);
    if (!channel) return 0;
    return this.#keeper.drop(channel, reason, which);
  }

  takeOut(id: string, reason: DropReason, which: (entry: Entry) => boolean): void {
    const channel = this.#keeper.channels.find(id);
    if (channel) this.#keeper.takeOut(channel, reason, which);
  }

  withdraw(id: string, which: (entry: Entry) => boolean): number {
    const channel = this.#keeper.channels.find(id);
    return channel ? this.#keeper.takeOut(channel, null, which).taken : 0;
  }

  reading(): { channel: string; entry: number | null; announcing: boolean } | null {
    const { given } = this.#keeper;
    if (!given) return null;
    const { channel, message } = given;
    return { channel: channel.id, entry: message?.id ?? null, announcing: message === null };
  }

  lastRead(): string | null {
    const { last } = this.#keeper;
    return last && !last.closed ? last.id : null;
  }

  focused(): string | null {
    return this.#keeper.focused?.id ?? null;
  }

  lastWritten(): string | null {
    return this.#lastWritten?.id ?? null;
  }

  replayFrom(id: string, entry: number): void {
    const channel = this.#keeper.channels.find(id);
    const from = channel?.batch.entries.find((each) => each.id === entry);
    if (channel && from) this.#controls.replay(channel, 'switch', from);
  }

  resume(): void {
    this.#keeper.emit({ type: 'resume' });
  }

  #ensure(id: string): Channel {
    const keeper = this.#keeper;
    const { channels } = keeper;
    const known = channels.find(id);
    if (known) return known;
    checkId(id);
    if (channels.size >= MOST_CHANNELS) {
      const unused = channels.longestUnused(
        (channel) => channel === keeper.focused || channel === keeper.given?.channel,
      );
      if (!unused) throw new ProtocolError('E_BUSY', `${MOST_CHANNELS} channels are open`);
      this.closeChannel(unused.id);
      keeper.emit({ type: 'closed', channel: unused.id });
    }
    const channel = channels.open(id);
    keeper.reopened(channel);
    return channel;
  }

  #newMessage(message: NewMessage, state: { heard: boolean; unread: boolean }): Message {
    return { ...message, id: ++this.#entries, stored: state.heard, ...state };
  }

  #written(channel: Channel): void {
    this.#lastWritten = channel;
    this.#keeper.channels.use(channel);
  }

  /** The user muted it: what is read is dropped, what waits waits. */
  #silence(channel: Channel): void {
    const keeper = this.#keeper;
    const read = keeper.given?.channel === channel ? keeper.given.message : null;
    if (read) keeper.drop(channel, 'muted', (entry) => entry === read);
    channel.batch.endReplay();
    keeper.release(channel);
  }
}

function isUnread(entry: Entry): boolean {
  return (entry as Message).unread;
}
