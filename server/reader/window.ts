/** What the output and the engine have to hold for a state of the reader. */
import type { Draft } from './draft.ts';
import type { Effect } from './events.ts';
import { AHEAD, type Item, type Slot } from './state.ts';
import { stepsAfter } from './stepping.ts';

interface Wanted {
  item: Item;
  chunk: number;
  /** It is to be made, and to be sounded later. */
  held: boolean;
}

const NATURAL = { keep: Infinity, reuse: true } as const;

/**
 * Makes the output hold what is wanted. Plays that are no longer right are cut, with all after them;
 * samples already made for a chunk that is still wanted are sounded again under a new play id.
 * `keep`: at most this many of the plays may stay as they are (0 starts the current chunk again).
 * `reuse`: whether the samples of cut plays may be used again.
 */
export function reconcile(draft: Draft, options: { keep: number; reuse: boolean } = NATURAL): void {
  const list = wanted(draft);
  const old = draft.window;
  let same = 0;
  const most = Math.min(options.keep, old.length, list.length);
  while (same < most && canStay(old[same]!, list[same]!)) same++;

  const dropped = old.slice(same);
  // What the output has comes before what is held.
  if (dropped[0]?.held === false) draft.effects.push({ type: 'cut', play: dropped[0].play });
  const spare = options.reuse ? dropped.filter((slot) => !slot.failed) : [];

  const window: Slot[] = [];
  const fresh: Effect[] = [];
  list.forEach(({ item: from, chunk, held }, index) => {
    const item = from.id;
    const kept = index < same ? old[index]! : undefined;
    const made = kept ?? spare.find((slot) => isFor(slot, item, chunk));
    const audio = made ? made.audio : draft.nextId++;
    const play = kept ? kept.play : draft.nextId++;
    if (!made) {
      const { chunks, style } = from;
      fresh.push({ type: 'synthesize', audio, chunk: chunks[chunk]!, ...(style && { style }) });
    }
    const isNew = kept ? kept.held && !held : !held;
    if (isNew) fresh.push({ type: 'play', play, audio, item, chunk });
    window.push({
      audio,
      play,
      item,
      chunk,
      started: kept?.started ?? false,
      failed: kept?.failed ?? false,
      held,
      renamed: false,
    });
  });
  for (const slot of dropped) {
    if (!window.some((kept) => kept.audio === slot.audio)) {
      draft.effects.push({ type: 'release', audio: slot.audio });
    }
  }
  draft.effects.push(...fresh);
  draft.window = window;
}

/** The chunks that should be there now: the one being read and AHEAD more, across items. */
function wanted(draft: Draft): Wanted[] {
  const { current, queue, ahead, waiting } = draft;
  const items: readonly Item[] = [...(current ? [current.item] : []), ...queue, ...ahead];
  const list: Wanted[] = [];
  let held = current !== null && waiting;
  items.forEach((item, index) => {
    const isCurrent = index === 0 && current !== null;
    held ||= 'held' in item && item.held === true;
    let chunk = isCurrent ? current.chunk : 0;
    for (; chunk < item.chunks.length && list.length <= AHEAD; chunk++) {
      list.push({ item, chunk, held });
      held ||= stepsAfter(draft, item, chunk);
    }
  });
  return list;
}

function canStay(slot: Slot, { item, chunk, held }: Wanted): boolean {
  return isFor(slot, item.id, chunk) && !slot.renamed && (slot.held || !held);
}

function isFor(slot: Slot, item: number, chunk: number): boolean {
  return slot.item === item && slot.chunk === chunk;
}
