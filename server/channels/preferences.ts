/** The user's preferences per channel (`channel_prefs`), the most recently changed last. */

import type { ChannelPrefs as PrefsChange } from '../../shared/protocol/channel-requests.ts';

export interface ChannelPrefs {
  readonly label?: string;
  /** A voice id. */
  readonly voice?: string;
  readonly muted?: boolean;
}

/** Kept at most; of channels that are not open the longest unchanged goes first. */
export const MOST_PREFS = 200;

export class Preferences {
  readonly #prefs: Map<string, ChannelPrefs>;

  constructor(saved: Iterable<readonly [string, ChannelPrefs]>) {
    this.#prefs = new Map([...saved].slice(-MOST_PREFS));
  }

  of(channel: string): ChannelPrefs {
    return this.#prefs.get(channel) ?? nothing;
  }

  /** The most recently changed last. */
  list(): readonly (readonly [string, ChannelPrefs])[] {
    return [...this.#prefs];
  }

  /** @returns whether anything changed */
  change(change: PrefsChange, isOpen: (channel: string) => boolean): boolean {
    const old = this.of(change.channel);
    const label = textOf(change.label, old.label);
    const voice = textOf(change.voice, old.voice);
    const muted = change.muted ?? old.muted ?? false;
    if (label === old.label && voice === old.voice && muted === (old.muted ?? false)) return false;
    this.#prefs.delete(change.channel);
    if (label !== undefined || voice !== undefined || muted) {
      this.#prefs.set(change.channel, {
        ...(label !== undefined && { label }),
        ...(voice !== undefined && { voice }),
        ...(muted && { muted }),
      });
    }
    if (this.#prefs.size > MOST_PREFS) {
      const ids = [...this.#prefs.keys()];
      this.#prefs.delete(ids.find((id) => !isOpen(id)) ?? ids[0]!);
    }
    return true;
  }

  /** @returns whether there were any */
  forget(channel: string): boolean {
    return this.#prefs.delete(channel);
  }
}

const nothing: ChannelPrefs = {};

function textOf(given: string | null | undefined, old: string | undefined): string | undefined {
  if (given === undefined) return old;
  return given === null || given.trim() === '' ? undefined : given;
}
