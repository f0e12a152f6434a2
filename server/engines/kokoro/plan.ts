/**
 * How a chunk is cut into runs of the model. When nothing sounds, the first run is short, so that
 * sound comes early, but not so short that a gap follows; each that follows is as long as what
 * already sounds allows. When enough sounds already, the whole chunk is one run, which reads best.
 */
import { MOST_TOKENS } from './inference.ts';
import type { Pace } from './pace.ts';

/** First sound is wanted within this, s. */
const soon = 0.25;
/** A part is never shorter than this, s: the model clips what is. */
const shortest = 0.55;
/** What is left at the end must be worth a run of its own, s. */
const smallestRest = 0.6;
/** A run is counted on to take this many times what was measured: a machine is never quite alone. */
const caution = 1.15;
/** From one length that is tried for the first part to the next. */
const step = 1.08;
/** Symbols that a first part may be longer than it has to be, for a clause's sake: each is waited for. */
const mostLate = 10;
/** From here on the model is called too slow, and no more from there on. */
export const tooSlow = { from: 0.9, until: 0.8 };

/** What there is before a part is made, s. */
export interface Stock {
  /** Sound that is still to be heard, and is being heard meanwhile. */
  sounding: number;
  /** Sound that was made and waits. */
  held: number;
}

/**
 * How long the next part may be, s.
 * @param rest what is left of the chunk, s
 */
export function partSeconds(pace: Pace, { sounding, held }: Stock, rest: number): number {
  const there = sounding + held;
  const fits = inTime(pace, there);
  if (fits >= shortest && (held === 0 || flows(pace, there, rest))) return worthwhile(fits, rest);
  const early = Math.max(shortest, (soon - pace.fixed) / factorOf(pace));
  for (let part = early; part < rest; part *= step) {
    const chosen = worthwhile(part, rest);
    const made = Math.max(0, sounding - cost(pace, chosen)) + held + chosen;
    if (flows(pace, made, rest - chosen)) return chosen;
  }
  return rest;
}

/**
 * Whether sound may begin: each part of what is left will be there before what came before it has
 * sounded.
 * @param made sound that is there, s
 * @param rest sound that is still to be made, s
 */
export function flows(pace: Pace, made: number, rest: number): boolean {
  let there = made;
  for (let left = rest; left > 0;) {
    const part = Math.min(left, worthwhile(Math.max(shortest, inTime(pace, there)), left));
    const takes = cost(pace, part);
    if (takes > there) return false;
    there += part - takes;
    left -= part;
  }
  return true;
}

/** What a part of `seconds` is feared to take, s. */
function cost(pace: Pace, seconds: number): number {
  return caution * (pace.fixed + factorOf(pace) * seconds);
}

/** The longest part that is made within `seconds`, s; negative when none is. */
function inTime(pace: Pace, seconds: number): number {
  return (seconds / caution - pace.fixed) / factorOf(pace);
}

function factorOf({ factor }: Pace): number {
  return Math.max(factor, 1e-3);
}

/** No rest is left that is not worth a run. */
function worthwhile(part: number, rest: number): number {
  if (rest - part >= smallestRest) return part;
  const less = rest - smallestRest;
  return part >= rest || less < shortest ? rest : less;
}

/** Where a chunk may be cut, in its phonemes. */
export interface Cuttable {
  text: string;
  /** Of each word, where it begins in `text`. */
  starts: readonly number[];
}

export interface Cut {
  /** End of the part, in the phonemes. */
  to: number;
  /** Whether a speaker pauses there. */
  pause: boolean;
}

const pauses = new Set([...',;:.!?—…']);

/**
 * The end of the part that begins at `from`: at a clause mark when one is near the wanted length,
 * else between words; inside a word only when it is longer than the model takes.
 * @param wanted symbols
 * @param late whether more is better than less: nothing sounds that could run out meanwhile
 */
export function cutAt(
  { text, starts }: Cuttable,
  from: number,
  wanted: number,
  late: boolean,
): Cut {
  const limit = from + MOST_TOKENS;
  const target = Math.min(limit, from + Math.max(1, wanted));
  const more = Math.min(mostLate, Math.ceil(0.35 * (target - from)));
  const most = late ? Math.min(limit, target + more) : target;
  if (text.length <= most) return { to: text.length, pause: false };
  const least = late ? target : from + Math.ceil(0.6 * (target - from));
  const marks = [];
  for (let end = least; end <= most; end += 1) {
    if (end > from && text[end] === ' ' && pauses.has(text[end - 1]!)) marks.push(end);
  }
  const mark = late ? marks[0] : marks.at(-1);
  if (mark !== undefined) return { to: mark, pause: true };
  const ahead = starts.filter((start) => start > from && start <= limit);
  const [nearest] = late ? ahead.filter((start) => start >= target) : [];
  const to = nearest ?? ahead.findLast((start) => start <= target) ?? ahead[0];
  if (to !== undefined || text.length <= limit) return { to: to ?? text.length, pause: false };
  // A number of many words, or a word that never ends.
  const space = text.lastIndexOf(' ', limit);
  return { to: space > from ? space : limit, pause: false };
}
