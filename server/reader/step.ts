/**
 * The reader: which chunk is heard now, and what follows. Pure: `step(state, event)` gives the next
 * state and the effects to carry out, in order. Rules: sections "speak", "control" and "Events".
 */
import type { ControlAction } from '../../shared/protocol/requests.ts';
import type { ItemPhase } from '../../shared/protocol/events.ts';
import type { Draft } from './draft.ts';
import type { Effect, ReaderEvent } from './events.ts';
import type { Item, Offer, ReaderState } from './state.ts';
import { nextLine, previousLine, stepsAfter } from './stepping.ts';
import { reconcile } from './window.ts';

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
    case 'offer':
      offer(draft, event.offers);
      break;
    case 'retune':
      retune(draft);
      break;
    case 'stepping':
      draft.stepping = event.on;
      if (!event.on) release(draft);
      reconcile(draft);
      break;
  }
  const { effects, ...next } = draft;
  return [next, effects];
}

function speak(draft: Draft, event: Extract<ReaderEvent, { type: 'speak' }>): void {
  const { label, chunks, style, origin, key } = event;
  const item = named(draft, { label, chunks, style, origin }, key);
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

/** Gives a text its id. What was offered keeps what is made of it, under the ids it will have now. */
function named(draft: Draft, text: Omit<Item, 'id'>, key?: number): Item {
  const [first, ...others] = draft.ahead;
  const id = draft.nextItem++;
  if (first && first.key === key) {
    draft.ahead = others;
  } else if (first) {
    const ids = draft.ahead.map((each) => each.id);
    draft.window = draft.window.map((slot) =>
      ids.includes(slot.item) ? { ...slot, item: slot.item + 1, renamed: true } : slot,
    );
    draft.ahead = draft.ahead.map((each) => ({ ...each, id: each.id + 1 }));
  }
  return { ...text, id };
}

function offer(draft: Draft, offers: readonly Offer[]): void {
  const { ahead, nextItem } = draft;
  const isSame = ({ key, held }: Offer, index: number) =>
    key === ahead[index]?.key && held === ahead[index].held;
  if (offers.length === ahead.length && offers.every(isSame)) return;
  draft.ahead = offers.map((each, index) => ({ ...each, id: nextItem + index }));
  draft.window = draft.window.map((slot) => {
    const before = ahead.find(({ id }) => id === slot.item);
    if (!before) return slot;
    const now = draft.ahead.find(({ key }) => key === before.key);
    if (now?.id === before.id) return slot;
    // Whatever has its id now is another text; a negative id is nobody's.
    return { ...slot, item: now?.id ?? -before.id, renamed: true };
  });
  // Never paused with nothing to read.
  if (!draft.current && draft.ahead.length === 0) pause(draft, false);
  reconcile(draft);
}

function retune(draft: Draft): void {
  const keep = draft.window[0]?.held ? 0 : 1;
  if (draft.window.length > keep) reconcile(draft, { keep, reuse: false });
}

function control(draft: Draft, action: ControlAction): void {
  switch (action) {
    case 'play':
      play(draft);
      break;
    case 'pause':
      pause(draft, true);
      break;
    case 'toggle':
      if (draft.paused || draft.waiting) play(draft);
      else pause(draft, true);
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
    case 'next_line':
    case 'previous_line':
      moveLine(draft, action);
      break;
  }
}

/** Ends a pause; a wait in a block of code ends for the whole block. */
function play(draft: Draft): void {
  if (draft.current && draft.waiting) {
    draft.through = draft.current.item.id;
    release(draft);
    reconcile(draft);
  }
  pause(draft, false);
}

function release(draft: Draft): void {
  draft.waiting = false;
}

function moveLine(draft: Draft, action: 'next_line' | 'previous_line'): void {
  if (!draft.current) return;
  const { chunk, item } = draft.current;
  const to =
    action === 'next_line'
      ? nextLine(item.chunks, chunk, draft.waiting)
      : previousLine(item.chunks, chunk);
  if (to === null) return;
  if (to === item.chunks.length) skip(draft);
  else if (to === chunk && draft.waiting) {
    release(draft);
    reconcile(draft);
  } else goTo(draft, to);
}

function pause(draft: Draft, paused: boolean): void {
  // Between two items a pause may still be on: it can be ended there, not begun.
  if (draft.paused === paused || (paused && !draft.current)) return;
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
  if (!draft.current) pause(draft, false);
  reconcile(draft);
}

function skip(draft: Draft): void {
  if (!draft.current) return;
  endCurrent(draft, 'skipped');
  reconcile(draft);
}

function goTo(draft: Draft, chunk: number): void {
  draft.current = { ...draft.current!, chunk };
  release(draft);
  reconcile(draft, { keep: 0, reuse: true });
}

function restart(draft: Draft): void {
  if (draft.current) {
    goTo(draft, 0);
  } else if (draft.last) {
    draft.queue = [named(draft, draft.last)];
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
  } else draft.waiting = stepsAfter(draft, current.item, current.chunk);
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
  draft.through = null;
  release(draft);
  startNext(draft);
}

function startNext(draft: Draft): void {
  const [item, ...rest] = draft.queue;
  if (item) {
    draft.current = { item, chunk: 0, sounded: false };
    draft.queue = rest;
    report(draft, item, 'started', 0);
  } else if (draft.paused && draft.ahead.length === 0) {
    // Never paused with nothing to read.
    draft.paused = false;
    draft.effects.push({ type: 'pause', paused: false });
  }
}
