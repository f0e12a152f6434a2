/** What is said when another channel takes the floor, and when that is. */
import type { Channel } from './open-channels.ts';

/** A switch the user or a client asked for: its announcement goes before anything else is read. */
export interface Switch {
  readonly channel: Channel;
  /** Its batch is replayed from the top. */
  readonly again: boolean;
  /** The user switched: what is said of it stays, also when nothing of the channel is left to read. */
  readonly manual: boolean;
}

/**
 * Whether a hand-off to this channel is announced. A new session in the host tab of the closed one that
 * read last replaces it.
 */
export function isSwitch(channel: Channel, last: Channel | null): boolean {
  if (!last || last.id === channel.id) return false;
  return !(last.closed && last.hostTab !== null && last.hostTab === channel.hostTab);
}

/** @param agent the agent extension is on @returns null where nothing can be said */
export function announcementText(
  label: string | null,
  again: boolean,
  agent: boolean,
): string | null {
  const name = label ?? (agent ? 'Session changed' : null);
  if (name === null) return null;
  return again ? `${name}, reading again.` : `${name}.`;
}
