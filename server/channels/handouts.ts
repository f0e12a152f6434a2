/** What is handed to the reader, made of a channel and its message. */
import { announcementText } from './announcement.ts';
import type { Message } from './batch.ts';
import type { Announcement, ChannelSettings, MessageHandout } from './effects.ts';
import type { Channel } from './open-channels.ts';
import type { Preferences } from './preferences.ts';

export class Handouts {
  readonly #settings: () => ChannelSettings;
  readonly #prefs: Preferences;
  /** What stands ready to be announced, by channel, so that the same keeps its key. */
  readonly #keys = new Map<string, { text: string; key: number }>();
  #announcements = 0;

  constructor(settings: () => ChannelSettings, prefs: Preferences) {
    this.#settings = settings;
    this.#prefs = prefs;
  }

  /** The user's label before the client's. */
  labelOf(channel: Channel): string | null {
    return this.#prefs.of(channel.id).label ?? channel.clientLabel;
  }

  /** @param again its batch is read from the top @returns null where it is not to be announced */
  announcement(channel: Channel, again: boolean): Announcement | null {
    const { announce, agent, muteLevel } = this.#settings();
    const label = this.labelOf(channel);
    const text = announce ? announcementText(label, again, agent) : null;
    if (text === null) return null;
    return {
      kind: 'announce',
      key: this.#keyOf(channel.id, text),
      held: agent && muteLevel < 2,
      channel: channel.id,
      chunks: [{ text }],
      label,
      hostTab: channel.hostTab,
    };
  }

  message(channel: Channel, message: Message): MessageHandout {
    const { voice } = this.#prefs.of(channel.id);
    const { style } = message;
    // A voice of the message's own, and that of an engine it names, go before the channel's.
    const own = style?.voice != null || style?.engine != null;
    const spoken = voice === undefined || own ? style : { ...style, voice };
    return {
      kind: 'message',
      key: message.id,
      held: false,
      channel: channel.id,
      entry: message,
      chunks: message.chunks,
      label: message.label ?? this.labelOf(channel),
      hostTab: channel.hostTab,
      ...(spoken && { style: spoken }),
    };
  }

  /** The announcement of this channel was given, or never will be: the next has a key of its own. */
  forget(channel: Channel): void {
    this.#keys.delete(channel.id);
  }

  #keyOf(channel: string, text: string): number {
    const known = this.#keys.get(channel);
    if (known?.text === text) return known.key;
    // Below zero: never a message's.
    const key = -++this.#announcements;
    this.#keys.set(channel, { text, key });
    return key;
  }
}
