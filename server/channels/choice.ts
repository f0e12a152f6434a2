/** Who reads next (section "Extension channels": "Who reads next" and `next_channel`). */
import type { Entry } from '../../shared/speech/chunk.ts';
import type { Message } from './batch.ts';
import type { Channel, OpenChannels } from './open-channels.ts';

export interface Circumstances {
  readonly channels: OpenChannels;
  readonly focused: Channel | null;
  /** The user switched to it: nothing of it is held back. */
  readonly wanted: Channel | null;
  /** `background_policy` is earcon_only. */
  readonly holdsBack: boolean;
  isMuted(channel: Channel): boolean;
}

/** The message of a channel that may be read next, but for those in `skip`. */
export function readable(
  channel: Channel,
  now: Circumstances,
  skip: ReadonlySet<Entry>,
): Message | null {
  if (channel.batch.unread === 0 || channel.closed || now.isMuted(channel)) return null;
  return channel.batch.first(allowance(channel, now), skip);
}

/**
 * The channel that has the floor next: the one being read until its batch is read, then the oldest
 * decision, the focused channel, and the first in opening order with something to read.
 */
export function choose(
  holder: Channel | null,
  now: Circumstances,
  skip: ReadonlySet<Entry>,
): Channel | null {
  if (holder && readable(holder, now, skip)) return holder;
  let deciding: { channel: Channel; id: number } | null = null;
  let first: Channel | null = null;
  for (const channel of now.channels) {
    if (channel.left || channel.batch.unread === 0) continue;
    const decision = channel.batch.decisions.find((entry) => !skip.has(entry));
    const isSooner = decision && (!deciding || decision.id < deciding.id);
    if (isSooner && !now.isMuted(channel) && isAllowed(channel, now, decision)) {
      deciding = { channel, id: decision.id };
      first ??= channel;
    } else if (!first && readable(channel, now, skip)) first = channel;
  }
  if (deciding) return deciding.channel;
  const { focused } = now;
  return focused && !focused.left && readable(focused, now, skip) ? focused : first;
}

/** Where `next_channel` goes from here; null when no channel is open. */
export function following(from: Channel | null, now: Circumstances): Channel | null {
  const order = from?.order ?? 0;
  const all = [...now.channels];
  const ring = [
    ...all.filter((channel) => channel.order > order),
    ...all.filter((channel) => channel.order <= order),
  ];
  const unmuted = ring.filter((channel) => !now.isMuted(channel));
  const candidates = unmuted.length > 0 ? unmuted : ring;
  return candidates.find((channel) => channel.batch.entries.length > 0) ?? candidates[0] ?? null;
}

/** What `background_policy` lets be read of a channel; null: everything. */
function allowance(channel: Channel, now: Circumstances): ((entry: Entry) => boolean) | null {
  const { focused, wanted } = now;
  if (!now.holdsBack || !focused || focused === channel || wanted === channel) return null;
  return (entry) => entry.source !== 'agent' || entry.id <= channel.granted;
}

function isAllowed(channel: Channel, now: Circumstances, entry: Entry): boolean {
  const allows = allowance(channel, now);
  return !allows || allows(entry);
}
