/** The messages of the extension "channels" (section "Extension channels"). */
import * as z from 'zod/mini';
import { boolean, id, label, optional, string, text } from './fields.ts';
import { speak } from './requests.ts';

export const channelOpen = z.object({
  channel: id,
  label: optional(label),
  host_tab: optional(text(1024)),
  policy: optional(z.enum(['latest', 'queue'], 'must be "latest" or "queue"')),
  keep_label: optional(boolean),
});
export type ChannelOpen = z.infer<typeof channelOpen>;

export const channelOnly = z.object({ channel: id });

/** `speak` once the extension is on. */
export const channelSpeak = z.extend(speak, { channel: optional(id) });
export type ChannelSpeak = z.infer<typeof channelSpeak>;

/** `control` once the extension is on; the action is checked against the table of its extension. */
export const channelControl = z.object({ action: string, channel: optional(id) });

/** A `set` of `channel_prefs`. A field that is null is cleared, one that is absent stays. */
export const channelPrefs = z.object(
  {
    channel: id,
    label: optional(label),
    voice: optional(text(256)),
    muted: optional(boolean),
    forget: optional(boolean),
  },
  'must be an object {channel, ...}',
);
export type ChannelPrefs = z.infer<typeof channelPrefs>;
