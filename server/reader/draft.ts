/** A state that is being changed within one step, and the effects so far. */
import type { Effect } from './events.ts';
import type { ReaderState } from './state.ts';

export type Draft = { -readonly [K in keyof ReaderState]: ReaderState[K] } & { effects: Effect[] };
