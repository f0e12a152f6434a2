/** The state as clients are told of it. */
import type { NowPlaying } from '../../shared/protocol/events.ts';
import type { Settings } from '../../shared/protocol/settings.ts';
import type { EngineStatus } from '../engines/port.ts';
import type { Snapshot } from './event-feed.ts';
import type { Stage } from './stage.ts';

/** @returns its fields always in the same order */
export function snapshotOf(
  { reader, machines, isPaused }: Stage,
  { volume, rate, voice }: Settings,
  engine_status: EngineStatus,
): Snapshot {
  const { current, queue, muted } = reader;
  const now: NowPlaying | null = current && {
    item_id: current.item.id,
    label: current.item.label,
    text: current.item.chunks[current.chunk]!.text,
    chunk: current.chunk,
    chunks: current.item.chunks.length,
    ...(machines && {
      channel: current.item.origin?.channel ?? null,
      host_tab: current.item.origin?.hostTab ?? null,
    }),
  };
  const queued = queue.length + (machines?.channels.queued() ?? 0);
  return { now_playing: now, queued, paused: isPaused, muted, volume, rate, voice, engine_status };
}
