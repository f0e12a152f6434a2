/**
 * The reader: which chunk is heard now, and what follows. Pure: `step(state, event)` gives the next
 * state and the effects to carry out, in order. Rules: sections "speak", "control" and "Events".
 */
import type { ControlAction } from '../../shared/protocol/requests.ts';
import type { ItemPhase } from '../../shared/protocol/events.ts';
import type { Effect, ReaderEvent } from './events.ts';
import { AHEAD, type Item, type ReaderState, type Slot } from './state.ts';

type Draft = { -readonly [K in keyof ReaderState]: ReaderState[K] } & { effects: Effect[] };

/** @returns the next state (the same object when nothing changed) and the effects in order. */
export function step(state: ReaderState, event: ReaderEvent): [ReaderState, Effect[]] {
  const draft: Draft = { ...state, effects: [] };
  switch (event.type) {
    case 'speak':
      speak(draft, event);
      break;
    case 'control':
      control(draft, event.action);
      break;
    case 'started':
      started(draft, event.play);
      break;
    case 'ended':
      ended(draft, event.play);
      break;
    case 'failed':
      failed(draft, event.audio, event.message);
      break;
    case 'retune':
      if (draft.window.length > 1) reconcile(draft, { keep: 1, reuse: false });
      break;
  }
  const { effects, ...next } = draft;
  return [next, effects];
}

function speak(draft: Draft, event: Extract<ReaderEvent, { type: 'speak' }>): void {
  const { label, chunks, style } = event;
  const item: Item = { id: draft.nextItem++, label, chunks, ...(style && { style }) };
  if (item.chunks.length === 0) {
    report(draft, item, 'skipped', null);
    return;
  }
  if (event.mode === 'replace') dropQueue(draft);
  if (draft.current && event.interrupt) {
    draft.queue = [item, ...draft.queue];
    endCurrent(draft, 'skipped');
  } else {
    draft.queue = [...draft.queue, item];
    if (!draft.current) startNext(draft);
  }
  reconcile(draft);
}

function control(draft: Draft, action: ControlAction): void {
  switch (action) {
    case 'play':
      pause(draft, false);
      break;
    case 'pause':
      pause(draft, true);
      break;
    case 'toggle':
      pause(draft, !draft.paused);
      break;
    case 'stop':
      stop(draft);
      break;
    case 'skip':
      skip(draft);
      break;
    case 'previous':
      if (draft.current) goTo(draft, Math.max(0, draft.current.chunk - 1));
      break;
    case 'next':
      if (!draft.current) break;
      if (draft.current.chunk + 1 < draft.current.item.chunks.length) {
        goTo(draft, draft.current.chunk + 1);
      } else skip(draft);
      break;
    case 'restart':
      restart(draft);
      break;
    case 'mute':
    case 'unmute':
      mute(draft, action === 'mute');
      break;
    // Lines exist only in a code block, and only agent text has those.
    case 'next_line':
    case 'previous_line':
      break;
  }
}

function pause(draft: Draft, paused: boolean): void {
  if (!draft.current || draft.paused === paused) return;
  draft.paused = paused;
  draft.effects.push({ type: 'pause', paused });
}

function mute(draft: Draft, muted: boolean): void {
  if (draft.muted === muted) return;
  draft.muted = muted;
  draft.effects.push({ type: 'mute', muted });
}

function stop(draft: Draft): void {
  const waiting = draft.queue;
  draft.queue = [];
  if (draft.current) endCurrent(draft, 'skipped');
  for (const item of waiting) report(draft, item, 'skipped', null);
  draft.last = null;
  reconcile(draft);
}

function skip(draft: Draft): void {
  if (!draft.current) return;
  endCurrent(draft, 'skipped');
  reconcile(draft);
}

function goTo(draft: Draft, chunk: number): void {
  draft.current = { ...draft.current!, chunk };
  reconcile(draft, { keep: 0, reuse: true });
}

function restart(draft: Draft): void {
  if (draft.current) {
    goTo(draft, 0);
  } else if (draft.last) {
    draft.queue = [{ ...draft.last, id: draft.nextItem++ }];
    startNext(draft);
    reconcile(draft);
  }
}

function started(draft: Draft, play: number): void {
  const index = draft.window.findIndex((slot) => slot.play === play);
  if (index < 0) return;
  draft.window = draft.window.with(index, { ...draft.window[index]!, started: true });
  if (index === 0) draft.current = { ...draft.current!, sounded: true };
}

function ended(draft: Draft, play: number): void {
  const slot = draft.window[0];
  const current = draft.current;
  // A play cut while its end was on the way: it is no longer ours.
  if (!slot || !current || slot.play !== play) return;
  draft.window = draft.window.slice(1);
  draft.effects.push({ type: 'release', audio: slot.audio });
  const sounded = current.sounded || slot.started || !slot.failed;
  draft.current = { ...current, sounded, chunk: current.chunk + 1 };
  if (current.chunk + 1 >= current.item.chunks.length) {
    endCurrent(draft, sounded ? 'finished' : 'failed');
  }
  reconcile(draft);
}

function failed(draft: Draft, audio: number, message: string): void {
  const index = draft.window.findIndex((slot) => slot.audio === audio);
  if (index < 0) return;
  draft.window = draft.window.with(index, { ...draft.window[index]!, failed: true });
  draft.effects.push({ type: 'log', message });
}

function report(draft: Draft, item: Item, phase: ItemPhase, read: number | null): void {
  draft.effects.push({ type: 'item', item, phase, read });
}

function dropQueue(draft: Draft): void {
  for (const item of draft.queue) report(draft, item, 'skipped', null);
  draft.queue = [];
}

/** Ends the current item and starts the next, if there is one. The caller reconciles. */
function endCurrent(draft: Draft, phase: ItemPhase): void {
  const { item, chunk } = draft.current!;
  report(draft, item, phase, Math.min(chunk + 1, item.chunks.length));
  draft.last = item;
  draft.current = null;
  startNext(draft);
}

function startNext(draft: Draft): void {
  const [item, ...rest] = draft.queue;
  if (item) {
    draft.current = { item, chunk: 0, sounded: false };
    draft.queue = rest;
    report(draft, item, 'started', 0);
  } else if (draft.paused) {
    // Never paused with nothing to read.
    draft.paused = false;
    draft.effects.push({ type: 'pause', paused: false });
  }
}

/** The chunks that should be in the output now: the one being read and AHEAD more, across items. */
function wanted(draft: Draft): { item: Item; chunk: number }[] {
  const list: { item: Item; chunk: number }[] = [];
  if (!draft.current) return list;
  let item: Item | undefined = draft.current.item;
  let chunk = draft.current.chunk;
  for (let next = 0; item && list.length <= AHEAD;) {
    if (chunk < item.chunks.length) list.push({ item, chunk: chunk++ });
    else {
      item = draft.queue[next++];
      chunk = 0;
    }
  }
  return list;
}

/**
 * Makes the output hold what is wanted. Plays that are no longer right are cut, with all after them;
 * samples already made for a chunk that is still wanted are sounded again under a new play id.
 * `keep`: at most this many of the plays may stay as they are (0 starts the current chunk again).
 * `reuse`: whether the samples of cut plays may be used again.
 */
function reconcile(draft: Draft, options: { keep: number; reuse: boolean } = NATURAL): void {
  const list = wanted(draft);
  const old = draft.window;
  let same = 0;
  const most = Math.min(options.keep, old.length, list.length);
  while (same < most && isFor(old[same]!, list[same]!)) same++;

  const dropped = old.slice(same);
  if (dropped.length > 0) draft.effects.push({ type: 'cut', play: dropped[0]!.play });
  const spare = options.reuse ? dropped.filter((slot) => !slot.failed) : [];

  const window = old.slice(0, same);
  const fresh: Effect[] = [];
  for (const where of list.slice(same)) {
    const made = spare.find((slot) => isFor(slot, where));
    const audio = made ? made.audio : draft.nextId++;
    const play = draft.nextId++;
    const { item, chunk } = { item: where.item.id, chunk: where.chunk };
    if (!made) {
      const { chunks, style } = where.item;
      fresh.push({ type: 'synthesize', audio, text: chunks[chunk]!, ...(style && { style }) });
    }
    fresh.push({ type: 'play', play, audio, item, chunk });
    window.push({ audio, play, item, chunk, started: false, failed: false });
  }
  for (const slot of dropped) {
    if (!window.some((kept) => kept.audio === slot.audio)) {
      draft.effects.push({ type: 'release', audio: slot.audio });
    }
  }
  draft.effects.push(...fresh);
  draft.window = window;
}

const NATURAL = { keep: Infinity, reuse: true } as const;

function isFor(slot: Slot, where: { item: Item; chunk: number }): boolean {
  return slot.item === where.item.id && slot.chunk === where.chunk;
}
