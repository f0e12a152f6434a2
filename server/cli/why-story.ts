/** What became of a text, by the log. Pure. */
import { ownLabel } from './missed-view.ts';
import { noteInWords, reasonInWords } from './reasons.ts';
import type { LogEvent, Queued, Received } from './why-log.ts';

export interface Story {
  /** `elsewhere`: its words were, or will be, read with another text. */
  verdict: 'spoken' | 'partly' | 'unspoken' | 'elsewhere' | 'waiting';
  /** In plain words, as a part of a sentence; empty for a text that was spoken. */
  why: string;
  /** When that was so; ISO. */
  at: string;
  /** When the text came, where the log tells. */
  came: string | null;
  /** Its channel or label; null: without one, or unknown. */
  session: string | null;
  text: string | null;
}

/** The types of the messages that bring a text. */
const bringing = ['speak', 'stream', 'turn_end', 'ask', 'tool'];
/** What ended an item that was skipped was received no longer ago than this, ms. */
const JUST_BEFORE = 2_000;

/**
 * The newest text with these words, in order, case and punctuation ignored; else the newest of the channel
 * or session with this name; without words the newest that was not heard.
 * @returns null when there is none
 */
export function tell(events: readonly LogEvent[], words: string): Story | null {
  const wanted = letters(words);
  if (wanted === '') return newestUnheard(events, () => true);
  const index = events.findLastIndex(
    (event) => isOfText(event) && event.text !== null && letters(event.text).includes(wanted),
  );
  if (index >= 0) return follow(events, index);
  const isNamed = (event: LogEvent) => letters(nameOf(event) ?? '') === wanted;
  const unheard = newestUnheard(events, isNamed);
  if (unheard) return unheard;
  const last = events.findLastIndex((event) => isOfText(event) && isNamed(event));
  return last < 0 ? null : follow(events, last);
}

function newestUnheard(
  events: readonly LogEvent[],
  fits: (event: LogEvent) => boolean,
): Story | null {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]!;
    if (!tellsOfLoss(event) || !fits(event)) continue;
    const story = follow(events, index);
    if (story.verdict !== 'spoken') return story;
  }
  return null;
}

function tellsOfLoss(event: LogEvent): boolean {
  if (isOwn(event)) return false;
  if (event.what === 'note') return noteInWords(event.note)?.fate === 'dropped';
  if (event.what === 'ended') return event.outcome !== 'finished';
  return event.what === 'drop' || event.what === 'stored' || event.what === 'unread';
}

function isOfText(event: LogEvent): boolean {
  if (isOwn(event)) return false;
  if (event.what === 'in') return bringing.includes(event.type);
  if (event.what === 'note') return event.text !== null || noteInWords(event.note) !== null;
  return ['queued', 'stored', 'drop', 'read', 'unread', 'begun'].includes(event.what);
}

/** `sonara missed --say` repeats the texts that it tells of. */
function isOwn(event: LogEvent): boolean {
  if (event.what === 'in') return event.message['label'] === ownLabel;
  return 'session' in event && event.session === ownLabel;
}

function follow(events: readonly LogEvent[], index: number): Story {
  const event = events[index]!;
  const rest = sameRun(events, index);
  switch (event.what) {
    case 'read':
      return read(events, index, event);
    case 'ended':
    case 'begun': {
      const { item } = event;
      const text = of(events, event, (each) => each.what === 'read' && each.item === item);
      return text < 0 ? unfinished(events, index) : follow(events, text);
    }
    case 'drop': {
      const { item } = event;
      const cut = rest.findIndex((each) => each.what === 'read' && each.item === item);
      if (item !== null && cut >= 0) return follow(events, index + 1 + cut);
      return unspoken(events, index, reasonInWords(event.reason));
    }
    case 'unread':
      return unspoken(events, index, `it was dropped before its turn: ${whatCut(events, index)}`);
    case 'stored':
      return unspoken(events, index, reasonInWords('stored'));
    case 'note': {
      const note = noteInWords(event.note) ?? { fate: 'dropped', why: event.note };
      if (note.fate === 'dropped') return unspoken(events, index, note.why);
      if (note.fate === 'elsewhere') {
        const { at } = event;
        return story(events, index, { verdict: 'elsewhere', why: note.why, at });
      }
      return later(events, index) ?? waits(events, index, note.why);
    }
    case 'queued':
      return queued(events, index, event);
    case 'in':
      return arrived(events, index, event);
    default:
      return unspoken(events, index, 'the log does not tell');
  }
}

function read(
  events: readonly LogEvent[],
  index: number,
  event: Extract<LogEvent, { what: 'read' }>,
): Story {
  const end = sameRun(events, index).find(
    (each) => each.what === 'ended' && each.item === event.item,
  );
  const outcome = end?.what === 'ended' ? end.outcome : '';
  const at = end?.at ?? event.at;
  if (outcome === 'finished') return story(events, index, { verdict: 'spoken', why: '', at });
  if (outcome === 'failed') {
    const complaint = events.slice(0, index).findLast((each) => each.what === 'other');
    const said = complaint?.what === 'other' ? `: ${complaint.line}` : '';
    const why = `the voice could not say it${said}`;
    return story(events, index, { verdict: 'unspoken', why, at });
  }
  const drop = of(events, event, (each) => each.what === 'drop' && each.item === event.item);
  const by = events[drop];
  const cut = by?.what === 'drop' ? reasonInWords(by.reason) : whatCut(events, index);
  const part =
    event.chunks === 1 ? 'it had begun' : `${event.read} of its ${event.chunks} parts were begun`;
  const why = `${part} when ${cut}`;
  return story(events, index, { verdict: 'partly', why, at });
}

/** It was begun, and the log ends before it does. */
function unfinished(events: readonly LogEvent[], index: number): Story {
  const { at } = events[index]!;
  if (hasEnded(events, index)) return unspoken(events, index, reasonInWords('ended'));
  return story(events, index, { verdict: 'waiting', why: 'it is being read', at });
}

function queued(events: readonly LogEvent[], index: number, event: Queued): Story {
  const drop = sameRun(events, index).findIndex(
    (each) => each.what === 'drop' && each.channel === event.channel && each.entry === event.entry,
  );
  if (drop >= 0) return follow(events, index + 1 + drop);
  const held: Readonly<Record<string, string>> = {
    muted: 'its channel is muted, so it is kept until that ends',
    background: 'background_policy earcon_only holds back sessions that are not in focus',
  };
  const why = event.waits === null ? null : (held[event.waits] ?? event.waits);
  return later(events, index) ?? waits(events, index, why ?? 'it has not had its turn yet');
}

function arrived(events: readonly LogEvent[], index: number, event: Received): Story {
  const rest = sameRun(events, index);
  const untilNext = rest.slice(0, untilOther(rest));
  const refused = untilNext.find((each) => each.what === 'refused' && each.type === event.type);
  if (refused?.what === 'refused') {
    return unspoken(events, index, `the message was refused: ${refused.why}`);
  }
  const found = later(events, index);
  if (found) return found;
  const channel = channelOf(event);
  const note = rest.findLastIndex(
    (each) => channel !== null && each.what === 'note' && each.channel === channel,
  );
  if (note >= 0 && noteInWords((rest[note] as { note: string }).note)) {
    return { ...follow(events, index + 1 + note), text: event.text, came: event.at };
  }
  const { label } = event.message;
  const session = typeof label === 'string' ? label : (channel ?? 'direct');
  const unread = rest.findIndex((each) => each.what === 'unread' && each.session === session);
  if (unread >= 0) {
    return { ...follow(events, index + 1 + unread), text: event.text, came: event.at };
  }
  return waits(events, index, 'it has not had its turn yet');
}

/** What the log tells of the same text after this line. */
function later(events: readonly LogEvent[], index: number): Story | null {
  const { text } = events[index]!;
  const rest = sameRun(events, index);
  const name = nameOf(events[index]!);
  const at = rest.findLastIndex((each) => {
    if (!['read', 'drop', 'stored', 'queued', 'note'].includes(each.what)) return false;
    // A label may stand in the place of the channel.
    if (each.what !== 'read' && name !== null && nameOf(each) !== name) return false;
    return text !== null && each.text !== null && isAlike(text, each.text);
  });
  return at < 0 ? null : { ...follow(events, index + 1 + at), text };
}

function waits(events: readonly LogEvent[], index: number, why: string): Story {
  if (hasEnded(events, index)) return unspoken(events, index, reasonInWords('ended'));
  const last = sameRun(events, 0, events[index]!.run).findLast((each) => each.what === 'paused');
  const paused = last?.what === 'paused' && last.paused ? '; reading is paused' : '';
  const { at } = events[index]!;
  return story(events, index, { verdict: 'waiting', why: why + paused, at });
}

function unspoken(events: readonly LogEvent[], index: number, why: string): Story {
  return story(events, index, { verdict: 'unspoken', why, at: events[index]!.at });
}

function story(
  events: readonly LogEvent[],
  index: number,
  told: Pick<Story, 'verdict' | 'why' | 'at'>,
): Story {
  const { text, run } = events[index]!;
  const name = nameOf(events[index]!);
  const source = events
    .slice(0, index + 1)
    .findLast(
      (each) =>
        each.what === 'in' &&
        each.run === run &&
        bringing.includes(each.type) &&
        text !== null &&
        each.text !== null &&
        isAlike(text, each.text),
    );
  return { ...told, came: source?.at ?? null, session: name === 'direct' ? null : name, text };
}

/** The user's or a client's doing just before a line. */
function whatCut(events: readonly LogEvent[], index: number): string {
  const { at, run } = events[index]!;
  const since = Date.parse(at) - JUST_BEFORE;
  const cause = events
    .slice(0, index)
    .findLast((each) => each.what === 'in' && each.run === run && causeOf(each) !== null);
  const isNear = cause !== undefined && Date.parse(cause.at) >= since;
  return isNear && cause.what === 'in' ? causeOf(cause)! : 'reading went on elsewhere';
}

function causeOf({ type, message }: Received): string | null {
  const { action, mode, interrupt, key } = message;
  if (type === 'speak' && interrupt === true) return reasonInWords('preempted');
  if (type === 'speak' && mode === 'replace') return reasonInWords('replaced');
  if (type === 'turn_start') return reasonInWords('turn_start');
  if (type === 'set' && key === 'mute_level') return reasonInWords('mute');
  if (type !== 'control') return null;
  if (action === 'stop') return reasonInWords('stop');
  if (action === 'flush') return reasonInWords('flush');
  if (action === 'skip' || action === 'next' || action === 'next_line')
    return reasonInWords('skip');
  return action === 'next_channel' ? 'the next channel was asked for' : null;
}

function of(
  events: readonly LogEvent[],
  { run }: LogEvent,
  fits: (event: LogEvent) => boolean,
): number {
  return events.findLastIndex((each) => each.run === run && fits(each));
}

/** The lines after this one, of the same run. */
function sameRun(events: readonly LogEvent[], index: number, run = events[index]!.run): LogEvent[] {
  return events.slice(index + 1).filter((each) => each.run === run);
}

function hasEnded(events: readonly LogEvent[], index: number): boolean {
  return events.at(-1)!.run > events[index]!.run;
}

function untilOther(events: readonly LogEvent[]): number {
  const next = events.findIndex((each) => each.what === 'in');
  return next < 0 ? events.length : next;
}

function nameOf(event: LogEvent): string | null {
  if ('channel' in event) return event.channel;
  if ('session' in event) return event.session;
  return event.what === 'in' ? channelOf(event) : null;
}

function channelOf({ message }: Received): string | null {
  const { channel } = message;
  return typeof channel === 'string' ? channel : null;
}

/** One is mostly made of the other's words, as it was sent and as it is read; a short one is the same. */
function isAlike(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const [few, many] = first.size < second.size ? [first, second] : [second, first];
  if (few.size < 4) return letters(a) === letters(b);
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return shared / few.size >= 0.6;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

/** Its letters and digits, without case. */
export function letters(text: string): string {
  return [
    ...(text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []),
  ].join('');
}
